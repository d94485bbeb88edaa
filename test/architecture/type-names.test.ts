import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/run-script.ts';

const modules = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file.endsWith('.ts') && existsSync(path.join(root, file)));

test('the name of an exported type is unique in the repository', () => {
  const exported = modules.flatMap((file) =>
    [
      ...readFileSync(path.join(root, file), 'utf8').matchAll(/^export (?:declare )?(?:abstract )?(?:interface|type|class|enum) (\w+)/gm),
    ].map(([, name]) => ({ name, file })),
  );
  expect(exported.length).toBeGreaterThan(300);
  const repeated = [...Map.groupBy(exported, ({ name }) => name).values()].filter((places) => places.length > 1);
  expect(repeated).toEqual([]);
});
