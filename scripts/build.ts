import { enableCompileCache } from 'node:module';

// Before other modules are loaded: loading code takes most of the time of a small build.
enableCompileCache();
const [{ buildCommand }, { runCommand }] = await Promise.all([import('./build/command.ts'), import('./cli/run-command.ts')]);

// A build started by `npm start` ends with it.
process.channel?.unref();
process.once('disconnect', () => process.exit(1));
await runCommand(buildCommand());
