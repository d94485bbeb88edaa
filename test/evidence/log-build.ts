import { build } from '../../scripts/build/build.ts';
import { readEnvironment } from '../../site/contract/environment.ts';
import { printDocuments } from '../support/print-documents.ts';

/** Builds the documents in a separate process that can be killed. Its argument is the environment as JSON. */
const environment = readEnvironment(JSON.parse(process.argv[2] ?? '{}') as Record<string, string>);
console.log('begun');
const { log } = await build({ environment, now: Date.now, onProgress: () => {}, print: printDocuments });
console.log(log.join('\n'));
