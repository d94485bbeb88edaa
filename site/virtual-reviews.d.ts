/** Served by site/integration.ts to the pages, in builds and in `npm run dev`. */
declare module 'virtual:reviews' {
  /** The publication that the pages show. */
  export function publication(): import('./publication.ts').Publication;
}

/** The layout around a page: Document.astro, or Embedded.astro in a site that provides a layout. */
declare module 'virtual:reviews/frame' {
  export default function Frame(props: {
    readonly title: string;
    readonly description: string;
    readonly path: string;
    readonly indexed: boolean;
    readonly language: string;
    readonly image?: string | undefined;
  }): unknown;
}

/** The layout that the site provides. */
declare module 'virtual:reviews/layout' {
  export default function Layout(props: { readonly title: string; readonly description: string }): unknown;
}
