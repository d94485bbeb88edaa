#!/usr/bin/env node
// Nothing is imported before the version check, which older versions must be able to run.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const isAtLeast = (otherMajor: number, otherMinor: number) => major > otherMajor || (major === otherMajor && minor >= otherMinor);
// In the package, `new` runs on every Node that the engines in package.json allow, because the folder that it makes has its own.
const canRunNew = (major === 20 && minor >= 19) || isAtLeast(22, 12);
if (!isAtLeast(22, 18) && !(canRunNew && process.argv[2] === 'new' && import.meta.url.endsWith('.js'))) {
  console.error(
    `Open Reviews needs Node.js 22.18 or newer, and this is ${process.versions.node}: install a newer one from https://nodejs.org.`,
  );
  process.exit(1);
}

const { enableCompileCache } = await import('node:module');
// Before other modules are loaded, since loading code takes most of a small command's time.
// Node 20 doesn't have it.
enableCompileCache?.();

// Node warns that its SQLite is experimental, which isn't useful to users.
const printers = process.listeners('warning');
process.removeAllListeners('warning');
process.on('warning', (warning) => {
  if (warning.name !== 'ExperimentalWarning') for (const print of printers) print(warning);
});

const { runProgram } = await import('./commands/program.ts');
await runProgram(process.argv.slice(2));

export {};
