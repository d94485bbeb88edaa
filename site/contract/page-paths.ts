import { pagePaths } from './paths.ts';
import { toSlugs } from './plain-words.ts';
import type { Mentions } from './review.ts';

/** The folder for the pages of each kind of catalogue entry, and the slug of a name without Latin letters. */
export const entityFolders = {
  services: { root: pagePaths.services, fallback: 'service' },
  technicians: { root: pagePaths.technicians, fallback: 'technician' },
  service_areas: { root: pagePaths.serviceAreas, fallback: 'area' },
} as const satisfies Record<keyof Mentions, { root: string; fallback: string }>;

/** The path of each entry's page, by key. `keys` are all entries of the kind, in the catalogue's order. */
export function entityPaths(kind: keyof Mentions, keys: readonly string[]): Map<string, string> {
  const { root, fallback } = entityFolders[kind];
  return new Map([...toSlugs(keys, fallback)].map(([key, slug]) => [key, `${root}${slug}/`]));
}

/** The anchor of each question on the questions page. `questions` are all of them, in the document's order. */
export function questionAnchors(questions: readonly string[]): Map<string, string> {
  return new Map([...toSlugs(questions, 'question')].map(([question, slug]) => [question, `q-${slug}`]));
}

/** The path of each question's answer. */
export function questionPaths(questions: readonly string[]): Map<string, string> {
  return new Map([...questionAnchors(questions)].map(([question, anchor]) => [question, `${pagePaths.questions}#${anchor}`]));
}
