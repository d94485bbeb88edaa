import { readDataset } from '../../../site/content/read/read.ts';
import type { InsightsDocument, Polarity } from '../../../site/contract/insights.ts';
import { toInsights } from '../../../site/insights/insights.ts';

/** A text with what a reader takes it to say ("pricing +"), or its language; `before` is what was recorded of the engine before this one, where something was. */
interface Case {
  readonly text: string;
  readonly wanted: string;
  readonly stars?: number;
  /** A person whom the text names: what is said of them counts, not what is said of the business. */
  readonly person?: string;
  readonly before?: string;
}

interface Row {
  readonly name: string;
  readonly before: string;
  readonly today: string;
}

const demo = readDataset('content');
const model = demo.reviews[0];

/** What is published of one review, or of several: those of a business like the demo's, or of another `type`. */
function publish(texts: readonly Omit<Case, 'wanted'>[], type = demo.type): InsightsDocument {
  const reviews = texts.flatMap(({ text, stars = 3, person }, index) => {
    const mentions = { technicians: person === undefined ? [] : [person], services: [], service_areas: [] };
    return model ? [{ ...model, id: `${model.id.slice(0, -2)}${10 + index}`, text, rating: stars, owner_reply: null, mentions }] : [];
  });
  return toInsights({ ...demo, type, reviews, analysis: undefined });
}

const SIGNS: Readonly<Record<Polarity, string>> = { positive: '+', negative: '−', neutral: '○', mixed: '±' };

const list = (found: readonly string[]) => found.join(', ') || 'nothing';

/** The verdicts on a text alone; of one that isn't read, its language; of one that names a person, what is said of them. */
function read({ person, ...given }: Case, type?: string): string {
  const [insight] = Object.values(publish([{ ...given, ...(person && { person }) }], type).per_review);
  if (!insight) return 'nothing';
  if (person !== undefined) return insight.mentions.technicians.map(({ polarity }) => (polarity ? SIGNS[polarity] : 'nothing')).join(', ');
  if (insight.language !== 'en') return `language ${insight.language}`;
  return list(insight.aspects.map(({ id, polarity }) => `${id} ${SIGNS[polarity]}`));
}

function toRow(one: Case, type?: string): Row {
  const today = read(one, type);
  const about = one.person === undefined ? '' : `, of ${one.person.split(' ')[0]}`;
  return {
    name: `"${one.text}"${one.stars === undefined ? '' : ` (${one.stars}★${about})`}`,
    before: one.before ?? '',
    today: today === one.wanted ? today : `**${today}**, wanted ${one.wanted}`,
  };
}

const PRAISE: readonly Case[] = [
  {
    text: 'He was punctual, polite, diagnosed a complex issue, fixed it and tidied up!',
    wanted: 'punctuality +, professionalism +, technical_knowledge +, workmanship +, cleanliness +',
    before: 'two of five',
  },
  { text: 'Very impressed with their professionalism!', wanted: 'professionalism +', before: 'nothing' },
  { text: 'Great job', wanted: 'workmanship +', before: 'hardly in the texts to learn from' },
  { text: 'Great job guys!', wanted: 'workmanship +' },
  { text: 'Impressed by how clean they left the place.', wanted: 'cleanliness +' },
  { text: 'Prompt, courteous and reasonably priced!', wanted: 'punctuality +, professionalism +, pricing +' },
  { text: 'On time, friendly, clean, fair price.', wanted: 'punctuality +, professionalism +, pricing +, cleanliness +' },
  {
    text: 'Answered the phone, came when they said, explained the problem and charged a fair price.',
    wanted: 'punctuality +, responsiveness +, communication +, pricing +',
  },
];

