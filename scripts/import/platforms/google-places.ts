import type { Platform } from '../platform.ts';

const common = {
  scale: 5,
  anonymous: 'A Google user',
  incomplete: 'has up to five reviews of a place',
  note: "Google's terms don't allow storing texts from the Places API; the same reviews from Google Takeout are yours to export",
} as const;

/** Google's Places API: the reviews of a place (pub.dev/documentation/googleapis, GoogleMapsPlacesV1Review). `text` may be a translation. */
const places: Platform = {
  ...common,
  name: 'google-places',
  help: "responses of Google's Places API, new and legacy (up to five reviews)",
  by: [['author_attribution_display_name', 'publish_time', 'rating']],
  columns: {
    name: 'source_id',
    publish_time: 'date',
    rating: 'rating',
    author_attribution_display_name: 'author',
    author_attribution_photo_uri: 'author_avatar_url',
    original_text_text: 'text',
    text_text: 'text',
    google_maps_uri: 'source_url',
  },
  ignored: [
    'relative_publish_time_description',
    'text_language_code',
    'original_text_language_code',
    'author_attribution_uri',
    'flag_content_uri',
  ],
  hasUniqueIds: true,
  always: ['text'],
  loses: { visit_date_year: 'a date of the experience' },
  factsOf: (_cell, outer) => ({
    source: 'google',
    method: 'platform_account',
    place: { id: outer('id') || undefined, name: outer('display_name_text') || undefined },
  }),
};

/** The legacy Places API (rubydoc.info/gems/google-maps-api-sdk, PlaceReview). Its texts have HTML entities, and its reviews no ids. */
const legacyPlaces: Platform = {
  ...common,
  name: 'google-places',
  help: '',
  by: [['author_name', 'relative_time_description', 'time']],
  columns: { time: 'date', rating: 'rating', author_name: 'author', profile_photo_url: 'author_avatar_url', text: 'text' },
  ignored: ['author_url', 'language', 'original_language', 'relative_time_description', 'translated'],
  encoding: 'html',
  hasUniqueIds: false,
  always: ['text'],
  factsOf: (cell, outer) => ({
    source: 'google',
    method: 'platform_account',
    isTranslation: cell('translated') === 'true',
    place: { id: outer('place_id') || undefined, name: outer('name') || undefined },
  }),
};

export const layouts = [places, legacyPlaces];
