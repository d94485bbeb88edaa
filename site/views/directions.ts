import type { Business } from '../contract/reviews-document.ts';

/**
 * The way to the business on OpenStreetMap, which needs no account and works on phones and desks alike: to its coordinates, or else to its
 * street address. Undefined where neither is known.
 */
export function directionsTo({ geo, address }: Pick<Business, 'geo' | 'address'>): string | undefined {
  if (geo) return mapAddress(`${geo.latitude},${geo.longitude}`);
  if (!address?.street_address) return undefined;
  const { street_address, locality, region, postal_code, country } = address;
  const state = [region, postal_code].filter(Boolean).join(' ');
  return mapAddress([street_address, locality, state, country].filter(Boolean).join(', '));
}

const mapAddress = (destination: string) => `https://www.openstreetmap.org/directions?${new URLSearchParams({ to: destination })}`;
