/** The name-value pairs of a form, in order; a value is bytes, since a secret need not be text. */
export type FormPairs = readonly (readonly [name: string, value: Buffer])[];

/** WHATWG URL 5.1: `+` is a space, `%` and two hex digits are a byte, anything else is itself. */
function decode(text: string): Buffer {
  const spaced = text.replaceAll('+', ' ');
  return Buffer.from(
    spaced.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}

/** Reads `application/x-www-form-urlencoded`; never throws. */
export function parseForm(body: Buffer): FormPairs {
  const pairs = body
    .toString('latin1')
    .split('&')
    .filter((pair) => pair !== '');
  return pairs.map((pair) => {
    const [name = '', ...rest] = pair.split('=');
    return [decode(name).toString(), decode(rest.join('='))] as const;
  });
}
