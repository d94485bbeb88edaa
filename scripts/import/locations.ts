import { ImportError } from './context.ts';

/** A Google location in an export. */
export interface Location {
  /** `locations/…`, as in the identity of its reviews. */
  readonly scope: string;
  readonly name: string | undefined;
  readonly count: number;
}

const ID = /^locations\//;

export const isLocation = (scope: string) => ID.test(scope);

/**
 * The scopes of the locations chosen by id or name. @throws ImportError with a list of locations if the choice is missing, unknown or
 * ambiguous
 */
export function chooseLocations(files: string, locations: readonly Location[], wanted: readonly string[]): ReadonlySet<string> {
  if (wanted.includes('all') || (wanted.length === 0 && locations.length < 2)) return new Set(locations.map(({ scope }) => scope));
  const list = locations.map(describeLocation).join('\n');
  if (wanted.length === 0)
    throw new ImportError(`${files}: has reviews of ${locations.length} locations; choose one or more, or --location all:\n${list}`, {
      kind: 'locations',
      locations,
    });
  return new Set(
    wanted.map((one) => {
      const [first, ...others] = locations.filter((location) => isNamed(location, one));
      if (first === undefined) throw new ImportError(`${files}: has no location ${JSON.stringify(one)}; write one of these:\n${list}`);
      if (others.length > 0)
        throw new ImportError(`${files}: has ${others.length + 1} locations ${JSON.stringify(one)}; write the number:\n${list}`);
      return first.scope;
    }),
  );
}

function isNamed({ scope, name }: Location, wanted: string): boolean {
  return scope === wanted || idOf(scope) === wanted.replace(/^location-/, '') || name?.toLowerCase() === wanted.trim().toLowerCase();
}

const idOf = (scope: string) => scope.replace(ID, '');

function describeLocation({ scope, name, count }: Location): string {
  return `  --location ${idOf(scope)}  ${name ?? 'without a name'}, ${count === 1 ? '1 review' : `${count} reviews`}`;
}
