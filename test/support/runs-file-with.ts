import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './run-script.ts';

/** Returns whether this `vitest run` runs a test file whose text, or that of a file next to it, matches. Without paths, it runs all files. */
export function runsFileWith(pattern: RegExp): boolean {
  const paths = process.argv.slice(2).filter((arg) => arg.startsWith('test/') && !arg.endsWith('.config.ts'));
  const files = globSync(
    paths.map((name) => (name.endsWith('.ts') ? name : `${name}{*,/**/*}.ts`)),
    { cwd: root },
  );
  return paths.length === 0 || files.some((file) => pattern.test(readFileSync(path.join(root, file), 'utf8')));
}
