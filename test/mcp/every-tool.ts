import { ids } from './fixture.ts';

/** Arguments that get an answer from each tool with the fixture, in the order of `tools/list`. */
export const everyTool: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  get_business: {},
  search_reviews: { query: 'charger' },
  get_aspect_sentiment: { aspect: 'pricing' },
  get_technician: { name: 'Ana' },
  get_service: { service: 'EV charger' },
  get_service_area: { area: 'Millbrook' },
  get_review: { id: ids.late },
  get_reviews_since: { date: '2026-01-01' },
  list_topics: {},
  get_trend: { from: '2026-01' },
  get_faq: {},
  get_summary: {},
  get_changes: {},
  verify_quote: { text: 'too expensive', id: ids.late },
  search: { query: 'EV charger' },
  fetch: { id: '/services/ev-charger/' },
};
