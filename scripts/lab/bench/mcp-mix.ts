import type { ToolName } from '../../../site/contract/mcp-tools/tools.ts';
import { seeded } from './generate.ts';

export interface BenchCall {
  readonly name: ToolName;
  readonly arguments: Readonly<Record<string, string | number>>;
}

const WORDS = 'breaker panel charger kitchen price quote office called clean permit garage outlet lights flickering recommend late'.split(
  ' ',
);
const PHRASES = ['on time', 'would recommend', 'the panel', 'called back', 'not cheap'];
const TECHNICIANS = ['Dana', 'Marcus', 'Will Okafor', 'Priya'];
const SERVICES = ['ev-charger', 'panel-upgrade', 'Lighting', 'ceiling fans'];
const AREAS = ['Millbrook', 'Fern Hollow', 'Port Alder'];
/** Search words for each set of aspects. */
const ASPECTS = ['late', 'pricing', 'reliability'];
const DATES = ['2022-01-01', '2024-06-01', '2025-06-01'];

/** 300 typical calls by agents, for reviews with these ids: searches, single reviews, people, aspects, lists. Always the same. */
export function toolMix(ids: readonly string[]): BenchCall[] {
  const random = seeded(11);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const chance = (share: number) => random() < share;
  const given = (share: number, name: string, items: readonly (string | number)[]) => (chance(share) ? { [name]: pick(items) } : {});
  const searchArguments = () => ({
    ...(chance(0.6) ? { words: pick(WORDS) } : given(0.4, 'query', PHRASES)),
    ...given(0.25, 'rating', [1, 2, 5]),
    ...given(0.2, 'since', DATES),
    ...given(0.1, 'mentions_technician', TECHNICIANS),
    ...given(0.1, 'mentions_service', SERVICES),
    ...given(0.15, 'aspect', ['pricing:negative', 'late']),
    ...given(0.7, 'limit', [3, 5, 10]),
    ...given(0.3, 'detail', ['brief']),
    ...given(0.1, 'max_tokens', [1000, 3000]),
  });
  /** Each with its share of a hundred calls. */
  const kinds: readonly (readonly [number, () => BenchCall])[] = [
    [40, () => ({ name: 'search_reviews', arguments: searchArguments() })],
    [20, () => ({ name: 'get_review', arguments: { id: pick(ids) } })],
    [6, () => ({ name: 'get_aspect_sentiment', arguments: { aspect: pick(ASPECTS) } })],
    [5, () => ({ name: 'get_technician', arguments: { name: pick(TECHNICIANS) } })],
    [5, () => ({ name: 'get_service', arguments: { service: pick(SERVICES) } })],
    [2, () => ({ name: 'get_service_area', arguments: { area: pick(AREAS) } })],
    [4, () => ({ name: 'get_reviews_since', arguments: { date: pick(DATES), limit: 10 } })],
    [2, () => ({ name: 'list_topics', arguments: {} })],
    [2, () => ({ name: 'get_trend', arguments: { from: pick(DATES).slice(0, 7) } })],
    [3, () => ({ name: 'get_faq', arguments: { query: pick(['permit', 'how soon can you come', 'prices']) } })],
    [3, () => ({ name: 'get_summary', arguments: {} })],
    [3, () => ({ name: 'get_business', arguments: {} })],
    [3, () => ({ name: 'search', arguments: { query: `${pick(WORDS)} ${pick(WORDS)}` } })],
    [2, () => ({ name: 'fetch', arguments: { id: pick(ids) } })],
  ];
  const calls = kinds.flatMap(([count, make]) => Array.from({ length: 3 * count }, make));
  return calls
    .map((call) => ({ call, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ call }) => call);
}
