import type { SchemeColor, Theme, TypePair } from '../content/theme.ts';

/** Only system fonts, so pages load none: `headings` and `sans` for the site's own text, `serif` for customers' words. */
export const typefaces: Readonly<Record<TypePair, Readonly<Record<string, string>>>> = {
  plain: {},
  bookish: {
    headings: '"Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", Georgia, serif',
    serif: 'ui-serif, Charter, "Bitstream Charter", Cambria, Georgia, "Liberation Serif", serif',
  },
  rounded: {
    sans: 'ui-rounded, "Hiragino Maru Gothic ProN", Quicksand, Comfortaa, "Varela Round", Nunito, Calibri, "DejaVu Sans", sans-serif',
    serif: 'var(--sans)',
  },
  geometric: {
    sans: '"Avenir Next", Avenir, "Century Gothic", Futura, "URW Gothic", Montserrat, Corbel, "Liberation Sans", sans-serif',
    serif: 'ui-serif, Charter, "Bitstream Charter", Cambria, Georgia, "Liberation Serif", serif',
  },
};

/** The bytes of `/theme.css`: the custom properties of base.css that a business's theme changes. Print styles keep their own. */
export function printTheme({ type, scheme, accent, onAccent, star, band }: Theme): string {
  const both = (name: string, color: SchemeColor | undefined) => (color ? [`--${name}: light-dark(${color.light}, ${color.dark});`] : []);
  const rules = [
    ...(scheme === 'auto' ? [] : [`color-scheme: ${scheme};`]),
    ...Object.entries(typefaces[type]).map(([name, stack]) => `--${name}: ${stack};`),
    ...both('link', accent),
    ...both('accent', accent),
    ...both('on-accent', onAccent),
    ...both('star', star),
    ...both('band', band.ground),
    ...both('on-band', band.text),
    ...both('quiet-on-band', band.quiet),
    ...both('line-on-band', band.line),
    ...both('star-on-band', band.star),
  ];
  // More specific than the styles of pages, which browsers may load after this file. Our own pages have the class on the root element.
  return `@media screen {\n  .open-reviews.open-reviews {\n${rules.map((rule) => `    ${rule}\n`).join('')}  }\n}\n`;
}
