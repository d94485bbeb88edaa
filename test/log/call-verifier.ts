import { pathToFileURL } from 'node:url';

/** What a verifier printed, and its exit code. */
export interface VerifierResult {
  readonly code: number;
  readonly stdout: string;
}

let calls = 0;

/**
 * Runs a `verify.mjs` in this process, one call at a time, because starting Node takes much longer than a verification. Without
 * `hasMldsa`, it can't check ML-DSA-44, as in Node 22.
 */
export async function callVerifier(program: string, args: readonly string[], { hasMldsa = true } = {}): Promise<VerifierResult> {
  const { argv, exitCode } = process;
  const { log, error } = console;
  const { subtle } = crypto;
  const importKey = subtle.importKey.bind(subtle);
  let stdout = '';
  process.argv = [process.execPath, program, ...args];
  console.log = (text: string) => {
    stdout += `${text}\n`;
  };
  console.error = () => {};
  if (!hasMldsa)
    subtle.importKey = ((...given: Parameters<typeof importKey>) =>
      String(given[2]) === 'ML-DSA-44'
        ? Promise.reject(new DOMException('Unrecognized algorithm name', 'NotSupportedError'))
        : importKey(...given)) as typeof importKey;
  try {
    calls += 1;
    // The program runs when it is imported, once for each URL.
    await import(`${pathToFileURL(program)}?call=${calls}`);
    return { code: Number(process.exitCode), stdout };
  } finally {
    process.argv = argv;
    process.exitCode = exitCode;
    Object.assign(console, { log, error });
    if (!hasMldsa) Reflect.deleteProperty(subtle, 'importKey');
  }
}