/** Ten items of praise: whether each is found alone and in one sentence with others. */
const ITEMS = [
  ['punctuality', 'he was punctual'],
  ['professionalism', 'he was polite'],
  ['technical_knowledge', 'he knew his trade'],
  ['workmanship', 'he did great work'],
  ['cleanliness', 'he tidied up'],
  ['responsiveness', 'he called back the same day'],
  ['communication', 'he explained everything'],
  ['pricing', 'his price was fair'],
  ['safety', 'he worked safely'],
  ['professionalism', 'he was honest'],
] as const;

/** Of the items that stand in sentences of so many, going round through the ten: the share that is found and praised. */
function shareFound(together: number): string {
  const sentences = ITEMS.map((_, from) => Array.from({ length: together }, (_, more) => ITEMS[(from + more) % ITEMS.length] ?? ITEMS[0]));
  const hits = sentences.flatMap((items) => {
    const said = items.map(([, words]) => words);
    const text = `${said.length === 1 ? said[0] : `${said.slice(0, -1).join(', ')} and ${said.at(-1)}`}.`;
    const found = read({ text, wanted: '' });
    return items.map(([aspect]) => found.includes(`${aspect} +`));
  });
  return (hits.filter((hit) => hit).length / hits.length).toFixed(2);
}

const MARCUS = { person: 'Marcus Oyelaran' };
const PEOPLE: readonly Case[] = [
  { text: 'Marcus got up our hill on chains at first light.', stars: 5, wanted: 'nothing', before: '−', ...MARCUS },
  { text: 'Marcus found a burnt wire that could have killed us.', stars: 5, wanted: '+', ...MARCUS },
  { text: 'Marcus fixed what the last guy had ruined.', stars: 5, wanted: '+', ...MARCUS },
  { text: 'Marcus was patient with my mother, who is rude to everybody.', stars: 5, wanted: '+', ...MARCUS },
  { text: 'The office never called back. Marcus was great.', stars: 3, wanted: '+', ...MARCUS },
  { text: 'Marcus was rude to my wife.', stars: 1, wanted: '−', ...MARCUS },
];

const AGAINST_STARS: readonly Case[] = [
  { text: 'Very honest.', stars: 1, wanted: 'professionalism +', before: 'nothing' },
  { text: 'Always on time.', stars: 1, wanted: 'punctuality +' },
  { text: 'Great work, fair price.', stars: 1, wanted: 'workmanship +, pricing +' },
  { text: 'Rude.', stars: 5, wanted: 'professionalism −' },
  { text: 'They left a mess.', stars: 5, wanted: 'cleanliness −' },
  { text: 'Never called back.', stars: 5, wanted: 'responsiveness −' },
];

const SHOP: readonly Case[] = [
  { text: 'I love these booties.', wanted: 'quality +', before: 'cleanliness, 0.83 sure' },
  { text: 'I wore these three times before the seams split.', wanted: 'quality −', before: 'punctuality' },
  { text: 'These booties go with everything.', wanted: 'nothing' },
  { text: 'The zipper broke on the first day.', wanted: 'quality −' },
  { text: 'The seams came apart after one wash.', wanted: 'quality −' },
  { text: 'Soft fabric and very comfortable.', wanted: 'comfort +' },
  { text: 'Waited three weeks for the delivery.', wanted: 'waiting −' },
  { text: 'Great price for a dress like this.', wanted: 'price +' },
];

const WORDS: readonly Case[] = [
  { text: 'They were totally disorganized', wanted: 'professionalism −', before: 'praise' },
  { text: 'The office is a disorganized mess.', wanted: 'professionalism −' },
  { text: 'The crew was unorganized.', wanted: 'professionalism −' },
  { text: 'Totally chaotic from start to finish.', wanted: 'professionalism −' },
  { text: 'Well organized and efficient.', wanted: 'professionalism +' },
];

const SPANISH: readonly Case[] = [
  { text: 'Muy bien', wanted: 'language es', before: 'language en' },
  { text: 'Excelente servicio', wanted: 'language es', before: 'language en' },
  { text: 'Buen trabajo', wanted: 'language es' },
  { text: 'Todo perfecto, gracias', wanted: 'language es' },
  { text: 'Llegaron a tiempo.', wanted: 'language es' },
  { text: 'Son unos profesionales', wanted: 'language es' },
];

