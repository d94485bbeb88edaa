import { plainField, plainRecord } from '../../site/contract/review-fields.ts';
import { withoutAccents } from '../../site/shared/text.ts';

/** The names of each column in exports, in lower case with underscores, our name first. */
const names = {
  date: wordsIn(`
    date review_date date_of_review created created_at create_time created_time createtime posted time timestamp review_created
    review_created_utc`),
  rating: wordsIn('rating stars star_rating starrating star review_rating review_stars overall_rating'),
  author: wordsIn(`
    author author_name author_title reviewer reviewer_name customer customer_name display_name displayname nickname user_name
    username consumer_name review_username review_display comment_author your_name guest_name`),
  text: wordsIn('text review review_text review_content comment comments comment_content content body message description detail'),
  source_id: wordsIn('source_id id review_id reviewid reviews_id comment_id external_id uuid'),
  source: wordsIn('source platform site origin channel provider'),
  source_url: wordsIn('source_url url link review_url review_link permalink'),
  title: wordsIn('title review_title headline subject heading'),
  reply_text: wordsIn(
    'reply_text reply owner_reply owner_reply_text response response_text owner_response business_response company_reply owner_answer',
  ),
  reply_date: wordsIn('reply_date response_date replied_at owner_reply_date owner_response_date company_reply_date'),
  author_avatar_url: wordsIn('author_avatar_url avatar avatar_url author_image profile_photo profile_photo_url profilephotourl'),
  verified: wordsIn('verified is_verified verified_purchase verified_customer verified_buyer is_verified_buyer'),
  updated_at: wordsIn('updated_at updated update_time updatetime last_modified modified_at edited_at source_updated_at'),
  verification_method: wordsIn('verification_method verification verified_by verified_how'),
  verified_at: wordsIn('verified_at verification_verified_at verification_date date_verified'),
  reference: wordsIn('reference invoice invoice_number invoice_no job_number job_no job_id order_number order_id'),
  ...plainRecord((name) => [name, ...plainField(name).headers]),
} satisfies Readonly<Record<string, readonly string[]>>;

/** Unambiguous Spanish, German and French names, as normalizeHeader writes them. */
const foreignNames: Readonly<Partial<Record<Column, readonly string[]>>> = {
  date: wordsIn(`
    fecha fecha_resena fecha_de_resena fecha_de_la_resena fecha_de_la_opinion fecha_del_comentario
    datum bewertungsdatum datum_der_bewertung bewertet_am date_avis date_de_l_avis date_du_commentaire`),
  rating: wordsIn('estrellas puntuacion calificacion sterne anzahl_sterne sternebewertung etoiles nombre_d_etoiles'),
  author: wordsIn(`
    autor autora cliente nombre_cliente nombre_del_cliente verfasser rezensent kunde kundenname auteur client nom_client nom_du_client`),
  text: wordsIn(`
    comentario comentarios opinion resena texto texto_de_la_resena mensaje
    kommentar rezension bewertungstext nachricht avis commentaire commentaires texte`),
  source_id: wordsIn('id_resena id_de_la_resena bewertungs_id id_avis'),
  source: wordsIn('fuente plataforma origen quelle plattform plateforme'),
  source_url: wordsIn('enlace lien'),
  title: wordsIn('titulo titel uberschrift titre'),
  reply_text: wordsIn(`
    respuesta respuesta_del_propietario respuesta_de_la_empresa antwort antwort_des_inhabers antwort_vom_inhaber reponse
    reponse_du_proprietaire`),
  reply_date: wordsIn(`
    fecha_respuesta fecha_de_respuesta fecha_de_la_respuesta antwortdatum date_reponse date_de_reponse date_de_la_reponse`),
  verified: wordsIn('verificado verificada verifiziert verifie'),
  reference: wordsIn(`
    factura numero_de_factura n_de_factura numero_de_pedido
    rechnung rechnungsnummer auftragsnummer bestellnummer facture numero_de_facture numero_de_commande`),
};

/**
 * Ambiguous names, used for a column only if the header has none of the usual ones, the most likely first: `published`, for example, can
 * be a date or a flag.
 */
const weakerNames: Readonly<Partial<Record<Column, readonly string[]>>> = {
  date: wordsIn(`
    date_created created_date creation_date review_creation_date comment_date addition_date review_datetime_utc submitted_at
    date_submitted published_date publish_date date_published published_at published marca_temporal marca_de_tiempo
    fecha_de_publicacion fecha_de_creacion zeitstempel erstellt_am erstellt horodateur date_de_publication date_de_creation`),
  rating: wordsIn('review_score score valoracion bewertung note evaluation'),
  author: wordsIn(`
    reviewer_display_name name full_name user nombre nombre_completo nombre_y_apellidos usuario vollstandiger_name
    nutzer nutzername benutzername nom nom_complet utilisateur pseudo`),
  text: wordsIn('valoracion bewertung evaluation'),
  reply_date: wordsIn('reply_published_date owner_answer_timestamp_datetime_utc'),
  updated_at: wordsIn('updated_date date_updated'),
};

/** The columns that an import knows. */
export type Column = keyof typeof names;

/** The columns that only the tables that we publish have. */
type PublishedColumn = 'id' | 'changed_by_business' | 'removed_at_source';
/** A column of any table. */
export type OwnColumn = Column | PublishedColumn;

export const columnNames = Object.keys(names) as Column[];

const columnOf = new Map<string, Column>(
  columnNames.flatMap((column) => [...names[column], ...(foreignNames[column] ?? [])].map((name) => [name, column] as const)),
);

/** The best possible rating in a header, as in "Rating (out of 10)" and "Score /10". */
const SCALE = /\(?\s*(?:\bout of|\/|\bvon|\bsur|\bde|\bmax\.?)\s*(\d{1,3})\s*\)?\s*$/i;

/** The best possible rating that a header names; undefined if it names none. */
export function scaleOf(name: string): number | undefined {
  const [, best] = SCALE.exec(name) ?? [];
  return best === undefined ? undefined : Number(best);
}

const withoutScale = (name: string) => normalizeHeader(name.replace(SCALE, ''));

/** The column that a header usually means, ignoring case, spacing and accents; undefined for unknown ones. */
export const usualColumn = (name: string): Column | undefined => columnOf.get(withoutScale(name));

/** The column that a header may mean if no other column has that meaning. */
export const weakerColumns = (name: string): readonly Column[] =>
  columnNames.filter((column) => weakerNames[column]?.includes(withoutScale(name)));

/** The position of a header among the names that a column may have, the most likely first. */
export const weakness = (column: Column, name: string): number => weakerNames[column]?.indexOf(withoutScale(name)) ?? -1;

/** Other names of a column, for messages. */
export const otherNames = (column: Column): readonly string[] => names[column].slice(1, 5);

/** Splits a list that is written as text into its words. */
export function wordsIn(words: string): readonly string[] {
  return words.trim().split(/\s+/);
}

/** A header in the form that `names` uses: lower case, without accents, with underscores. */
export const normalizeHeader = (name: string) =>
  withoutAccents(name.trim())
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
