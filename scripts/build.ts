import { enableCompileCache } from 'node:module';

// Before other modules are loaded: most of a small build's time is its code.
enableCompileCache();
const [{ buildCommand }, { runCommand }] = await Promise.all([import('./build/command.ts'), import('./cli/run-command.ts')]);

// A build that `npm start` began ends with it.
process.channel?.unref();
process.once('disconnect', () => process.exit(1));
await runCommand(buildCommand());
