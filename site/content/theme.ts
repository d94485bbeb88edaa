import { clampChroma, converter, formatHex, interpolate, wcagContrast } from 'culori';

/** The theme as the business writes it: colors as #rrggbb. */
export interface GivenTheme {
  readonly brand?: string | undefined;
  readonly link?: string | undefined;
  readonly star?: string | undefined;
  readonly type: TypePair;
  readonly scheme: 'auto' | 'light' | 'dark';
}

export const typePairs = ['plain', 'bookish', 'rounded', 'geometric'] as const;
export type TypePair = (typeof typePairs)[number];

/** A color on light pages and on dark ones, as #rrggbb. */
export interface SchemeColor {
  readonly light: string;
  readonly dark: string;
}

/** What a theme sets; what a business left open is as in `site/styles/base.css`, whose colors a test compares with those below. */
export interface Theme {
  readonly type: TypePair;
  readonly scheme: 'auto' | 'light' | 'dark';
  readonly accent: SchemeColor | undefined;
  readonly onAccent: SchemeColor | undefined;
  readonly star: SchemeColor | undefined;
  readonly band: Band;
  /** Whether nothing differs from the style sheet. */
  readonly isDefault: boolean;
}

/** The colors of the band at the top, the badge, the icon and the preview image; `dark` is its ground on dark pages. */
export interface Band {
  readonly ground: SchemeColor;
  readonly text: SchemeColor;
  readonly quiet: SchemeColor;
  readonly line: SchemeColor;
  readonly star: SchemeColor;
}

/** A color that can't be read where it would stand. */
export interface ThemeFault {
  readonly key: 'brand' | 'link' | 'star';
  readonly found: string;
  readonly write: string;
}

/** WCAG 2.2, 1.4.3: text needs 4.5 to 1; 1.4.11: pictures that say something need 3 to 1. */
const TEXT = 4.5;
const PICTURE = 3;

/** The grounds of base.css on which colors have the least contrast. */
const GROUND: SchemeColor = { light: '#eef1ed', dark: '#1b2622' };
const INK = ['#ffffff', '#08201a', '#000000'] as const;

const standardBand: Band = {
  ground: { light: '#10322a', dark: '#0a1f1a' },
  text: { light: '#f1f5f2', dark: '#eef4f0' },
  quiet: { light: '#b5c9c0', dark: '#a9bfb6' },
  line: { light: '#33574d', dark: '#29473e' },
  star: { light: '#f4bd62', dark: '#f4bd62' },
};

/** The theme without any settings. */
export const standardTheme: Theme = {
  type: 'plain',
  scheme: 'auto',
  accent: undefined,
  onAccent: undefined,
  star: undefined,
  band: standardBand,
  isDefault: true,
};

/** The colors of a theme. Each fault names a color that can't be read on the pages, with one near it that can. */
export function toTheme({ brand, link, star, type, scheme }: GivenTheme): {
  readonly theme: Theme;
  readonly faults: readonly ThemeFault[];
} {
  const accentLight = link ?? brand;
  const faults = [...checkLink(brand, link), ...checkStar(star)];
  const accent = accentLight === undefined ? undefined : { light: accentLight, dark: readable(accentLight, GROUND.dark, TEXT) };
  return {
    theme: {
      type,
      scheme,
      accent,
      onAccent: accent && { light: inkOn(accent.light), dark: inkOn(accent.dark) },
      star: star === undefined ? undefined : { light: star, dark: readable(star, GROUND.dark, PICTURE) },
      band: brand === undefined ? standardBand : toBand(brand),
      isDefault: type === 'plain' && scheme === 'auto' && accent === undefined && star === undefined,
    },
    faults,
  };
}

/** A link color beside a brand that can't be read as one; undefined where it can. */
export function readableLink(brand: string): string | undefined {
  return checkLink(brand, undefined).length === 0 ? undefined : readable(brand, GROUND.light, TEXT);
}

function checkLink(brand: string | undefined, link: string | undefined): ThemeFault[] {
  const color = link ?? brand;
  if (color === undefined || wcagContrast(color, GROUND.light) >= TEXT) return [];
  const instead = readable(color, GROUND.light, TEXT);
  const found = `${color}, which has a contrast of ${ratio(color)} on the pages, where links need 4.5 to 1`;
  return link === undefined
    ? [{ key: 'brand', found, write: `keep the brand, and add a link color beside it, such as link: "${instead}"` }]
    : [{ key: 'link', found, write: `write a darker color, such as "${instead}"` }];
}

function checkStar(star: string | undefined): ThemeFault[] {
  if (star === undefined || wcagContrast(star, GROUND.light) >= PICTURE) return [];
  const found = `${star}, which has a contrast of ${ratio(star)} on the pages, where stars need 3 to 1`;
  return [{ key: 'star', found, write: `write a darker color, such as "${readable(star, GROUND.light, PICTURE)}"` }];
}

const ratio = (color: string) => `${wcagContrast(color, GROUND.light).toFixed(1)} to 1`;

function toBand(brand: string): Band {
  const parts = { light: bandOn(brand), dark: bandOn(mixed(brand, '#000000', 0.4)) };
  const both = (key: keyof ReturnType<typeof bandOn>): SchemeColor => ({ light: parts.light[key], dark: parts.dark[key] });
  return { ground: both('ground'), text: both('text'), quiet: both('quiet'), line: both('line'), star: both('star') };
}

function bandOn(ground: string) {
  const text = inkOn(ground);
  const gold = standardBand.star.light;
  const quiet = [0.3, 0.2, 0.1].map((share) => mixed(text, ground, share)).find((color) => wcagContrast(color, ground) >= TEXT) ?? text;
  return { ground, text, quiet, line: mixed(ground, text, 0.25), star: wcagContrast(gold, ground) >= PICTURE ? gold : text };
}

/** White, near-black or black: the first that can be read on a color. One of white and black always can. */
function inkOn(ground: string): string {
  return INK.find((ink) => wcagContrast(ink, ground) >= TEXT) ?? '#000000';
}

const toOklch = converter('oklch');

/** The color nearest in lightness, of the same hue, that has a contrast of at least `least` on `ground`; itself if it has. */
function readable(color: string, ground: string, least: number): string {
  const { l, ...hue } = toOklch(color) ?? { mode: 'oklch', l: 0, c: 0 };
  const step = wcagContrast('#ffffff', ground) > wcagContrast('#000000', ground) ? 0.01 : -0.01;
  for (let lightness = l; lightness >= 0 && lightness <= 1; lightness += step) {
    const shade = formatHex(clampChroma({ ...hue, l: lightness }, 'oklch'));
    const candidate = lightness === l ? color : shade;
    if (wcagContrast(candidate, ground) >= least) return candidate;
  }
  return step > 0 ? '#ffffff' : '#000000';
}

const mixed = (one: string, other: string, share: number) => formatHex(interpolate([one, other], 'oklab')(share)) ?? one;