const PROMISES: readonly Case[] = [
  { text: 'The price was what they quoted.', wanted: 'pricing +' },
  { text: 'They charged exactly what they quoted.', wanted: 'pricing +' },
  { text: 'They kept to the estimate.', wanted: 'pricing +' },
  { text: 'The final bill was the same as the quote.', wanted: 'pricing +' },
  { text: 'The price was more than they quoted.', wanted: 'pricing −' },
  { text: 'The price was not what they quoted.', wanted: 'pricing −' },
  { text: 'The bill matched the estimate.', wanted: 'pricing +' },
  { text: 'They came when they said they would.', wanted: 'punctuality +' },
];

/** What the figures of the demo say, before corrections. */
function demoRows(): Row[] {
  const raw = toInsights({ ...demo, analysis: demo.analysis && { ...demo.analysis, corrections: new Map() } });
  const people = Object.values(raw.per_review).flatMap(({ mentions }) => mentions.technicians);
  const emergencies = raw.entities.services.find(({ id }) => id === 'emergency-repair');
  const published = toInsights(demo);
  const sentences = published.summary_source?.figures_text.split(/(?<=\.) (?=[A-Z\d])/) ?? [];
  return [
    {
      name: 'people criticized by name in the demo',
      before: '14 passages; 8 of the 9 shown are of five-star reviews',
      today: String(people.filter(({ polarity }) => polarity === 'negative' || polarity === 'mixed').length),
    },
    {
      name: 'reviews of the demo whose verdicts are corrected by hand',
      before: '52 of 151',
      today: `${demo.analysis?.corrections.size} of ${demo.reviews.length}`,
    },
    {
      name: 'emergencies in the demo',
      before: '5 of 5 positive: three without the word are left out',
      today: `${emergencies?.positive_count} praised, ${emergencies?.negative_count} criticized in the ${emergencies?.mention_count} that name one; those without its words are left out still`,
    },
    {
      name: '16 reviews of one or two stars in the demo',
      before: '9 negative (6 %)',
      today: sentences.slice(1, 3).join(' '),
    },
    { name: 'topics of the demo', before: 'phone, switch, heat', today: published.topics.map(({ phrase }) => phrase).join(', ') },
  ];
}

/** The sentence on an aspect that one of five reviews criticizes. */
function oneCritic(): Row {
  const on = { text: 'They were on time.', stars: 5 };
  const { faq } = publish([on, on, on, on, { text: 'They were an hour late.', stars: 2 }]);
  const answer = faq.find(({ origin }) => origin === 'reviews')?.answer ?? 'nothing';
  return {
    name: 'one critic among five',
    before: '"a few" with a verb in the singular',
    today: `"${answer.split(' A customer writes')[0]}"`,
  };
}

/** The table of the model card: what was found wrong in the engine before this one, and what today's says of it and of texts like it. */
export function foundTable(): string {
  const counts = [1, 4, 6, 10].map((together) => `${shareFound(together)} with ${together}`);
  const items = { name: 'ten items of praise in one sentence', before: '1.00 with 1, 0.65 with 4, 0.51 with 6', today: counts.join(', ') };
  const rows: Row[] = [
    items,
    ...PRAISE.map((one) => toRow(one)),
    ...PEOPLE.map((one) => toRow(one)),
    ...AGAINST_STARS.map((one) => toRow(one)),
    ...SHOP.map((one) => toRow(one, 'ClothingStore')),
    ...[...WORDS, ...SPANISH, ...PROMISES].map((one) => toRow(one)),
    oneCritic(),
    ...demoRows(),
  ];
  const cells = [['text', 'before', 'today'], ...rows.map(({ name, before, today }) => [name, before, today])];
  const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  return lines.toSpliced(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`).join('\n');
}

if (import.meta.main) console.log(foundTable());
