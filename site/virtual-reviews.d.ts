/** Served by site/integration.ts to the pages, in builds and in `npm run dev`. */
declare module 'virtual:reviews' {
  /** The publication that the pages show. */
  export function publication(): import('./publication.ts').Publication;
}
