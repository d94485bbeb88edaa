import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const modules = globSync('sidecar/**/*.ts').map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const importsOf = (text: string) => [...text.matchAll(/(?:from|import\() ?'([^']+)'/g)].map(([, name]) => name ?? '');

const sdkModules = ['sidecar/mcp/transport/session-sdk.ts', 'sidecar/mcp/transport/stateless-sdk.ts'];

const isOfContract = (name: string) => name.includes('/site/contract/') || name.endsWith('/site/shared/algorithms.ts');

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

  it('sidecar/mcp imports nothing from search, hub, edge or the code that builds pages', () => {
    const reached = modules.filter(({ file }) => file.startsWith('sidecar/mcp/')).flatMap(({ text }) => importsOf(text));
    expect(reached.filter((name) => /\/(search|hub|edge)\//.test(name) || (name.includes('/site/') && !isOfContract(name)))).toEqual([]);
  });

  it('sidecar/mcp and site/contract have no circular imports', () => {
    const files = [...globSync('sidecar/mcp/**/*.ts'), ...globSync('site/contract/**/*.ts')];
    const next = new Map(
      files.map((file) => {
        const names = importsOf(readFileSync(file, 'utf8')).filter((name) => name.startsWith('.'));
        return [file, names.map((name) => path.join(path.dirname(file), name))];
      }),
    );
    const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
      (next.get(from) ?? []).some((file) => file === to || (!seen.has(file) && reaches(file, to, seen.add(file))));
    expect(files.filter((file) => reaches(file, file))).toEqual([]);
  });

  it('sidecar only imports the contract and algorithms from site, and the contract imports nothing else from either', () => {
    const foreign = modules.flatMap(({ file, text }) =>
      importsOf(text)
        .filter((name) => name.includes('/site/') && !isOfContract(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(foreign).toEqual([]);
    const contract = globSync('site/contract/**/*.ts').map((file) => ({ file, text: readFileSync(file, 'utf8') }));
    const beyond = contract.flatMap(({ file, text }) =>
      importsOf(text)
        .filter((name) => name.startsWith('.') && !isOfContract(`/${path.join(path.dirname(file), name)}`))
        .map((name) => `${file}: ${name}`),
    );
    expect(beyond).toEqual([]);
  });
});
