import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readGold } from '../../../scripts/lab/train/gold.ts';
import { readDataset } from '../../../site/content/read/read.ts';
import { MODEL, toInsights } from '../../../site/insights/insights.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** The method's version and a hash of its results for the texts below. If the hash changes, raise the version and add to the changelog. */
const METHOD = { version: '9', readings: '477308f3978df921' };

const TEXTS = [
  ...[
    'Muy bien',
    'Excelente servicio',
    'Llegaron a tiempo.',
    'OK',
    'Top',
    'Great job',
    'Très bien, merci beaucoup',
    'Nie polecam',
    'Très bon pain, accueil chaleureux.',
    'Crème brûlée!',
  ],
  ...['Thợ làm rất kỹ và lịch sự.', 'Mycket bra jobb. De kom i tid och städade efter sig, rekommenderar dem.'],
  ...[
    'Dana was rude to my wife.',
    'Dana got up our hill at first light.',
    'The office never called back, Dana did.',
    'Dana is too expensive.',
  ],
  ...['Dana and Omar were polite. Omar left a mess.', 'Omar explained it all, unlike the last company.', 'They were late. Ask for Omar!'],
];

test('the method needs a new version if it gives the same texts other verdicts, languages or polarities of people', async () => {
  const content = path.join(temporaryFolder(), 'content');
  await mkdir(path.join(content, 'reviews'), { recursive: true });
  const items = [
    ...(readGold('test/gold', 'development') ?? []),
    ...TEXTS.map((text, index) => ({ id: `t${index}`, stars: (index % 5) + 1, text })),
  ];
  const reviews = items.map(({ id, stars, text }) => ({
    source_id: id,
    date: '2025-01-01',
    rating: stars,
    author: id,
    verified: true,
    text,
  }));
  await writeFile(path.join(content, 'reviews/all.yaml'), reviews.map((review) => `- ${JSON.stringify(review)}\n`).join(''));
  const people = ['Dana Whitfield', 'Omar Okafor'].map((name) => ({ name, role: 'Plumber', aliases: [name.split(' ')[0]] }));
  await writeFile(path.join(content, 'technicians.yaml'), JSON.stringify(people));
  const hash = createHash('sha256');
  for (const type of ['Plumber', 'Store']) {
    await writeFile(path.join(content, 'business.yaml'), `name: Acme\ntype: ${type}\n`);
    const dataset = readDataset(content);
    const { per_review } = toInsights(dataset);
    const lines = dataset.reviews.map(({ id, text }) => {
      const insight = per_review[id];
      const verdicts = insight?.aspects.map((aspect) => `${aspect.id} ${aspect.polarity}`);
      const persons = insight?.mentions.technicians.map(({ name, polarity }) => `${name} ${polarity}`);
      return JSON.stringify([text, insight?.language, verdicts, persons]);
    });
    hash.update(lines.sort().join('\n'));
  }
  expect({ version: MODEL.version, readings: hash.digest('hex').slice(0, 16) }).toEqual(METHOD);
});
