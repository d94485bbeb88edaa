const BLOCK = 65_536;

/** The text before, between and after the lines of a document. */
interface Frame {
  readonly open?: string;
  readonly separator?: string;
  readonly close?: string;
}

/**
 * The UTF-8 bytes of what is printed for each item, in a frame. As one string a document of all reviews would take up to four times as much
 * memory while it is made.
 */
export function encodeLines<Item>(
  items: Iterable<Item>,
  print: (item: Item) => string,
  { open = '', separator = '', close = '' }: Frame = {},
): Buffer<ArrayBuffer> {
  const blocks: Buffer[] = [];
  let block = open;
  let before = '';
  for (const item of items) {
    block += before + print(item);
    before = separator;
    if (block.length < BLOCK) continue;
    blocks.push(Buffer.from(block));
    block = '';
  }
  return Buffer.concat([...blocks, Buffer.from(block + close)]);
}
