/**
 * Folds a text for canonical caseless matching (Unicode 3.13, D145): two texts that a reader sees as the same but for
 * case fold to the same units. Lower case comes first for letters without a single capital (İ, ẞ), upper case last
 * because it has no forms that depend on the neighbours (final sigma).
 */
export function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase().toUpperCase().normalize('NFC');
}
