import MiniSearch from 'minisearch';
import { passes } from './questions.ts';
import { serveSearch } from './serve.ts';

/** MiniSearch finds the words, and its `filter` handles the other filters. The newest reviews come first. */
await serveSearch(({ reviews }) => {
  const index = new MiniSearch<{ id: number; text: string }>({ fields: ['text'] });
  index.addAll(reviews.map(({ text }, id) => ({ id, text: text ?? '' })));
  return (question) => {
    const filter = ({ id }: { readonly id: number }) => reviews[id] !== undefined && passes(reviews[id], question);
    const found = index.search(question.query ?? MiniSearch.wildcard, { combineWith: 'AND', prefix: true, filter });
    const newest = found.map(({ id }) => id).sort((a, b) => a - b);
    return { matched: found.length, reviews: newest.slice(0, question.limit).flatMap((id) => reviews[id] ?? []) };
  };
});
