/** A place on the map, in degrees (WGS 84). */
type Place = {
  readonly latitude: number;
  readonly longitude: number;
};

const NUMBER = String.raw`(-?\d{1,3}(?:\.\d+)?)`;

/** Where links to maps have the place, the most exact first: the pin before the middle of the picture. */
const LINKED = [
  // Google Maps: the pin of a business.
  `!3d${NUMBER}!4d${NUMBER}`,
  // OpenStreetMap: a marker.
  `[?&]mlat=${NUMBER}&mlon=${NUMBER}`,
  // Google Maps and Apple Maps: a search or a destination; Bing Maps: a point.
  `[?&](?:q|query|ll|sll|coordinate|destination|daddr|center|cp)=(?:loc:)?${NUMBER}(?:,\\s*|~)${NUMBER}`,
  `/place/${NUMBER},\\s*${NUMBER}`,
  `/search/${NUMBER},\\s*${NUMBER}`,
  // RFC 5870.
  `^geo:${NUMBER},\\s*${NUMBER}`,
  // The middle of the picture.
  `/@${NUMBER},${NUMBER}`,
  `#map=[\\d.]+/${NUMBER}/${NUMBER}`,
].map((pattern) => new RegExp(pattern));

const PAIR = new RegExp(`^${NUMBER}\\s*[,;]?\\s+${NUMBER}$|^${NUMBER},${NUMBER}$`);

/** Reads a link to a place on a map, or two numbers. Undefined if it has no place, as short links, which only a request would resolve. */
export function readPlace(entered: string): Place | undefined {
  const text = decoded(entered.trim());
  const found = (/^(?:https?|geo):/.test(text) ? LINKED : [PAIR])
    .map((pattern) => pattern.exec(withPoints(text)))
    .find((one) => one !== null);
  const [latitude, longitude] = (found ?? [])
    .slice(1)
    .filter((part) => part !== undefined)
    .map(Number);
  if (latitude === undefined || longitude === undefined || Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined;
  return { latitude: round(latitude), longitude: round(longitude) };
}

/** Decimal commas, as in "48,0125; -122,619", become points. */
const withPoints = (text: string) => (/^-?\d+,\d+\s*[;\s]\s*-?\d+,\d+$/.test(text) ? text.replaceAll(',', '.') : text);

/** A tenth of a meter is more than enough. */
const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
