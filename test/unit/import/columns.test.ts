import { expect, test } from 'vitest';
import { recognizeColumns } from '../../../scripts/import/columns.ts';

const NOTHING = { columns: new Map<string, string>(), ignored: new Set<string>() };

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
  const found = recognizeColumns(header.split(/[;,]/), NOTHING);
  expect([found.places.map((column) => column ?? '-').join(' '), found.problem]).toEqual([places, undefined]);
});

test('a name that can mean rating or text is the rating if only the text has another column', () => {
  expect(recognizeColumns(['Fecha', 'Opinión', 'Valoración'], NOTHING).places).toEqual(['date', 'text', 'rating']);
});
