import { expect, test } from 'vitest';
import { profileTable } from '../../../scripts/import/column-meanings.ts';
import type { Stated } from '../../../scripts/import/questions.ts';

const STATED: Stated = {
  source: 'direct',
  verified: true,
  method: undefined,
  dateOrder: 'ymd',
  scale: undefined,
  columns: new Map(),
  publicValues: new Map(),
  ignored: new Set(),
  isWithoutText: false,
  html: undefined,
  placeholders: new Map(),
};

/** The meaning of each column of a table without rows. */
function placesOf(header: readonly string[]): (string | undefined)[] {
  const { columns } = profileTable({ name: 'a.csv', format: 'table', header, rows: [], damaged: [], empty: 0 }, STATED, undefined);
  return header.map((_, index) => columns.find(([, at]) => at === index)?.[0]);
}

test.each([
  ['Marca temporal;Nombre;Puntuación;Opinión', 'date author rating text'],
  ['Marca temporal;Fecha;Nombre y apellidos;Valoración;Comentario', '- date author rating text'],
  ['Fecha de la reseña;Autor;Estrellas;Reseña;Título;Respuesta;Fecha de respuesta', 'date author rating text title reply_text reply_date'],
  ['Fecha;Cliente;Calificación;Valoración;Plataforma;Enlace', 'date author rating text source source_url'],
  ['FECHA;NOMBRE;ESTRELLAS;COMENTARIOS;Nº de factura;Verificado', 'date author rating text reference verified'],
  ['Zeitstempel;Name;Sterne;Bewertung', 'date author rating text'],
  ['Datum;Kunde;Bewertung;Kommentar;Antwort;Antwortdatum', 'date author rating text reply_text reply_date'],
  ['Erstellt am;Verfasser;Sterne;Rezension;Überschrift;Rechnungsnummer', 'date author rating text title reference'],
  ['Horodateur;Nom;Note;Avis', 'date author rating text'],
  ['Date de l’avis;Client;Étoiles;Commentaire;Titre;Réponse;Date de réponse', 'date author rating text title reply_text reply_date'],
  ['Datum;Bewertung', 'date rating'],
  ['date,rating,author,text,note', 'date rating author text -'],
])('%s', (header, places) => {
  const found = placesOf(header.split(/[;,]/));
  expect(found.map((column) => column ?? '-').join(' ')).toBe(places);
});

test('a name that can mean rating or text is the rating if only the text has another column', () => {
  expect(placesOf(['Fecha', 'Opinión', 'Valoración'])).toEqual(['date', 'text', 'rating']);
});
