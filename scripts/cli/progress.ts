import type { WriteStream } from 'node:tty';

export interface Progress {
  readonly step: (text: string) => void;
  readonly end: () => void;
}

/** Shows a status line that each step overwrites: on a terminal only, and not in CI. */
export function progress(stream: Pick<WriteStream, 'isTTY' | 'write'>): Progress {
  if (!stream.isTTY || process.env['CI']) return { step: () => {}, end: () => {} };
  return {
    step: (text) => stream.write(`\r\u001b[K${text} ...`),
    end: () => stream.write('\r\u001b[K'),
  };
}
