import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The script that defines `axe` in a page. A browser loads the minified one in two thirds of the time. */
export const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export type Axe = typeof import('axe-core');
