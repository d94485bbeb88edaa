/** The files of broken businesses, by problem. `business.yaml` is valid unless given. */
export const broken: Readonly<Record<string, Readonly<Record<string, string | Buffer>>>> = {
  'an unknown key': { 'business.yaml': 'name: A\nphone: "1"\n' },
  'a missing name': { 'business.yaml': 'description: A\n' },
  'a date that does not exist': { 'reviews/2023.yaml': '- source_id: a\n  date: 2023-02-29\n  rating: 5\n  author: A\n' },
  'a date with a time': { 'reviews/2023.yaml': '- { source_id: a, date: 2023-02-28T10:00:00Z, rating: 5, author: A }\n' },
  'dates that no review can have': {
    'reviews/a.yaml':
      '- { source_id: a, date: 0001-01-01, rating: 5, author: A }\n- { source_id: b, date: 9999-12-31, rating: 5, author: A }\n- { source_id: c, date: 1969-12-31, rating: 5, author: A }\n- { source_id: d, date: 2100-01-01, rating: 5, author: A }\n',
  },
  'dates that nothing about a review can have': {
    'reviews/a.yaml':
      '- source_id: a\n  date: 2024-01-01\n  rating: 5\n  author: A\n  owner_reply: { text: x, date: 1024-01-02 }\n  verification: { method: vouched, verified_at: 0024-01-02 }\n  source_updated_at: 9999-12-31T23:59:59-12:00\n  removed_at_source: 2204-01-02\n  changed_by_business: [{ field: text, date: 1904-01-02 }]\n',
    'takedowns.yaml': '- { review: 01HQVMZ100MF6GH5BNBQKC9XD9, date: 0204-02-28 }\n',
    'business.yaml': 'name: A\nfounded: 20099\n',
  },
  'names that no request can have, and texts that are a whole file': {
    'services.yaml': `- { id: ${'a'.repeat(201)}, name: A }\n`,
    'technicians.yaml': `- { name: ${'a'.repeat(200)}, aliases: [${'b'.repeat(201)}] }\n`,
    'service-areas.yaml': `- { name: ${'a'.repeat(201)} }\n`,
    'reviews/a.yaml': `- source_id: a\n  source: ${'s'.repeat(201)}\n  date: 2024-01-01\n  rating: 5\n  author: ${'a'.repeat(1_001)}\n  text: ${'t'.repeat(100_001)}\n  owner_reply: { text: ${'r'.repeat(100_001)} }\n- { source_id: b, date: 2024-01-01, rating: 5, author: ${'a'.repeat(1_000)}, text: ${'t'.repeat(100_000)} }\n`,
  },
  'ratings out of range': {
    'reviews/2023.yaml':
      '- { source_id: a, date: 2023-02-28, rating: 0, author: A }\n- { source_id: b, date: 2023-02-28, rating: 4.5, author: A }\n- { source_id: c, date: 2023-02-28, rating: five, author: A }\n',
  },
  'no identity': { 'reviews/2023.yaml': '- { date: 2023-02-28, rating: 5, author: A }\n' },
  'the same review twice': {
    'reviews/a.yaml': '- { source_id: a, date: 2023-02-28, rating: 5, author: A }\n',
    'reviews/b.yaml':
      '\n- { source_id: b, date: 2023-02-28, rating: 5, author: A }\n- { source_id: a, date: 2023-02-28, rating: 1, author: B }\n',
  },
  'an id that is no ULID': { 'reviews/a.json': '{ "id": "1", "date": "2023-02-28", "rating": 5, "author": "A" }' },
  'bad YAML': { 'services.yaml': '- id: a\n  name: "A\n- id: b\n' },
  'a colon in a value': { 'business.yaml': 'name: Acme: Electric\n' },
  'a colon in a value and another mistake below': { 'business.yaml': 'name: Acme: Electric\ntelephone: @home\n' },
  'a key farther in than its neighbors': { 'business.yaml': 'name: A\n description: B\n' },
  'a value that begins with a sign of YAML': { 'business.yaml': 'name: A\ndescription: "x"\nemail: @acme\nnotice: & Sons\n' },
  'an apostrophe within single quotes': { 'business.yaml': "name: 'Joe's Plumbing'\n" },
  'a tab': { 'business.yaml': 'name: A\n\tdescription: x\n' },
  'a key twice': { 'business.yaml': 'name: A\nname: B\n' },
  'an open bracket': { 'business.yaml': 'name: A\nsame_as: [https://a.example\nfounded: 2009\n' },
  'a color without quotes': { 'business.yaml': 'name: A\ntheme:\n  brand: #b00\n' },
  'a color of three digits': { 'business.yaml': 'name: A\ntheme:\n  brand: "#b00"\n' },
  'a name that YAML takes for a comment': { 'business.yaml': 'name: #1 Plumbing\n' },
  'the name of a language': { 'business.yaml': 'name: A\nlanguage: español\n' },
  'a language in capitals': { 'business.yaml': 'name: A\nlanguage: es_MX\n' },
  'a language that nobody knows': { 'business.yaml': 'name: A\nlanguage: Elvish\n' },
  'days in Spanish': {
    'business.yaml':
      'name: A\nopening_hours:\n  - { days: [lunes, Miércoles, festivos], opens: "09:00", closes: "20:00" }\n  - { days: lunes a viernes, opens: "09:00", closes: "20:00" }\n',
  },
  'a logo in capitals': { 'logo.PNG': 'x' },
  'a logo of another kind': { 'logo.gif': 'x' },
  'a logo without a height': { 'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 0"></svg>' },
  'a logo with a negative width': { 'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 -5 5"></svg>' },
  'a logo that is as wide as a street': { 'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="100000" height="1"></svg>' },
  'bad JSON': { 'faq.json': '[{ "question": "Q", "answer": "A", }]' },
  'YAML in a JSON file': { 'faq.json': '- question: Q\n  answer: A\n' },
  'bytes that are not UTF-8': { 'technicians.yaml': Buffer.from('- name: Jos\xe9\n', 'latin1') },
  'JSON a hundred thousand lists deep': { 'faq.json': `${'['.repeat(100_000)}${']'.repeat(100_000)}` },
  'JSON a hundred thousand lists deep without an end': { 'faq.json': '['.repeat(100_000) },
  'YAML a hundred thousand lists deep': { 'faq.yaml': '['.repeat(100_000) },
  'YAML a hundred thousand dashes deep': { 'faq.yaml': `${'- '.repeat(100_000)}a\n` },
  'an alias bomb': {
    'faq.yaml': `${['a: &a [x,x,x,x,x,x,x,x,x]', ...'bcdefgh'.split('').map((key, index) => `${key}: &${key} [${Array(9).fill(`*${'abcdefg'[index]}`)}]`)].join('\n')}\n`,
  },
  'an alias inside its own value': {
    'services.yaml': '- &a {id: *a}\n- id: b\n  name: &b [x, { y: *b }]\n',
    'policy.yaml': '&all\nsources: *all\n',
    'reviews/one.md': '---\nsource_id: a\nowner_reply: &r\n  text: *r\n---\nText.\n',
  },
  'keys twice in JSON': {
    'policy.json':
      '{\n  "report": "a@b.example",\n  "sources": { "google": { "rights": "\\"{", "rights": "x" } },\n  "re\\u0070ort": "c@d.example"\n}\n',
    'reviews/a.json':
      '[{ "source_id": "a", "date": "2024-01-01", "rating": 5, "rating": 1, "author": "A" },\n { "source_id": "b", "date": "2024-01-01", "rating": 5, "author": "rating" }]',
  },
  'a misnamed file': { 'service.yaml': '[]' },
  'two files for one thing': { 'faq.yaml': '[]', 'faq.json': '[]' },
  'a spreadsheet among the reviews': { 'reviews/export.csv': 'date,rating\n' },
  'an alias of two technicians': { 'technicians.yaml': '- { name: Ann Lee, aliases: [Ann] }\n- { name: Ann Kim, aliases: [ann] }\n' },
  'pictures that are none': {
    'business.yaml':
      'name: A\npictures:\n  - { file: gone.jpg, alt: A van }\n  - { file: ../van.jpg, alt: A van }\n  - { file: text.jpg, alt: A van }\n',
    'technicians.yaml': '- { name: Ann Lee, picture: { file: text.jpg, alt: Ann } }\n',
    'pictures/text.jpg': 'no picture',
  },
  'a picture without words': { 'business.yaml': 'name: A\npictures: [{ file: van.jpg }, { file: van.jpg, alt: " " }]\n' },
  'links that lead nowhere': { 'business.yaml': 'name: A\nwrite_review: maps\nlinks: [{ label: Menu, url: "javascript:alert(1)" }]\n' },
  'a service twice': { 'services.yaml': '- { id: a, name: A thing }\n- { id: a, name: Another }\n' },
  'a correction of an unknown review': {
    'corrections.yaml': '- review: 01HQVMZ100MF6GH5BNBQKC9XD9\n  mentions: { technicians: [] }\n',
  },
  'a correction that names nobody known': {
    'technicians.yaml': '- name: Ann Lee\n',
    'reviews/a.yaml': '- { id: 01HQVMZ100MF6GH5BNBQKC9XD9, date: 2024-02-28, rating: 5, author: A }\n',
    'corrections.yaml': '- review: 01HQVMZ100MF6GH5BNBQKC9XD9\n  mentions: { technicians: [Ann Le], services: [panel] }\n',
  },
  'a policy of words that mean nothing': {
    'policy.yaml':
      'verification: [invoice, receipt]\nnames: initial\nmask: [phones]\nremoved_at_source: keep\nname: as_is\nreport: the office\n',
  },
  'a takedown without a review or a day': {
    'takedowns.yaml': '- { review: g-123, date: 2024-02-30 }\n- { date: 2024-02-28, reasons: private }\n',
  },
  'a takedown twice': {
    'takedowns.yaml':
      '- { review: 01HQVMZ100MF6GH5BNBQKC9XD9, date: 2024-02-28 }\n- { review: 01HQVMZ100MF6GH5BNBQKC9XD9, date: 2024-03-01 }\n',
  },
  'a way of verification that does not exist': {
    'reviews/a.yaml':
      '- source_id: a\n  date: 2024-02-28\n  rating: 5\n  author: A\n  verification: { method: receipt, verified_at: yesterday }\n  removed_at_source: true\n',
  },
  'a quote of what is masked': {
    'reviews/a.yaml':
      '- { id: 01HQVMZ100MF6GH5BNBQKC9XD9, date: 2024-02-28, rating: 5, author: A, text: "Call 360-555-0177, he comes at once." }\n',
    'verdicts.json':
      '{ "model": "m", "reviews": [{ "review": "01HQVMZ100MF6GH5BNBQKC9XD9", "aspects": [{ "aspect": "communication", "polarity": "positive", "quote": "Call 360-555-0177" }] }] }',
  },
  'a review of one in Markdown without a date': { 'reviews/one.md': '---\nsource_id: a\nrating: 5\nauthor: A\n---\nText.\n' },
  'an aspect that the business’s type isn’t judged by': {
    'business.yaml': 'name: A\ntype: Restaurant\n',
    'aspects.yaml': '- { aspect: quality, positive: [yum] }\n- { aspect: workmanship, shown: false }\n',
  },
  'an aspect of contractors where no type is set': {
    'reviews/a.yaml': '- { id: 01HQVMZ100MF6GH5BNBQKC9XD9, date: 2024-02-28, rating: 5, author: A, text: Late. }\n',
    'corrections.yaml': '- review: 01HQVMZ100MF6GH5BNBQKC9XD9\n  aspects:\n    punctuality: negative\n',
  },
  'an aspect of other businesses where a contractor’s type is set': {
    'business.yaml': 'name: A\ntype: Plumber\n',
    'aspects.yaml': '- { aspect: waiting, shown: false }\n',
  },
  'an empty business': { 'business.yaml': '# nothing yet\n' },
  'a list where a business is wanted': { 'business.yaml': '- name: A\n' },
  'problems in two files at once': { 'faq.yaml': '- { question: Q }\n', 'business.yaml': 'name: ""\nemail: nobody\n' },
};
