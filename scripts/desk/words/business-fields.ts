/** The texts of a field: its label, its help, the button that adds one, and its values. */
export interface FieldWords {
  readonly label: string;
  readonly help?: string;
  readonly add?: string;
  readonly options?: Readonly<Record<string, string>>;
}

const ALIASES_EN = 'Other ways customers write it, one per line. Avoid short words with other meanings.';
const SOURCE_EN = {
  all: 'All reviews',
  first_party: 'Only reviews that customers gave you directly',
  none: 'None',
};

/** The words of all fields in English, by path. A test compares them with the schemas. */
export const english = {
  'business.name': { label: 'Name', help: 'The name customers know.' },
  'business.type': {
    label: 'Kind of business',
    help: 'Choose the closest one from the list, such as Electrician or Restaurant. It determines what the analysis looks for in reviews.',
  },
  'business.legal_name': { label: 'Registered name', help: 'If it’s different from the name.' },
  'business.description': { label: 'Description', help: 'One or two sentences about what you do.' },
  'business.url': { label: 'Website', help: 'The full address, such as https://example.com' },
  'business.telephone': { label: 'Phone', help: 'With the country code, such as +1 360 555 0142.' },
  'business.other_telephones': {
    label: 'Other phone numbers',
    help: 'Direct lines and cell phones, one per line. Your pages don’t list them, and don’t hide them in reviews either.',
  },
  'business.email': { label: 'E-mail' },
  'business.address': { label: 'Address' },
  'business.address.street_address': { label: 'Street and number' },
  'business.address.locality': { label: 'Town or city' },
  'business.address.region': { label: 'State or region' },
  'business.address.postal_code': { label: 'Postal code' },
  'business.address.country': {
    label: 'Country',
    help: 'Its name or two letters, such as US. It determines which phone numbers are hidden.',
  },
  'business.geo': { label: 'Place on the map', help: 'Online maps show these two numbers when you choose a place.' },
  'business.geo.latitude': { label: 'Latitude', help: 'From -90 to 90, such as 48.0125.' },
  'business.geo.longitude': { label: 'Longitude', help: 'From -180 to 180, such as -122.619.' },
  'business.opening_hours': { label: 'Opening hours', help: 'Days with the same hours go together.', add: 'Add hours' },
  'business.opening_hours.days': {
    label: 'Days',
    options: {
      Monday: 'Monday',
      Tuesday: 'Tuesday',
      Wednesday: 'Wednesday',
      Thursday: 'Thursday',
      Friday: 'Friday',
      Saturday: 'Saturday',
      Sunday: 'Sunday',
    },
  },
  'business.opening_hours.opens': { label: 'Opens' },
  'business.opening_hours.closes': { label: 'Closes' },
  'business.license': { label: 'License', help: 'If your trade needs one.' },
  'business.license.number': { label: 'Number' },
  'business.license.authority': { label: 'Who issued it' },
  'business.founded': { label: 'Founded', help: 'The year, such as 2009.' },
  'business.same_as': {
    label: 'Your pages elsewhere',
    help: 'On maps, review sites and social networks: full addresses, one per line.',
  },
  'business.write_review': {
    label: 'Where customers write a review',
    help: 'If you leave it empty, we use the first review site in the list above.',
  },
  'business.links': { label: 'Links in the menu', help: 'Other pages of yours, such as your prices.', add: 'Add a link' },
  'business.links.label': { label: 'Text', help: 'What the menu shows, such as Prices.' },
  'business.links.url': { label: 'Address' },
  'business.language': { label: 'Language of your pages', help: 'en for English, es for Spanish. Reviews can be in any language.' },
  'business.people': {
    label: 'What you call the people who work for you',
    help: 'If you leave it empty, it depends on the kind of business.',
  },
  'business.people.one': { label: 'One', help: 'Such as barber.' },
  'business.people.many': { label: 'Several', help: 'Such as barbers.' },
  'business.notice': { label: 'Notice', help: 'A sentence that every page shows, such as: We moved to Mill Lane in May.' },
  'business.theme': { label: 'Colors and fonts' },
  'business.theme.brand': { label: 'Your color', help: 'For the top of the page and the icon. Enter it, such as #0a5f4c, or pick it.' },
  'business.theme.link': { label: 'Color of links and buttons', help: 'Only if your color is too light to read.' },
  'business.theme.star': { label: 'Color of stars' },
  'business.theme.type': {
    label: 'Font',
    options: { plain: 'Plain', bookish: 'Like a book', rounded: 'Rounded', geometric: 'Geometric' },
  },
  'business.theme.scheme': {
    label: 'Light or dark pages',
    options: { auto: 'As the reader’s device prefers', light: 'Always light', dark: 'Always dark' },
  },
  'business.pictures': { label: 'Pictures on the home page', add: 'Add a picture' },
  'business.pictures.file': { label: 'Picture', help: 'Choose one you’ve added.' },
  'business.pictures.alt': { label: 'What it shows', help: 'For people who can’t see it, such as: Our practice on Mill Lane.' },
  services: { label: 'Services', add: 'Add a service' },
  'services.id': {
    label: 'Name in its page’s address',
    help: 'Leave it empty to create it from the name. Don’t change it once it is public: links to the page would break.',
  },
  'services.name': { label: 'Name' },
  'services.aliases': { label: 'Words that customers use', help: ALIASES_EN },
  people: { label: 'People', help: 'Keep people who leave, because old reviews still mention them.', add: 'Add a person' },
  'people.name': { label: 'Name' },
  'people.role': { label: 'Role', help: 'Such as Master Electrician.' },
  'people.aliases': {
    label: 'Other names',
    help: 'Nicknames and common misspellings, one per line. A first or family name that nobody else here has is found without it.',
  },
  'people.picture': { label: 'Photo' },
  'people.picture.file': { label: 'Picture', help: 'Choose one you’ve added under Look.' },
  'people.picture.alt': { label: 'What it shows', help: 'For people who can’t see it, such as: Dana in our workshop.' },
  areas: { label: 'Areas', add: 'Add an area' },
  'areas.name': { label: 'Name' },
  'areas.aliases': { label: 'Other names', help: ALIASES_EN },
  questions: { label: 'Questions', add: 'Add a question' },
  'questions.question': { label: 'Question' },
  'questions.answer': { label: 'Answer', help: 'Plain text, best under 80 words.' },
  'policy.verification': {
    label: 'Which reviews count',
    help: 'Reviews verified in one of these ways are shown. Others are only counted.',
    options: {
      platform_account: 'Written with an account on a review site',
      invoice: 'You found the invoice or job in your records',
      invitation: 'You had invited the customer',
      vouched: 'You know the customer',
    },
  },
  'policy.names': {
    label: 'Customers’ names',
    options: { as_is: 'As they wrote them', initials: 'Shortened, such as Ann B.', hidden: 'Hidden' },
  },
  'policy.mask': {
    label: 'Hidden in reviews and replies',
    help: 'Your own details always stay readable.',
    options: { phone: 'Phone numbers', email: 'E-mail addresses', street_address: 'Street addresses' },
  },
  'policy.phone_countries': {
    label: 'More countries whose phone numbers are hidden',
    help: 'If you have customers from other countries, one per line.',
  },
  'policy.removed_at_source': {
    label: 'Reviews that the review site no longer has',
    help: 'Most businesses leave them out, because their authors or the site took them down. They are counted either way.',
    options: { leave_out: 'Leave them out', publish: 'Keep showing them, with a note' },
  },
  'policy.markup': {
    label: 'Reviews described to search engines',
    help: 'Google only wants reviews that customers gave you directly.',
    options: SOURCE_EN,
  },
  'policy.indexed': { label: 'Reviews that search engines may list', options: SOURCE_EN },
  'policy.photos': {
    label: 'Customers’ photos',
    help: 'A photo belongs to the customer. Show all only if the customers and the review sites allow it.',
    options: { all: 'Photos of all reviews', first_party: 'Only those that customers gave you directly', none: 'None' },
  },
  'policy.sources': {
    label: 'Who owns the texts',
    help: 'For each place that reviews come from. Without an entry, texts belong to their authors, under the review site’s terms.',
    add: 'Add a source',
  },
  'policy.sources.(key)': { label: 'Source', help: 'The source in your reviews, such as google or direct.' },
  'policy.sources.name': { label: 'Name that readers see', help: 'Such as: The form on our site.' },
  'policy.sources.rights': { label: 'Rights', help: 'One sentence, such as: Each text belongs to its author.' },
  'policy.sources.url': { label: 'Page with the terms' },
  'policy.sources.license': { label: 'License', help: 'Only if the authors agreed to it, such as CC-BY-4.0.' },
  'policy.sources.first_party': {
    label: 'Did customers give these reviews to you directly?',
    options: { '': 'The default for this source', true: 'Yes', false: 'No' },
  },
  'policy.report': {
    label: 'Where readers report a review',
    help: 'An e-mail address, or the full address of a form. Each review’s page links to it.',
  },
  'policy.well_known': {
    label: 'Proof that the site is yours',
    help: 'Some directories ask you to put a text at an address of your site. You’ll rarely need this.',
    add: 'Add a text',
  },
  'policy.well_known.(key)': { label: 'Name', help: 'The name the directory gives you, such as openai-apps-challenge.' },
  'policy.well_known.(text)': { label: 'Text', help: 'Exactly what the directory expects there.' },
} satisfies Readonly<Record<string, FieldWords>>;
