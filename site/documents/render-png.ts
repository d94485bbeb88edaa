import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

const { resolve } = createRequire(import.meta.url);
/** The font files for pictures. */
export const fonts = { regular: resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'), bold: resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf') };

let ready: Promise<Buffer[]> | undefined;

/** How many pictures a process keeps: drawing takes 15 ms, and the desk and `npm run dev` print the same ones again and again. */
const KEPT = 64;
/** The pictures that were drawn last, by width and SVG, the oldest first. */
const drawn = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/**
 * Renders an SVG as PNG, `width` pixels wide or in its own width. The bytes are the same on every machine: the renderer is WebAssembly and
 * uses no system fonts. Don't change them: they may be used again.
 */
export function renderPng(svg: string, width?: number): Promise<Uint8Array<ArrayBuffer>> {
  const key = `${width} ${svg}`;
  const png = drawn.get(key) ?? draw(svg, width);
  drawn.delete(key);
  drawn.set(key, png);
  const [oldest = ''] = drawn.keys();
  if (drawn.size > KEPT) drawn.delete(oldest);
  return png;
}

async function draw(svg: string, width?: number): Promise<Uint8Array<ArrayBuffer>> {
  ready ??= initialize();
  const fontBuffers = await ready;
  const fitTo = width === undefined ? ({ mode: 'original' } as const) : ({ mode: 'width', value: width } as const);
  const drawing = new Resvg(svg, { fitTo, font: { fontBuffers, defaultFontFamily: 'DejaVu Sans' } });
  const image = drawing.render();
  const png = new Uint8Array(image.asPng());
  // Their WebAssembly memory isn't garbage-collected.
  image.free();
  drawing.free();
  return png;
}

/** Vite makes a copy of this module after each edit in `npm run dev`, but the renderer can only be initialized once per process. */
async function initialize(): Promise<Buffer[]> {
  await initWasm(await readFile(resolve('@resvg/resvg-wasm/index_bg.wasm'))).catch((error: Error) => {
    if (!error.message.startsWith('Already initialized')) throw error;
  });
  return Promise.all(Object.values(fonts).map((font) => readFile(font)));
}
