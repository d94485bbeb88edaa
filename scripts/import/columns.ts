import { nearest } from '../../site/content/problems.ts';

/** The names of each column in exports, in lower case with underscores, our name first. */
const names = {
  date: wordsIn(`
    date review_date date_of_review created created_at create_time created_time createtime posted time timestamp review_created
    review_created_utc`),
  rating: wordsIn('rating stars star_rating starrating star review_rating review_stars overall_rating'),
  author: wordsIn(`
    author author_name author_title reviewer reviewer_name customer customer_name display_name displayname nickname user_name
    username consumer_name review_username review_display comment_author`),
  text: wordsIn('text review review_text review_content comment comments comment_content content body message description detail'),
  source_id: wordsIn('source_id id review_id reviewid reviews_id comment_id external_id uuid'),
  source: wordsIn('source platform site origin channel provider'),
  source_url: wordsIn('source_url url link review_url review_link permalink'),
  title: wordsIn('title review_title headline subject heading'),
  reply_text: wordsIn('reply_text reply owner_reply response response_text owner_response business_response company_reply owner_answer'),
  reply_date: wordsIn('reply_date response_date replied_at owner_reply_date owner_response_date company_reply_date'),
  author_avatar_url: wordsIn('author_avatar_url avatar avatar_url author_image profile_photo profile_photo_url profilephotourl'),
  verified: wordsIn('verified is_verified verified_purchase verified_customer verified_buyer is_verified_buyer'),
  updated_at: wordsIn('updated_at updated update_time updatetime last_modified modified_at edited_at source_updated_at'),
  verification_method: wordsIn('verification_method verified_by verified_how'),
  verified_at: wordsIn('verified_at verification_date date_verified'),
  reference: wordsIn('reference invoice invoice_number invoice_no job_number job_no job_id order_number order_id'),
} satisfies Readonly<Record<string, readonly string[]>>;

/** Unambiguous Spanish, German and French names, as normalizeHeader writes them. */
const foreignNames: Readonly<Partial<Record<Column, readonly string[]>>> = {
  date: wordsIn(`
    fecha fecha_resena fecha_de_resena fecha_de_la_resena fecha_de_la_opinion fecha_del_comentario
    datum bewertungsdatum datum_der_bewertung date_avis date_de_l_avis date_du_commentaire`),
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

/** A column of any table. Only the tables that we publish have `id` and `changed_by_business`. */
export type OwnColumn = Column | 'id' | 'changed_by_business';

export const columnNames = Object.keys(names) as Column[];

const columnOf = new Map<string, Column>(
  columnNames.flatMap((column) => [...names[column], ...(foreignNames[column] ?? [])].map((name) => [name, column] as const)),
);

/** The column that a header usually means, ignoring case, spacing and accents; undefined for unknown ones. */
export const usualColumn = (name: string): Column | undefined => columnOf.get(normalizeHeader(name));

export interface Columns {
  /** The column at each position of a row; undefined if it isn't imported. */
  readonly places: readonly (OwnColumn | undefined)[];
  /** The positions of unknown columns. */
  readonly unknown: readonly number[];
  /** The problem with the header, in a sentence. */
  readonly problem: string | undefined;
}

/** Headers of one source, in lower case with underscores; undefined for headers to ignore. */
export type OwnNames = Readonly<Record<string, OwnColumn | undefined>>;

/**
 * Maps a header to columns: first by `mapped` (`--map`), then by the names of the source, then by the usual names, ignoring case and
 * spacing. Columns that are `ignored` count as unknown.
 */
export function recognizeColumns(
  header: readonly string[],
  { columns: mapped, ignored }: { readonly columns: ReadonlyMap<string, string>; readonly ignored: ReadonlySet<string> },
  own: OwnNames = {},
): Columns {
  const ours = new Map([...mapped].map(([column, name]) => [name, column as OwnColumn]));
  const taken = new Set<OwnColumn | undefined>(ours.values());
  const isKnown = (name: string) => Object.hasOwn(own, normalizeHeader(name)) && !ignored.has(name.trim());
  const usual = (name: string) => (ignored.has(name.trim()) ? undefined : isKnown(name) ? own[normalizeHeader(name)] : usualColumn(name));
  const found = header.map((name) => ours.get(name) ?? (taken.has(usual(name)) ? undefined : usual(name)));
  const isFree = (index: number) => found[index] === undefined && !isKnown(header[index] ?? '');
  const free = new Map(
    header.flatMap((name, index) => (isFree(index) && !ignored.has(name.trim()) ? [[normalizeHeader(name), index] as const] : [])),
  );
  const places = [...found];
  for (const column of columnNames.filter((column) => !found.includes(column))) {
    const likeliest = weakerNames[column]?.find((name) => free.has(name));
    const index = likeliest === undefined ? undefined : free.get(likeliest);
    if (index !== undefined) places[index] ??= column;
  }
  const unknown = [...header.keys()].filter((index) => isFree(index) && places[index] === undefined);
  return { places, unknown, problem: problemOf(header, places, mapped) };
}

function problemOf(header: readonly string[], places: Columns['places'], mapped: ReadonlyMap<string, string>): string | undefined {
  const [absent] = [...mapped].filter(([, name]) => !header.includes(name));
  if (absent)
    return `--map ${absent[0]}="${absent[1]}": no such column; write ${nearest(absent[1], header)
      .map((name) => `"${name}"`)
      .join(' or ')}`;
  const twice = places.find((column, index) => column !== undefined && places.indexOf(column) !== index);
  if (twice) {
    const both = header.filter((_, index) => places[index] === twice).map((name) => `"${name}"`);
    return `the columns ${both.join(' and ')} both mean ${twice}; rename or remove one, or choose one with --map ${twice}=${both[0]}`;
  }
  const missing = (['date', 'rating'] as const).filter((column) => !places.includes(column));
  if (missing.length === 0) return undefined;
  const known = missing.map((column) => `${column} (also called ${names[column].slice(1, 5).join(', ')})`).join(' and ');
  return `no column for ${known} in its first line: ${header.join(', ')}; if one has another name, use --map ${missing[0]}="ITS NAME"`;
}

/** Splits a list that is written as text into its words. */
export function wordsIn(words: string): readonly string[] {
  return words.trim().split(/\s+/);
}

/** A header in the form that `names` uses: lower case, without accents, with underscores. */
export const normalizeHeader = (name: string) =>
  name
    .trim()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
