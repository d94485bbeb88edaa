import { namedFile, readContentFile } from '../../site/content/read/named-file.ts';
import { businessFile } from '../../site/content/schemas.ts';
import { plainWords } from '../../site/contract/plain-words.ts';
import { DEMO_NAME } from '../build/last-publication.ts';
import type { Terminal } from '../cli/terminal.ts';
import { wordsIn } from './columns.ts';
import { ImportError } from './context.ts';

/** The place that an export is from, as far as the export names it. */
export interface Place {
  /** The id of the place at its platform, such as a Google location. */
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly town?: string | undefined;
}

/** The business in the content, and the ids of the places of earlier imports. */
export interface KnownBusiness {
  readonly contentDir: string;
  readonly name: string;
  readonly town: string | null;
  readonly placeIds: ReadonlySet<string>;
}

export async function readKnownBusiness(contentDir: string, placeIds: Iterable<string>): Promise<KnownBusiness> {
  const business = (await readContentFile(namedFile(contentDir, 'business'), businessFile))?.value;
  return { contentDir, name: business?.name ?? '', town: business?.address?.locality ?? null, placeIds: new Set(placeIds) };
}

/** Why an import may be a mistake: it would go into the demo, or the export seems to be from another business. Undefined otherwise. */
export function doubtAbout({ contentDir, name, town, placeIds }: KnownBusiness, places: readonly Place[]): string | undefined {
  if (name === DEMO_NAME)
    return `${contentDir} is the demo business, ${DEMO_NAME}. To import into your own, set CONTENT_DIR to its folder (npm run new makes one)`;
  for (const place of places) {
    const called = [place.name, place.town].filter((part) => part !== undefined).join(', ') || `place ${place.id}`;
    if (place.id !== undefined && placeIds.has(place.id)) continue;
    if (place.name !== undefined && !sharesWord(place.name, name)) return `the export is from "${called}", and ${contentDir} is "${name}"`;
    if (place.town !== undefined && town && !sharesWord(place.town, town))
      return `the export is from "${called}", and ${contentDir} is "${name}" in ${town}`;
    if (place.id !== undefined && placeIds.size > 0)
      return `the export is from "${called}", and the earlier imports into ${contentDir} were from another place`;
  }
  return undefined;
}

/** Asks for confirmation. @throws ImportError if the answer is no, or without a terminal. */
export async function confirmImport(doubt: string | undefined, isConfirmed: boolean, terminal: Terminal | undefined): Promise<void> {
  if (doubt === undefined || isConfirmed) return;
  if (!terminal) throw new ImportError(`import: ${doubt}; nothing was imported\nIf that is what you want, repeat the command with --yes.`);
  if (!(await terminal.confirm(`${doubt[0]?.toUpperCase()}${doubt.slice(1)}. Import anyway?`)))
    throw new ImportError('import: nothing was imported');
}

/** Whether two names have a word in common, ignoring case, accents and legal forms. */
function sharesWord(a: string, b: string): boolean {
  const words = new Set(distinctiveWords(a));
  return words.size === 0 || distinctiveWords(b).some((word) => words.has(word));
}

/** Words that don't tell businesses apart. */
const LEGAL_FORMS: ReadonlySet<string> = new Set(wordsIn('the and of de la el und der die inc llc ltd co gmbh sl sa sarl'));

/** The words that tell a business apart, or all words if there are no others. */
function distinctiveWords(name: string): string[] {
  const words = plainWords(name);
  const distinctive = words.filter((word) => !LEGAL_FORMS.has(word));
  return distinctive.length > 0 ? distinctive : words;
}
