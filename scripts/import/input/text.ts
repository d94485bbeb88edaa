import { ImportError } from '../import-error.ts';

const UTF_16 = new Map([
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
]);

/**
 * Decodes a file's text, without its byte order mark: UTF-8, or UTF-16 where a mark says so. Throws an ImportError for any other
 * encoding.
 */
export async function* decodeText(name: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  try {
    for await (const chunk of bytes) {
      decoder ??= new TextDecoder(UTF_16.get(Buffer.from(chunk.subarray(0, 2)).toString('hex')) ?? 'utf-8', { fatal: true });
      const text = decoder.decode(chunk, { stream: true });
      if (text !== '') yield text;
    }
    const rest = decoder?.decode() ?? '';
    if (rest !== '') yield rest;
  } catch (error) {
    if (error instanceof TypeError) throw new ImportError(`${name}: its bytes are not UTF-8; export it again as "CSV UTF-8"`);
    throw error;
  }
}

/** `head` followed by the remaining text of `rest`. */
export async function* prependText(head: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  try {
    if (head !== '') yield head;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
