import { type Html, html } from './html.ts';

/** A rating as stars, with `label` as its text for screen readers. */
export const stars = (rating: number, label: string): Html =>
  html`<span class="stars" role="img" aria-label="${label}">${'★'.repeat(rating)}${'☆'.repeat(5 - rating)}</span>`;
