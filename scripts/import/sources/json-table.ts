import { isObject } from '../../../site/algorithms.ts';
import { nearest } from '../../../site/content/problems.ts';
import { ImportError, type SourceContext } from '../context.ts';
import { isModeration } from '../moderation/moderation.ts';
import { FoundPlaces, readTable, type TableSource } from './csv.ts';
import type { FileAdapter, Source } from './source.ts';

/** Reviews of a Google place as Apify's scrapers export them; `title` is the place's name and `totalScore` its average. */
const APIFY: TableSource = {
  names: {
    review_id: 'source_id',
    stars: 'rating',
    published_at_date: 'date',
    name: 'author',
    text: 'text',
    review_url: 'source_url',
    reviewer_photo_url: 'author_avatar_url',
    response_from_owner_text: 'reply_text',
    response_from_owner_date: 'reply_date',
    ...Object.fromEntries(
      ['title', 'rating', 'url', 'publish_at', 'scraped_at', 'reviews_count', 'total_score'].map((name) => [name, undefined]),
    ),
  },
  factsOf: (cell) => ({
    source: 'google',
    method: 'platform_account',
    place: { id: cell('place_id'), name: cell('title'), town: cell('city') },
  }),
};

export const apify: Source = {
  name: 'apify',
  help: "Apify's export of Google reviews (JSON)",
  canBeComplete: true,
  recognise: (head) =>
    head.format === 'json' &&
    isObject(head.record) &&
    ['reviewId', 'stars', 'publishedAtDate'].every((key) => Object.hasOwn(head.record as object, key)),
  begin: (name, _head, context) => beginRecords(name, context, APIFY),
};

/** Any other JSON: keys are columns; keys of inner objects have a path (`user.name`). */
export const jsonTable: Source = {
  name: 'json',
  help: 'any other JSON or NDJSON with a list of reviews; keys by --map',
  canBeComplete: true,
  recognise: (head) => head.format === 'json' && isObject(head.record) && !('geometry' in head.record),
  begin: (name, _head, context) => beginRecords(name, context),
};

function beginRecords(name: string, context: SourceContext, source?: TableSource): FileAdapter {
  const tables = new Map<string, ReturnType<typeof readTable>>();
  const leftOut = new Set<string>();
  const foundPlaces = new FoundPlaces();
  const seen = new Set<string>();
  let last = { value: undefined as unknown, fields: new Map<string, string>() };
  const fieldsFor = (value: unknown) => {
    if (last.value !== value) last = { value, fields: fieldsOf(value) };
    return last.fields;
  };
  const tableOf = (header: readonly string[]) => {
    const key = JSON.stringify(header);
    const known = tables.get(key);
    if (known) return known;
    // A record may lack keys that others have.
    const mapped = new Map([...context.columns].filter(([, theirs]) => header.includes(theirs)));
    const table = readTable(header, { ...context, columns: mapped }, source);
    if (tables.size < MAX_TABLES) tables.set(key, table);
    for (const theirs of mapped.values()) seen.add(theirs);
    for (const index of table.unknown) if (!isModeration(header[index] ?? '', context)) leftOut.add(header[index] ?? '');
    return table;
  };
  return {
    notes: [],
    adapt: ({ place, value }) => {
      const fields = fieldsFor(value);
      const table = tableOf([...fields.keys()]);
      if (table.problem !== undefined) {
        const keys = [...fields.keys()];
        if (tables.size === 1)
          throw new ImportError(`${name}: ${explainKeys(table.problem, keys, 'its first record')}`, {
            kind: 'columns',
            file: name,
            header: keys,
          });
        return { place, reason: explainKeys(table.problem, keys, 'it') };
      }
      const { result, facts } = table.adapt(place, [...fields.values()]);
      foundPlaces.add(facts.place);
      return result;
    },
    finish: () => {
      const absent = [...context.columns].find(([, theirs]) => !seen.has(theirs));
      if (absent)
        throw new ImportError(
          `${name}: --map ${absent[0]}="${absent[1]}": no record has this key; write ${nearest(absent[1], [...leftOut])
            .map((key) => `"${key}"`)
            .join(' or ')}`,
        );
      return leftOut.size === 0 || source !== undefined ? [] : [`${name}: not imported: ${[...leftOut].join(', ')}`];
    },
    places: () => foundPlaces.all,
    othersOf: ({ value }) => {
      const fields = fieldsFor(value);
      return tableOf([...fields.keys()]).othersOf([...fields.values()]);
    },
  };
}

const MAX_FIELDS = 500;

/** How many different sets of keys are remembered: records with more have data for keys. */
const MAX_TABLES = 1000;

/** The values of a record by key, as cells of a table. Lists are left out. */
export function fieldsOf(value: unknown, prefix = '', fields = new Map<string, string>()): Map<string, string> {
  if (!isObject(value)) return fields;
  for (const [key, inner] of Object.entries(value)) {
    if (fields.size >= MAX_FIELDS) break;
    if (isObject(inner)) fieldsOf(inner, `${prefix}${key}.`, fields);
    else if (!Array.isArray(inner)) fields.set(prefix + key, inner === null ? '' : String(inner));
  }
  return fields;
}

/** The problem with the keys of a record, with the fix. */
function explainKeys(problem: string, keys: readonly string[], record: string): string {
  return isFacebook(keys)
    ? FACEBOOK
    : problem.replace('no column for', 'no key for').replace(' in its first line:', `; ${record} has`).replace('the columns', 'the keys');
}

/** Whether these are the columns or keys of Facebook's recommendations, which have no stars. */
export const isFacebook = (names: readonly string[]) =>
  names.some((name) => /^(?:recommendation(?:_type)?|recommends|is_recommended)$/i.test(name.trim()));

export const FACEBOOK =
  'has recommendations from Facebook, which say yes or no and have no stars, so there is no rating to publish. Reviews from before 2018 have stars: import those rows alone. You can link to your Facebook page under same_as in business.yaml instead';
