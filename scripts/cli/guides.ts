const REPOSITORY = 'https://github.com/open-reviews/open-reviews/blob/main';

/** Pages of our documentation that commands name. */
export const guides = {
  /** How to add the integration to an Astro site. */
  astro: `${REPOSITORY}/scripts/astro/README.md`,
  /** How Apache, nginx and Caddy serve a site. */
  webServers: `${REPOSITORY}/scripts/hosts/README.md#apache-nginx-and-caddy`,
} as const;
