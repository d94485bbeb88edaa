import type { Dataset, Logo } from '../content/dataset.ts';
import { machinePaths, pagePaths } from '../contract/paths.ts';
import type { Publication } from '../publication.ts';
import { basePathOf } from '../shared/base-path.ts';

/** The bytes of `/logo.svg`: the unchanged logo inside a picture, where a script in it can't run. */
export function printLogo({ bytes, mediaType, width, height }: Logo): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${place({ bytes, mediaType }, 0, 0, width, height)}</svg>\n`;
}

const STAR = 'M16 5.5l3.2 6.6 7.2 1-5.2 5.1 1.3 7.2L16 22l-6.5 3.4 1.3-7.2-5.2-5.1 7.2-1z';

/** The bytes of `/favicon.svg`: the logo on a tile, or a star in the theme's colors. */
export function printIcon({ logo, theme }: Pick<Dataset, 'logo' | 'theme'>): string {
  const { ground, star } = theme.band;
  const picture = logo
    ? `<rect width="32" height="32" rx="7" fill="#ffffff"/>${place(logo, 3, 3, 26, 26)}`
    : `<rect width="32" height="32" rx="7" fill="${ground.light}"/><path d="${STAR}" fill="${star.light}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>Reviews</title>${picture}</svg>\n`;
}

/** The icon for launchers that crop it: everything is inside the circle of 80% that they keep (W3C Web Application Manifest). */
export function drawMaskableIcon({ logo, theme }: Pick<Dataset, 'logo' | 'theme'>): string {
  const { ground, star } = theme.band;
  const picture = logo
    ? `<rect width="32" height="32" fill="#ffffff"/>${place(logo, 7, 7, 18, 18)}`
    : `<rect width="32" height="32" fill="${ground.light}"/><path transform="translate(3.2 3.2) scale(.8)" d="${STAR}" fill="${star.light}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${picture}</svg>\n`;
}

/** The bytes of `/favicon.ico`, which some programs request without reading a page: a directory with one PNG of 32 by 32 pixels. */
export function toFavicon(png: Uint8Array): Uint8Array<ArrayBuffer> {
  // One icon of 32 by 32 pixels with one plane and 32 bits per pixel, then the length and the offset of the PNG.
  const header = Buffer.from([0, 0, 1, 0, 1, 0, 32, 32, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0]);
  header.writeUInt32LE(png.length, 14);
  return new Uint8Array(Buffer.concat([header, png]));
}

function place({ bytes, mediaType }: Pick<Logo, 'bytes' | 'mediaType'>, x: number, y: number, width: number, height: number): string {
  return `<image x="${x}" y="${y}" width="${width}" height="${height}" href="data:${mediaType};base64,${bytes.toString('base64')}"/>`;
}

/** The bytes of `/manifest.webmanifest` (W3C Web Application Manifest). */
export function printManifest({ dataset, baseUrl }: Pick<Publication, 'dataset' | 'baseUrl'>): string {
  const { business, theme } = dataset;
  const below = (path: string) => basePathOf(baseUrl) + path;
  const manifest = {
    name: business.name,
    lang: dataset.language,
    start_url: below(pagePaths.home),
    display: 'browser',
    theme_color: theme.band.ground.light,
    background_color: '#f7f8f6',
    icons: [
      { src: below(machinePaths.icon), type: 'image/svg+xml', sizes: 'any' },
      { src: below(machinePaths.icon192), type: 'image/png', sizes: '192x192' },
      { src: below(machinePaths.icon512), type: 'image/png', sizes: '512x512' },
      { src: below(machinePaths.maskableIcon), type: 'image/png', sizes: '512x512', purpose: 'maskable' },
    ],
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
