import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const modules = globSync('sidecar/**/*.ts').map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const importsOf = (text: string) => [...text.matchAll(/(?:from|import\() ?'([^']+)'/g)].map(([, name]) => name ?? '');

const sdkModules = ['sidecar/mcp/transport/session-sdk.ts', 'sidecar/mcp/transport/stateless-sdk.ts'];

// test/architecture/imports.test.ts checks the imports between folders.
describe('module boundaries', () => {
  it('only one module imports each SDK', () => {
    const knowing = modules.filter(({ text }) => importsOf(text).some((name) => name.startsWith('@modelcontextprotocol/')));
    expect(knowing.map(({ file }) => file).sort()).toEqual(sdkModules);
  });

  it('only endpoint.ts imports the modules with the SDKs, dynamically because they load slowly', () => {
    const naming = modules.filter(({ text }) => importsOf(text).some((name) => name.endsWith('-sdk.ts')));
    expect(naming.map(({ file }) => file)).toEqual(['sidecar/mcp/transport/endpoint.ts']);
    for (const { text } of naming) expect(text).not.toMatch(/^import .*-sdk\.ts/m);
  });
});
