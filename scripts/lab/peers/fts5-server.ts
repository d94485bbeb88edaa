import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { PeerQuestion } from './questions.ts';
import { serveSearch } from './serve.ts';

const TABLES = `
  CREATE TABLE review (position INTEGER PRIMARY KEY, rating INTEGER NOT NULL, date TEXT NOT NULL, text TEXT NOT NULL);
  CREATE INDEX review_date ON review (date);
  CREATE TABLE mention (kind TEXT NOT NULL, name TEXT NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (kind, name, position)) WITHOUT ROWID;
  CREATE VIRTUAL TABLE words USING fts5 (text, content = '', tokenize = 'trigram');
`;

/** SQLite in memory: FTS5's trigrams find substrings, tables and indexes handle the other filters, and the reviews stay objects. */
await serveSearch(({ reviews }) => {
  const database = new DatabaseSync(':memory:');
  database.exec(TABLES);
  const insertReview = database.prepare('INSERT INTO review VALUES (?, ?, ?, ?)');
  const insertMention = database.prepare('INSERT INTO mention VALUES (?, ?, ?)');
  const insertWords = database.prepare('INSERT INTO words (rowid, text) VALUES (?, ?)');
  database.exec('BEGIN');
  for (const [position, { rating, date, text, mentions }] of reviews.entries()) {
    insertReview.run(position, rating, date, text ?? '');
    insertWords.run(position, text ?? '');
    for (const name of mentions.technicians) insertMention.run('technician', name, position);
    for (const name of mentions.services) insertMention.run('service', name, position);
  }
  database.exec('COMMIT');

  const prepared = new Map<string, StatementSync>();
  const prepare = (sql: string) => {
    const statement = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
  return (question) => {
    const conditions = conditionsOf(question);
    const where = conditions.map(([sql]) => sql).join(' AND ');
    const values = conditions.map(([, value]) => value);
    const matched = prepare(`SELECT count(*) AS matched FROM review WHERE ${where}`).get(...values)?.['matched'];
    const rows = prepare(`SELECT position FROM review WHERE ${where} ORDER BY position LIMIT ?`).all(...values, question.limit);
    return { matched: Number(matched), reviews: rows.flatMap(({ position }) => reviews[Number(position)] ?? []) };
  };
});

/** The query's conditions with their values, at least one. */
function conditionsOf({
  query,
  minRating,
  maxRating,
  since,
  until,
  technician,
  service,
}: PeerQuestion): (readonly [string, SQLInputValue])[] {
  const mentioned = (kind: string) => `position IN (SELECT position FROM mention WHERE kind = '${kind}' AND name = ?)`;
  return [
    ['rating >= ?', minRating],
    ...(maxRating < 5 ? [['rating <= ?', maxRating] as const] : []),
    ...(since !== '' ? [['date >= ?', since] as const] : []),
    ...(until !== '9999' ? [['date <= ?', until] as const] : []),
    ...(technician === undefined ? [] : [[mentioned('technician'), technician] as const]),
    ...(service === undefined ? [] : [[mentioned('service'), service] as const]),
    ...(query === undefined ? [] : [containing(query)]),
  ];
}

/** Trigrams can't find strings of one or two characters, so those scan all texts. */
function containing(query: string): readonly [string, SQLInputValue] {
  if (query.length < 3) return ['instr(lower(text), lower(?)) > 0', query];
  return ['position IN (SELECT rowid FROM words WHERE text MATCH ?)', `"${query.replaceAll('"', '""')}"`];
}
