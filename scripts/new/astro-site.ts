import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** The parts of a package.json that show whether it is an Astro site with our integration. */
const sitePackage = z.object({
  name: z.string().optional(),
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
});

/** Another Astro site around a new folder. */
export interface AroundSite {
  readonly folder: string;
  /** Whether it already depends on this program. */
  readonly hasProgram: boolean;
}

/** Returns the Astro site that a folder is inside of, if the nearest package.json above it depends on Astro and isn't our own. */
export function findAstroSite(folder: string): AroundSite | undefined {
  for (let parent = path.dirname(path.resolve(folder)); ; parent = path.dirname(parent)) {
    const text = readIfExists(path.join(parent, 'package.json'));
    if (text !== undefined) return readSite(parent, text);
    if (parent === path.dirname(parent)) return undefined;
  }
}

function readSite(folder: string, text: string): AroundSite | undefined {
  const { data } = sitePackage.safeParse(parseJson(text));
  if (data === undefined || data.name === 'open-reviews') return undefined;
  const names = Object.keys({ ...data.dependencies, ...data.devDependencies });
  return names.includes('astro') ? { folder, hasProgram: names.includes('open-reviews') } : undefined;
}

function readIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** A package.json that npm couldn't read isn't a site's. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
