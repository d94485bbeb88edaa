import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroConfig, AstroIntegration } from 'astro';
import { checkPictures } from '../../site/content/read/pictures.ts';
import { type Environment, readEnvironment } from '../../site/contract/environment.ts';
import type { FileRecord } from '../../site/contract/generation.ts';
import { paths } from '../../site/contract/paths.ts';
import { reviews as addPages, publication, publishFrom } from '../../site/integration.ts';
import { type Publication, readPublication } from '../../site/publication.ts';
import { basePathOf } from '../../site/shared/base-path.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { counted } from '../../site/shared/text.ts';
import { fileOf, listPaths, recordOf } from '../build/files.ts';
import { describeGeneration } from '../build/generation.ts';
import { contentPlugin, followContent } from '../dev/content-plugin.ts';

export interface ReviewsOptions {
  /** The folder with business.yaml, relative to the root of the site. By default, ./reviews. */
  readonly content?: string;
  /** The path of the pages and documents. By default, /reviews. */
  readonly at?: string;
  /** A layout of the site, relative to its root, with a default slot and the props `title` and `description`. By default, our own. */
  readonly layout?: string;
}

/**
 * The Astro integration for any site: adds our pages and documents below the path `at`, and leaves the site's own pages as they are.
 * @throws SetupError if `site` is missing in the site's configuration, or an option is invalid
 */
export default function reviews({ content = './reviews', at = '/customers', layout }: ReviewsOptions = {}): AstroIntegration {
  if (!/^(?:\/[\w.~-]+)+\/?$/.test(at)) throw new SetupError(`open-reviews: at: found "${at}"; write a path such as /customers`);
  const { hooks } = addPages({ at, layout });
  let environment: Environment;
  const read = (): Publication => ({ ...readPublication(environment), hasLog: false });
  return {
    name: 'open-reviews',
    hooks: {
      'astro:config:setup': async (setup) => {
        const { config, logger } = setup;
        environment = environmentOf(config, content, at);
        publishFrom(read);
        await hooks['astro:config:setup']?.(setup);
        const edited = followContent(environment.CONTENT_DIR, read, ({ publication, problem }) => {
          if (problem === undefined) logger.info(counted(publication.dataset.reviews.length, 'review'));
          else logger.error(problem);
        });
        const place = {
          contentDir: environment.CONTENT_DIR,
          basePath: basePathOf(environment.BASE_URL),
          trailingSlash: config.trailingSlash,
        };
        setup.updateConfig({ vite: { plugins: [contentPlugin(place, edited)] } });
      },
      'astro:build:start': () => checkPictures(publication().dataset),
      'astro:build:done': async (done) => {
        await hooks['astro:build:done']?.(done);
        await describe(
          path.join(fileURLToPath(done.dir), at),
          publication(),
          environment.SOURCE_DATE_EPOCH ?? Math.floor(Date.now() / 1000),
        );
      },
    },
  };
}

/** Derives our settings from the site's configuration and, as in our own builds, from the environment. */
function environmentOf({ site, base, root, cacheDir }: AstroConfig, content: string, at: string): Environment {
  if (site === undefined)
    throw new SetupError(
      'open-reviews: site is missing; set it in your Astro config to the address of your site, such as https://example.com',
    );
  const contentDir = path.resolve(fileURLToPath(root), content);
  if (!existsSync(contentDir))
    throw new SetupError(
      `open-reviews: content: there is no folder ${contentDir}; write the path of the folder with business.yaml, relative to the root of the site`,
    );
  const { HUB_URL, SINCE_BUDGET_MB, SOURCE_DATE_EPOCH } = process.env;
  return readEnvironment({
    HUB_URL,
    SINCE_BUDGET_MB,
    SOURCE_DATE_EPOCH,
    BASE_URL: new URL(path.posix.join('/', base, at), site).href,
    CONTENT_DIR: contentDir,
    CACHE_DIR: path.join(fileURLToPath(cacheDir), 'open-reviews'),
  });
}

/** Adds the files that aren't routes to `folder`: the dates of `since`, and the record that a sidecar reads. `time` is in seconds. */
async function describe(folder: string, publication: Publication, time: number): Promise<void> {
  const records = new Map<string, FileRecord>();
  for (const publicPath of listPaths(folder)) {
    if (publicPath !== paths.generation) records.set(publicPath, recordOf(await readFile(fileOf(folder, publicPath))));
  }
  await describeGeneration({ stage: folder, publication, records, served: [], changed: time });
}
