import { readFileSync } from 'node:fs';
import { wcagContrast } from 'culori';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { businessFile } from '../../site/content/schemas.ts';
import { standardTheme, toTheme } from '../../site/content/theme.ts';

const given = (theme: Readonly<Record<string, unknown>>) => {
  const parsed = businessFile.parse({ name: 'A', theme }).theme;
  if (!parsed) throw new Error('no theme');
  return toTheme(parsed);
};
const color = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`);
/** The background colors of the pages. */
const grounds = { light: ['#f7f8f6', '#ffffff', '#eef1ed'], dark: ['#0f1614', '#161f1c', '#1b2622'] } as const;

describe('a theme', () => {
  it('is the standard theme if the business sets none', () => {
    expect(given({}).theme).toEqual(standardTheme);
    expect(given({ type: 'bookish' }).theme.isDefault).toBe(false);
  });

  it('has the style sheet’s band colors by default, for the badge, the icon and the preview image', () => {
    const styles = readFileSync(new URL('../../site/styles/base.css', import.meta.url), 'utf8');
    const { ground, text, quiet, line, star } = standardTheme.band;
    for (const [name, { light, dark }] of Object.entries({ band: ground, 'on-band': text, 'quiet-on-band': quiet, 'line-on-band': line }))
      expect(styles).toContain(`--${name}: light-dark(${light}, ${dark});`);
    expect(styles).toContain(`--star-on-band: ${star.light};`);
  });

  it.each([
    ['#ffd400', '#6b5800'],
    ['#f4f1ea', '#5c5a52'],
  ])('keeps the light brand color %s unchanged on dark pages', (brand, link) => {
    const { accent, band } = given({ brand, link }).theme;
    expect([accent, band.ground]).toEqual([
      { light: link, dark: brand },
      { light: brand, dark: brand },
    ]);
  });

  it('changes a dark brand color on dark pages', () => {
    const { accent, band } = given({ brand: '#1f4e79' }).theme;
    expect(band.ground.dark).not.toBe('#1f4e79');
    expect(wcagContrast(accent?.dark ?? '', '#1b2622')).toBeGreaterThanOrEqual(4.5);
  });

  it('with any colors has enough contrast, or reports the color that doesn’t and suggests another', () => {
    fc.assert(
      fc.property(color, fc.option(color, { nil: undefined }), fc.option(color, { nil: undefined }), (brand, link, star) => {
        const { theme, problems } = given({ brand, link, star });
        for (const { write } of problems) {
          const [, instead = ''] = /"(#[0-9a-f]{6})"/.exec(write) ?? [];
          expect(wcagContrast(instead, '#eef1ed')).toBeGreaterThanOrEqual(3);
        }
        if (problems.length > 0) return;
        for (const scheme of ['light', 'dark'] as const) {
          for (const ground of grounds[scheme]) {
            expect(wcagContrast(theme.accent?.[scheme] ?? '', ground)).toBeGreaterThanOrEqual(4.5);
            if (theme.star) expect(wcagContrast(theme.star[scheme], ground)).toBeGreaterThanOrEqual(3);
          }
          expect(wcagContrast(theme.onAccent?.[scheme] ?? '', theme.accent?.[scheme] ?? '')).toBeGreaterThanOrEqual(4.5);
          const { ground, text, quiet, star: gold } = theme.band;
          expect(wcagContrast(text[scheme], ground[scheme])).toBeGreaterThanOrEqual(4.5);
          expect(wcagContrast(quiet[scheme], ground[scheme])).toBeGreaterThanOrEqual(4.5);
          expect(wcagContrast(gold[scheme], ground[scheme])).toBeGreaterThanOrEqual(3);
        }
      }),
    );
  });

  it('has no problems once the suggested colors are used', () => {
    fc.assert(
      fc.property(color, color, (brand, star) => {
        const instead = Object.fromEntries(
          given({ brand, star }).problems.map(({ key, write }) => [key === 'brand' ? 'link' : key, /"(#[0-9a-f]{6})"/.exec(write)?.[1]]),
        );
        expect(given({ brand, star, ...instead }).problems).toEqual([]);
      }),
    );
  });

  it.each([
    [{ brand: '#ffd400' }, { key: 'brand', found: '#ffd400, whose contrast on the pages is 1.3 to 1; links need 4.5 to 1' }],
    [
      { brand: '#7a1f3d', link: '#c98b9f' },
      { key: 'link', found: '#c98b9f, whose contrast on the pages is 2.4 to 1; links need 4.5 to 1' },
    ],
    [{ star: '#ffd400' }, { key: 'star', found: '#ffd400, whose contrast on the pages is 1.3 to 1; stars need 3 to 1' }],
  ])('with %o is reported for its low contrast', (theme, problem) => {
    expect(given(theme).problems).toMatchObject([problem]);
  });
});
