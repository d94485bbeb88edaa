import type { ReviewEntry } from '../../site/content/schemas.ts';
import type { VerificationMethod } from '../../site/contract/review.ts';
import { plainField, plainRecord } from '../../site/contract/review-fields.ts';
import { withoutAccents } from '../../site/shared/text.ts';
import type { DateOrder } from './values.ts';

/** The place that an export is from, as far as the export names it. */
export interface ReviewedPlace {
  /** The id of the place at its platform, such as a Google location. */
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly town?: string | undefined;
}

/** Facts about a row that aren't in one of our columns. */
export interface RowFacts {
  readonly source?: string;
  readonly method?: VerificationMethod | undefined;
  readonly sourceUrl?: string | undefined;
  readonly place?: ReviewedPlace;
  /** Whether its text is a machine translation, and the original isn't in the export. */
  readonly isTranslation?: boolean;
  /** If the row is a reply, the source id of its review. */
  readonly replyTo?: string;
  /** If the row is a reply, whether it is the business's and was shown at its source. */
  readonly isShown?: boolean;
}

/** How a review is verified if its platform knows that the author bought or stayed; undefined otherwise. */
export const buyer = (isBuyer: boolean): VerificationMethod | undefined => (isBuyer ? 'platform_account' : undefined);

/** The values of a flag, in lower case, under which a platform shows a review or the reply to it, and those under which it doesn't. */
export interface PlatformFlag {
  readonly subject?: 'reply';
  readonly shown: readonly string[];
  readonly hidden: readonly string[];
  /** Whether an empty flag means that the platform doesn't show it, as for a draft. Otherwise, an empty one decides nothing. */
  readonly hidesEmpty?: true;
}

/**
 * The layout of a platform's exports, in any container. Headers are in lower case with underscores: the key `reviewer.displayName` and the
 * column "Reviewer Display Name" are both `reviewer_display_name`.
 */
export interface Platform {
  /** Its name in content/imports.json. */
  readonly name: string;
  /** Its description in the help, one line. */
  readonly help: string;
  /** The headers that identify it; of several lists, one is enough. */
  readonly by: readonly (readonly string[])[];
  readonly format?: 'table' | 'json';
  /** Why nothing of it is imported. */
  readonly refusal?: string;
  /** Our column for each header. If several have the same one, the first that is filled counts. */
  readonly columns: Readonly<Record<string, OwnColumn>>;
  /** Whether texts in several columns are joined, each on a new line. */
  readonly joinsTexts?: true;
  /** Headers that aren't imported and don't say whether a review was shown. */
  readonly ignored?: readonly string[];
  /** The best possible rating. */
  readonly scale: number;
  /** Values of its rating that mean that there is none, and the reason to print. */
  readonly unrated?: { readonly values: readonly string[]; readonly why: string };
  /** The form of its ids, and the reason to print for others. */
  readonly id?: { readonly form: RegExp; readonly why: string };
  /** Whether an id identifies a review by itself. In other tables, rows with one id are versions of a review only with the same author. */
  readonly hasUniqueIds: boolean;
  /** Whether its authors are full names, of which the platform only shows the first name and an initial. */
  readonly hasFullNames?: true;
  /** What it writes for an author without a name. */
  readonly anonymous?: string;
  /** The order of day and month in its dates, unless --dates is given. */
  readonly dateOrder?: DateOrder;
  /** How its texts are encoded: HTML, or UTF-8 whose bytes were written as Latin-1 characters. */
  readonly encoding?: 'html' | 'latin1';
  /** What its flags mean, by header. */
  readonly flags?: Readonly<Record<string, PlatformFlag>>;
  /** Fields that it always provides, so a missing key means that there is no value. */
  readonly always?: readonly (keyof ReviewEntry)[];
  /** What a review has and an import doesn't keep, by header. */
  readonly loses?: Readonly<Record<string, string>>;
  /** What the person who imports should know about every export. */
  readonly note?: string;
  /** Why `--complete` can't be used for it. */
  readonly incomplete?: string;
  /** Whether a change of a reply changes the update time of its review. */
  readonly replyUpdatesReview?: true;
  /** Whether this service has published it: names and texts may be masked, and an empty verification date means that it is unknown. */
  readonly isPublished?: true;
  /** Reverses an escape of its cells. */
  readonly restoreCell?: (cell: string) => string;
  /** Facts about a row. `cell` takes a header, and `outer` a header of the object that contains the list. */
  readonly factsOf: (cell: (header: string) => string, outer: (header: string) => string) => RowFacts;
}

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
