import { getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js';
import type { Dataset, Link } from '../content/dataset.ts';
import { countryCode } from '../content/privacy/phone-countries.ts';
import { pagePaths } from '../contract/paths.ts';
import type { Business } from '../contract/reviews-document.ts';
import type { Messages } from '../messages/messages.ts';
import { capitalize } from '../messages/spelling.ts';
import { siteName } from './review-platforms.ts';

/**
 * The business's contact details in the language of its pages; undefined if there are none. With `offers`, for a business without reviews,
 * they include its services, people and areas.
 */
export function toContact({ business, links = [] }: Pick<Dataset, 'business' | 'links'>, words: Messages, offers: boolean) {
  const { address, email, url, opening_hours, license, same_as, services, technicians, service_areas } = business;
  const named = (address: string): Link => ({ label: siteName(address), url: address });
  const contact = {
    telephone: telephoneOf(business),
    email,
    license,
    address: address ? { street: address.street_address, city: cityOf(address, words) } : undefined,
    hours: opening_hours.map(({ days, opens, closes }) => ({
      days: daysOf(days, words),
      opens: words.time(opens),
      closes: words.time(closes),
    })),
    website: url === null ? undefined : named(url),
    links,
    /** Its profiles on other sites. */
    elsewhere: same_as.map(named),
    services: offers ? words.list(services.map(({ name }) => name)) : '',
    people: offers ? words.list(technicians.map(({ name, role }) => (role ? `${name} (${role})` : name))) : '',
    areas: offers ? words.list(service_areas) : '',
  };
  const hasAny = Object.values(contact).some((value) => (Array.isArray(value) ? value.length > 0 : Boolean(value)));
  return hasAny ? contact : undefined;
}

export type Contact = NonNullable<ReturnType<typeof toContact>>;

/**
 * The business's phone number as it is written in its country, with a link that dials it (RFC 3966); in the international format if it is
 * another country's, and unchanged if it isn't a phone number.
 */
export function telephoneOf({ telephone, address }: Pick<Business, 'telephone' | 'address'>): Link | undefined {
  if (telephone === null) return undefined;
  const country = address?.country ? countryCode(address.country) : undefined;
  const number = parsePhoneNumberFromString(telephone, country);
  if (!number?.isPossible()) return { label: telephone, url: `tel:${telephone.replace(/[^+\d]/g, '')}` };
  const isLocal = country === undefined || getCountryCallingCode(country) === number.countryCallingCode;
  return { label: isLocal ? number.formatNational() : number.formatInternational(), url: number.getURI() };
}

function cityOf({ locality, region, postal_code }: NonNullable<Business['address']>, { say }: Messages): string {
  if (locality === null) return [region, postal_code].filter(Boolean).join(' ');
  const order = [region && 'region', postal_code && 'code'].filter(Boolean).join('_') || 'locality';
  return say('home.city', { order, locality, region: region ?? '', postal_code: postal_code ?? '' });
}

const WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
type Day = Business['opening_hours'][number]['days'][number];

function daysOf(days: readonly Day[], { say, list }: Messages): string {
  const dayName = (day = '') => say('home.day', { day });
  const runs = runsOfDays(days).flatMap((run) =>
    run.length > 2 ? [say('home.days', { first: dayName(run[0]), last: dayName(run.at(-1)) })] : run.map((day) => dayName(day)),
  );
  return capitalize(list(runs));
}

/** Days in the order of the week, consecutive ones as one run: [[Monday, Tuesday, Wednesday], [Friday]]. */
export function runsOfDays(days: readonly Day[]): readonly (readonly Day[])[] {
  return WEEK.filter((day) => days.includes(day)).reduce<Day[][]>((runs, day) => {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run && before && WEEK.indexOf(before) + 1 === WEEK.indexOf(day)) run.push(day);
    else runs.push([day]);
    return runs;
  }, []);
}

/**
 * The link to directions on OpenStreetMap, which needs no account and works on phones and desktops: to the business's coordinates, or else
 * to its street address. Undefined if neither is known.
 */
export function directionsTo({ geo, address }: Pick<Business, 'geo' | 'address'>): string | undefined {
  if (geo) return mapAddress(`${geo.latitude},${geo.longitude}`);
  if (!address?.street_address) return undefined;
  const { street_address, locality, region, postal_code, country } = address;
  const state = [region, postal_code].filter(Boolean).join(' ');
  return mapAddress([street_address, locality, state, country].filter(Boolean).join(', '));
}

const mapAddress = (destination: string) => `https://www.openstreetmap.org/directions?${new URLSearchParams({ to: destination })}`;

const isWebAddress = (address: string) => /^https?:/.test(address);

/**
 * The link for readers who want a review changed or removed: the form or address for reports, or else any other way to reach the business,
 * or the home page if it shows a phone number or a street. Undefined if the business gives no contact details.
 */
export function contactHref({ business, policy }: Pick<Dataset, 'business' | 'policy'>): string | undefined {
  const { email, url, telephone, address } = business;
  const given = policy.report ?? email ?? url;
  if (given === null) return telephone === null && !address?.street_address ? undefined : pagePaths.home;
  return isWebAddress(given) ? given : `mailto:${given}`;
}

/** The link to report a review: a URL unchanged, or an email address as mailto with a subject (RFC 6068). */
export function reportAddress(report: string, subject: string): string {
  if (isWebAddress(report)) return report;
  return `mailto:${encodeURIComponent(report).replace('%40', '@')}?subject=${encodeURIComponent(subject)}`;
}
