const ASCII = /^[\0-\x7f]*$/;

/**
 * Folds a text for canonical caseless matching (Unicode 3.13, D145): texts that differ only in case have equal results. Lower case comes
 * first for letters without a single capital (İ, ẞ), upper case last because it has no contextual forms (final sigma). Most texts are
 * ASCII, which has none of that; they take two thirds of the time so.
 */
export function foldCase(text: string): string {
  if (ASCII.test(text)) return text.toUpperCase();
  return text.normalize('NFC').toLowerCase().toUpperCase().normalize('NFC');
}
