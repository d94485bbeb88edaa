import { type FindRanges, type OwnDetails, rangeOf, withoutOverlaps } from './contact-details.ts';

const LOCAL = "[\\p{L}\\p{N}_](?:[\\p{L}\\p{N}._%+&'-]{0,62}[\\p{L}\\p{N}_])?";
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?';
const BEGIN = '(?<![\\p{L}\\p{N}._%+&-])';
const END = '(?![\\p{L}\\p{N}_])';
const COMMON_TLD = '(?:com|net|org|edu|gov|info|biz|io|co|me|us|uk|ca|au|nz|ie|de|fr|email)';
const PROVIDERS =
  'g(?:oogle)?mail|yahoo|hotmail|outlook|live|msn|icloud|me|mac|aol|proton(?:mail)?|comcast|verizon|att|btinternet|gmx|bigpond';
const PROVIDER = new RegExp(`^(?:${PROVIDERS})\\b`, 'iu');
const BRACKETED_DOT = '\\s*[([{<]\\s*(?:dot|\\.)\\s*[)\\]}>]\\s*';

/** `ann@example.com`, `ann@gmail`, `ann@gmail,com`. */
const WRITTEN = `${BEGIN}${LOCAL}\\.?@(?:(?:${LABEL}\\.)+\\p{L}{2,24}|(?:${PROVIDERS})(?:,com)?)${END}`;
/** `ann (at) example (dot) com`, `ann[at]example.com`. */
const BRACKETED = `${BEGIN}${LOCAL}(?:${BRACKETED_DOT}${LOCAL})*\\s*[([{<]\\s*(?:at|@)\\s*[)\\]}>]\\s*${LABEL}(?:${BRACKETED_DOT}${LABEL}|\\s+dot\\s+${LABEL}|\\.${LABEL})+${END}`;
/** `ann at example dot com`, `ann at gmail.com`, `ann @ example.com`. People also mention shops like this, so the context decides. */
const SPOKEN = `${BEGIN}(?<local>${LOCAL}(?: dot ${LOCAL})*) (?<at>at|@) (?<domain>${LABEL}(?:(?: dot |\\.)${LABEL})*(?<dot> dot |\\.)${COMMON_TLD})${END}`;

const written = new RegExp(`${WRITTEN}|${BRACKETED}`, 'giu');
const spoken = new RegExp(SPOKEN, 'giu');

/** Words before an "at" that isn't part of an address. */
const NO_NAME =
  /^(?:it|me|us|them|him|her|you|one|ones|this|that|these|those|look|looked|looking|up|out|in|on|online|over|back|order|ordered|bought|buy|got|found|find|here|there|all|and|or|site|website|stuff|parts|part|price|prices|cheaper|less|more|reviews?|available|sold|work|works|working|job|staff|team|people|someone|support|\d+)$/iu;
const CUE_BEFORE = /(?:e-?mail|contact|reach|write|address)\b[^.!?\n]{0,24}$/iu;

/** Finds e-mail addresses, including spelled-out ones, except the business's own. */
export function emailAddressFinder({ email }: Pick<OwnDetails, 'email'>): FindRanges {
  const own = email === null ? undefined : plain(email);
  return (text) => {
    if (!/@|\bat\b/iu.test(text)) return [];
    const likely = [...text.matchAll(spoken)].filter((match) => isAddress(match, text));
    const found = withoutOverlaps([...text.matchAll(written), ...likely].map(rangeOf));
    return found.filter(({ start, end }) => plain(text.slice(start, end)) !== own);
  };
}

function isAddress({ index, groups }: RegExpExecArray, text: string): boolean {
  const { local = '', at, domain = '', dot } = groups ?? {};
  if (NO_NAME.test(local) || !/\p{L}/u.test(local)) return false;
  if (at === '@' || / dot |[._]/iu.test(local)) return true;
  return PROVIDER.test(domain) || (dot !== '.' && CUE_BEFORE.test(text.slice(Math.max(0, index - 40), index)));
}

/** Normalizes the spellings of an address. */
const plain = (address: string) =>
  address
    .toLowerCase()
    .replace(/\s*[([{<]?\s*\bat\b\s*[)\]}>]?\s*/u, '@')
    .replace(/\s*[([{<]?\s*\bdot\b\s*[)\]}>]?\s*/gu, '.')
    .replace(/[\s()[\]{}<>]/gu, '');
