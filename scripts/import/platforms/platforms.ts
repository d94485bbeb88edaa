import { normalizeHeader, type Platform } from '../columns.ts';
import type { Table } from '../tables.ts';
import { apify } from './apify.ts';
import { booking } from './booking.ts';
import { facebook } from './facebook.ts';
import { google, googleMaps } from './google.ts';
import { legacyPlaces, places } from './google-places.ts';
import { judgeMe, judgeMeApi } from './judge-me.ts';
import { loox, looxTemplate } from './loox.ts';
import { okendo, okendoApi } from './okendo.ts';
import { ownCsv, ownJson } from './open-reviews.ts';
import { outscraper } from './outscraper.ts';
import { serpApi } from './serpapi.ts';
import { shopify } from './shopify.ts';
import { tripadvisor } from './tripadvisor.ts';
import { trustpilot, trustpilotApi } from './trustpilot.ts';
import { wooCommerce, wooCommerceApi } from './woocommerce.ts';
import { yelp, yelpDataset } from './yelp.ts';
import { yotpo, yotpoApi, yotpoOld } from './yotpo.ts';

/** Every platform; the first one that recognizes a table is used. */
export const platforms: readonly Platform[] = [
  google,
  googleMaps,
  ownJson,
  ownCsv,
  trustpilot,
  trustpilotApi,
  outscraper,
  apify,
  serpApi,
  places,
  legacyPlaces,
  tripadvisor,
  yelp,
  yelpDataset,
  facebook,
  booking,
  judgeMe,
  judgeMeApi,
  loox,
  looxTemplate,
  yotpo,
  yotpoOld,
  yotpoApi,
  okendo,
  okendoApi,
  shopify,
  wooCommerce,
  wooCommerceApi,
];

/** The platform that a table comes from, by its header; undefined for other tables. */
export function recognizePlatform({ header, format }: Pick<Table, 'header' | 'format'>): Platform | undefined {
  const names = new Set(header.map(normalizeHeader));
  return platforms.find((one) => (one.format ?? format) === format && one.by.some((all) => all.every((name) => names.has(name))));
}
