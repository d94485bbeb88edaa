import { clampChroma, converter, formatHex, interpolate, wcagContrast } from 'culori';
import type { FileData } from './record-schemas.ts';

/** The theme in business.yaml, with colors as #rrggbb. */
export type GivenTheme = NonNullable<FileData<'business'>['theme']>;
export type TypePair = GivenTheme['type'];

/** A color for light and for dark pages, as #rrggbb. */
export interface SchemeColor {
  readonly light: string;
  readonly dark: string;
}

/** A theme. Undefined colors are those of `site/styles/base.css`; a test compares them with the ones below. */
export interface Theme extends Readonly<Pick<GivenTheme, 'type' | 'scheme'>> {
  readonly accent: SchemeColor | undefined;
  readonly onAccent: SchemeColor | undefined;
  readonly star: SchemeColor | undefined;
  readonly band: Band;
  /** Whether everything is as in the style sheet. */
  readonly isDefault: boolean;
}

/** The colors of the band at the top, the badge, the icon and the preview image. */
export interface Band {
  readonly ground: SchemeColor;
  readonly text: SchemeColor;
  readonly quiet: SchemeColor;
  readonly line: SchemeColor;
  readonly star: SchemeColor;
}

/** A color that is illegible on the pages. */
export interface ThemeProblem {
  readonly key: 'brand' | 'link' | 'star';
  readonly found: string;
  readonly write: string;
}

/** WCAG 2.2, 1.4.3: text needs 4.5 to 1; 1.4.11: graphics need 3 to 1. */
const TEXT = 4.5;
const PICTURE = 3;

/** The backgrounds of base.css on which colors have the least contrast. */
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
export const standardTheme: Theme = toTheme({ type: 'plain', scheme: 'auto' }).theme;

/** The colors of a theme, and its illegible colors, each with a legible one near it. */
export function toTheme({ brand, link, star, type, scheme }: GivenTheme): {
  readonly theme: Theme;
  readonly problems: readonly ThemeProblem[];
} {
  const accentLight = link ?? brand;
  const problems = [...checkLink(brand, link), ...checkStar(star)];
  // A light brand is legible on dark pages, even if light ones need another color for links.
  const accentDark = brand !== undefined && wcagContrast(brand, GROUND.dark) >= TEXT ? brand : accentLight;
  const accent =
    accentLight === undefined || accentDark === undefined
      ? undefined
      : { light: accentLight, dark: readable(accentDark, GROUND.dark, TEXT) };
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
    problems,
  };
}

/** A link color for a brand color that is illegible as a link; undefined if it is legible. */
export function readableLink(brand: string): string | undefined {
  return checkLink(brand, undefined).length === 0 ? undefined : readable(brand, GROUND.light, TEXT);
}

function checkLink(brand: string | undefined, link: string | undefined): ThemeProblem[] {
  const color = link ?? brand;
  if (color === undefined || wcagContrast(color, GROUND.light) >= TEXT) return [];
  const instead = readable(color, GROUND.light, TEXT);
  const found = `${color}, whose contrast on the pages is ${ratio(color)}; links need 4.5 to 1`;
  return link === undefined
    ? [{ key: 'brand', found, write: `keep the brand and add a link color, such as link: "${instead}"` }]
    : [{ key: 'link', found, write: `write a darker color, such as "${instead}"` }];
}

function checkStar(star: string | undefined): ThemeProblem[] {
  if (star === undefined || wcagContrast(star, GROUND.light) >= PICTURE) return [];
  const found = `${star}, whose contrast on the pages is ${ratio(star)}; stars need 3 to 1`;
  return [{ key: 'star', found, write: `write a darker color, such as "${readable(star, GROUND.light, PICTURE)}"` }];
}

const ratio = (color: string) => `${wcagContrast(color, GROUND.light).toFixed(1)} to 1`;

function toBand(brand: string): Band {
  // A light color would no longer be recognized if it were darkened.
  const isLight = inkOn(brand) !== '#ffffff';
  const parts = { light: bandOn(brand), dark: bandOn(isLight ? brand : mixed(brand, '#000000', 0.4)) };
  const both = (key: keyof ReturnType<typeof bandOn>): SchemeColor => ({ light: parts.light[key], dark: parts.dark[key] });
  return { ground: both('ground'), text: both('text'), quiet: both('quiet'), line: both('line'), star: both('star') };
}

function bandOn(ground: string) {
  const text = inkOn(ground);
  const gold = standardBand.star.light;
  const quiet = [0.3, 0.2, 0.1].map((share) => mixed(text, ground, share)).find((color) => wcagContrast(color, ground) >= TEXT) ?? text;
  return { ground, text, quiet, line: mixed(ground, text, 0.25), star: wcagContrast(gold, ground) >= PICTURE ? gold : text };
}

/** White, near-black or black: the first that is legible on a color. Either white or black always is. */
function inkOn(ground: string): string {
  return INK.find((ink) => wcagContrast(ink, ground) >= TEXT) ?? '#000000';
}

const toOklch = converter('oklch');

/** The color of the same hue, closest in lightness, with a contrast of at least `least` on `ground`. */
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
