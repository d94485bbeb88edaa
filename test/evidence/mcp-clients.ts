import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { installLocked } from '../../scripts/check/checks.ts';
import { runCommand } from '../../scripts/cli/run-command.ts';
import { everyTool } from '../mcp/every-tool.ts';
import { serve } from '../mcp/serve.ts';

/**
 * `node test/evidence/mcp-clients.ts`: third-party MCP clients list and call every tool of a running server. The first run installs them,
 * about 300 MB, in test/third-party/mcp-clients. test/mcp/other-clients.test.ts uses smaller ones.
 */
const FOLDER = path.join(import.meta.dirname, '../third-party/mcp-clients');
const names = Object.keys(everyTool);

type Client = (url: string, argumentsOf: (tool: string) => object) => Promise<Readonly<Record<string, string>>>;

/** Returns the tools whose answer is missing, isn't JSON or reports an error. */
const faultsOf = (answers: Readonly<Record<string, string>>) =>
  names.filter((name) => !/^\{/.test(answers[name] ?? '') || /"isError":true/.test(answers[name] ?? ''));

await runCommand(async () => {
  await installLocked(FOLDER, 'test/third-party/mcp-clients');
  const { clients } = (await import(pathToFileURL(path.join(FOLDER, 'clients.js')).href)) as { clients: Record<string, Client> };
  const { dependencies } = JSON.parse(readFileSync(path.join(FOLDER, 'package.json'), 'utf8')) as { dependencies: Record<string, string> };
  const served = await serve();
  let good = 0;
  for (const [name, run] of Object.entries(clients)) {
    const answers = await run(served.url, (tool) => everyTool[tool] ?? {}).catch((error: unknown) => ({ failed: String(error) }));
    const faults = faultsOf(answers);
    if (faults.length === 0) good += 1;
    const said =
      faults.length === 0 ? 'lists and calls every tool' : `fails: ${faults.join(', ')} ${'failed' in answers ? answers.failed : ''}`;
    console.log(`${name} ${dependencies[name]}: ${said} (${Object.keys(answers).length} of ${names.length})`);
  }
  console.log(`${good} of ${Object.keys(clients).length} clients list and call all ${names.length} tools`);
  await served[Symbol.asyncDispose]();
  return good === Object.keys(clients).length ? undefined : false;
});
