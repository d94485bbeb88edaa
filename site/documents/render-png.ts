import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { LRUCache } from 'lru-cache';
import { memoized } from '../memo.ts';

const { resolve } = createRequire(import.meta.url);
const fonts = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((name) => resolve(`dejavu-fonts-ttf/ttf/${name}`));
/** Astro bundles its own copy of this module, so the renderer and the last pictures are kept in the process. */
const slot = Symbol.for('open-reviews.renderer');
const shared = globalThis as { [slot]?: Renderer };
const MOST_PICTURES = 16;

interface Renderer {
  ready?: Promise<void>;
  /** In Base64. */
  readonly pictures: LRUCache<string, Promise<string>>;
}

/** An SVG as PNG, `width` pixels wide or as wide as it says: the same bytes on every machine, since the renderer is WebAssembly and no system fonts are used. */
export async function renderPng(svg: string, width?: number): Promise<Uint8Array<ArrayBuffer>> {
  shared[slot] ??= { pictures: new LRUCache({ max: MOST_PICTURES }) };
  const renderer = shared[slot];
  const key = `${width} ${svg}`;
  const picture = renderer.pictures.get(key) ?? memoized(['png', key], () => render(renderer, svg, width));
  renderer.pictures.set(key, picture);
  return Buffer.from(await picture, 'base64');
}

async function render(renderer: Renderer, svg: string, width: number | undefined): Promise<string> {
  renderer.ready ??= readFile(resolve('@resvg/resvg-wasm/index_bg.wasm')).then(initWasm);
  await renderer.ready;
  const fontBuffers = await Promise.all(fonts.map((font) => readFile(font)));
  const fitTo = width === undefined ? ({ mode: 'original' } as const) : ({ mode: 'width', value: width } as const);
  const image = new Resvg(svg, { fitTo, font: { fontBuffers, defaultFontFamily: 'DejaVu Sans' } }).render();
  return Buffer.from(image.asPng()).toString('base64');
}
