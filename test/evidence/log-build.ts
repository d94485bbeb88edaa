import { build } from '../../scripts/build/build.ts';
import { readEnvironment } from '../../site/contract/environment.ts';
import { printDocuments } from '../support/print-documents.ts';

/** A build of the documents with the environment that is its argument, in a process of its own, so that it can be killed. */
const environment = readEnvironment(JSON.parse(process.argv[2] ?? '{}') as Record<string, string>);
console.log('begun');
const { log } = await build({ environment, now: Date.now, onProgress: () => {}, print: printDocuments });
console.log(log.join('\n'));
