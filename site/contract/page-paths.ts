import { pagePaths } from './paths.ts';
import type { Mentions } from './review.ts';
import { toSlugs } from './slug.ts';

/** Where the pages of each kind of the catalogue stand, and what a name without Latin letters is called there. */
export const entityFolders = {
  services: { root: pagePaths.services, fallback: 'service' },
  technicians: { root: pagePaths.technicians, fallback: 'technician' },
  service_areas: { root: pagePaths.serviceAreas, fallback: 'area' },
} as const satisfies Record<keyof Mentions, { root: string; fallback: string }>;

/** The path of the page of each entry, by its key; `keys` are all of the kind, in the catalogue's order. */
export function entityPaths(kind: keyof Mentions, keys: readonly string[]): Map<string, string> {
  const { root, fallback } = entityFolders[kind];
  return new Map([...toSlugs(keys, fallback)].map(([key, slug]) => [key, `${root}${slug}/`]));
}

/** The id of each question on the page of questions; `questions` are all, in the document's order. */
export function questionAnchors(questions: readonly string[]): Map<string, string> {
  return new Map([...toSlugs(questions, 'question')].map(([question, slug]) => [question, `q-${slug}`]));
}

/** Where each question is answered. */
export function questionPaths(questions: readonly string[]): Map<string, string> {
  return new Map([...questionAnchors(questions)].map(([question, anchor]) => [question, `${pagePaths.questions}#${anchor}`]));
}
