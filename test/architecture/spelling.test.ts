import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { describeFor, toBusinessWords } from '../../site/contract/mcp-tools/definition.ts';
import { toolDefinitions } from '../../site/contract/mcp-tools/tools.ts';
import { fixture } from '../mcp/fixture.ts';
import { root } from '../support/run-script.ts';

// Everything that people and programs read has American spelling. Names of fields and commands are exempt.

const BRITISH =
  /\b(?:\w*(?:criticis(?!m)|organis|recognis|summaris|apologis|capitalis|normalis|prioritis|categoris|analysing)\w*|(?:colour|favour|honour|neighbour|behaviour|labour)\w*|centres?|licences?|labell(?!edby)\w+|travell\w+|greyed|judgement|artefacts?)\b/gi;

const guides = execFileSync('git', ['ls-files', '--', '*.md', 'site/messages/*en.json'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !/^(?:content|test\/fixtures|test\/gold)\//.test(file) && existsSync(path.join(root, file)));

const britishIn = (text: string) => [...text.matchAll(BRITISH)].map(([word]) => word);

describe('American spelling', () => {
  test.each(guides)('%s', (file) => expect(britishIn(readFileSync(path.join(root, file), 'utf8'))).toEqual([]));

  test.each([
    'openapi.json',
    'schemas/insights.json',
    'schemas/reviews.json',
    'llms.txt',
    'server.json',
    'developers/reference/index.html',
    'developers/mcp/index.html',
    'developers/mcp/tools/index.html',
  ])('the demo’s %s', (file) => expect(britishIn(readFileSync(path.join(inject('dists').demo, file), 'utf8'))).toEqual([]));

  test('texts computed from the demo’s figures', () => {
    const { summary_source, faq, aspects, pull_quote_source } = JSON.parse(
      readFileSync(path.join(inject('dists').demo, 'insights.json'), 'utf8'),
    );
    const bases = aspects.map(({ trend }: { trend: { basis: string } | null }) => trend?.basis ?? '');
    const questions = faq.map(({ question }: { question: string }) => question);
    expect(britishIn([summary_source.figures_text, pull_quote_source.rule, ...questions, ...bases].join('\n'))).toEqual([]);
  });

  test('titles and descriptions of MCP tools', () =>
    expect(
      britishIn(toolDefinitions.map((tool) => `${tool.title} ${describeFor(tool, toBusinessWords(fixture.insights))}`).join('\n')),
    ).toEqual([]));
});
