import { create, insertMultiple, search } from '@orama/orama';
import type { PeerQuestion } from './questions.ts';
import { serveSearch } from './serve.ts';

const dayNumber = (date: string) => Number(date.replaceAll('-', ''));

/** Orama handles words, filters and order in one index. */
await serveSearch(async ({ reviews }) => {
  const index = create({
    schema: { text: 'string', rating: 'number', day: 'number', technicians: 'enum[]', services: 'enum[]', position: 'number' },
  });
  const documents = reviews.map(({ text, rating, date, mentions }, position) => {
    const { technicians, services } = mentions;
    return { text: text ?? '', rating, day: dayNumber(date), technicians, services, position };
  });
  await insertMultiple(index, documents, 1_000);
  return async (question) => {
    const { count, hits } = await search(index, {
      ...(question.query === undefined ? {} : { term: question.query, properties: ['text'] }),
      // All words, not any of them.
      threshold: 0,
      where: whereOf(question),
      limit: question.limit,
      sortBy: { property: 'position', order: 'ASC' },
    });
    return { matched: count, reviews: hits.flatMap(({ document }) => reviews[document.position] ?? []) };
  };
});

function whereOf({ minRating, maxRating, since, until, technician, service }: PeerQuestion): object {
  return {
    ...(minRating > 1 || maxRating < 5 ? { rating: { between: [minRating, maxRating] } } : {}),
    ...(since !== '' || until !== '9999'
      ? { day: { between: [dayNumber(since || '0'), dayNumber(until === '9999' ? '99999999' : until)] } }
      : {}),
    ...(technician === undefined ? {} : { technicians: { containsAll: [technician] } }),
    ...(service === undefined ? {} : { services: { containsAll: [service] } }),
  };
}
