import { general } from './general.ts';
import { home } from './home.ts';
import type { Pack } from './pack.ts';

/** The packs by name. */
export const packs: Readonly<Record<Pack['name'], Pack>> = { home, general };
