import { defineConfig } from 'astro/config';
import { astroConfig } from './site/astro-config.ts';
import { readEnvironment } from './site/contract/environment.ts';

export default defineConfig(astroConfig(readEnvironment(process.env)));
