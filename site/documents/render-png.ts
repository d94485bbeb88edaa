import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { LRUCache } from 'lru-cache';

const { resolve } = createRequire(import.meta.url);
const fonts = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((name) => resolve(`dejavu-fonts-ttf/ttf/${name}`));
/** Each build bundles its own copy of this module, so the renderer and the last pictures are kept in the process. */
const slot = Symbol.for('open-reviews.renderer');
const shared = globalThis as {
  [slot]?: { readonly ready: Promise<void>; readonly pictures: LRUCache<string, Promise<Uint8Array<ArrayBuffer>>> };
};
const MOST_PICTURES = 16;

/** An SVG as PNG, `width` pixels wide or as wide as it says: the same bytes on every machine, since the renderer is WebAssembly and no system fonts are used. */
export async function renderPng(svg: string, width?: number): Promise<Uint8Array<ArrayBuffer>> {
  shared[slot] ??= {
    ready: readFile(resolve('@resvg/resvg-wasm/index_bg.wasm')).then(initWasm),
    pictures: new LRUCache({ max: MOST_PICTURES }),
  };
  const { ready, pictures } = shared[slot];
  const key = `${width} ${svg}`;
  const picture = pictures.get(key) ?? ready.then(() => render(svg, width));
  pictures.set(key, picture);
  return picture;
}

async function render(svg: string, width: number | undefined): Promise<Uint8Array<ArrayBuffer>> {
  const fontBuffers = await Promise.all(fonts.map((font) => readFile(font)));
  const fitTo = width === undefined ? ({ mode: 'original' } as const) : ({ mode: 'width', value: width } as const);
  return new Uint8Array(new Resvg(svg, { fitTo, font: { fontBuffers, defaultFontFamily: 'DejaVu Sans' } }).render().asPng());
}
