import type { Translations } from '../words.ts';

type Keys =
  | 'title'
  | 'lead'
  | 'nothing'
  | 'problems'
  | 'problems_lead'
  | 'found'
  | 'instead'
  | 'attention'
  | 'unanswered'
  | 'unanswered_link'
  | 'unverified'
  | 'unverified_link'
  | 'no_reviews'
  | 'no_reviews_link'
  | 'review'
  | 'import_never'
  | 'import_age'
  | 'import_link'
  | 'publish_never'
  | 'publish_age'
  | 'publish_changed'
  | 'publish_same'
  | 'publish_link'
  | 'site_checking'
  | 'site_same'
  | 'site_other'
  | 'site_none'
  | 'site_unreachable'
  | 'last_done'
  | 'undo_link'
  | 'doubts'
  | 'doubts_lead';

export const todayWords: Translations<Keys> = {
  en: {
    title: 'Today',
    lead: 'What needs your attention.',
    nothing: 'Nothing needs your attention.',
    problems: '{count, plural, one {One thing has} other {# things have}} to be fixed before you can publish',
    problems_lead: 'Until then, visitors see what was published last.',
    found: '{place}: found {found}',
    instead: 'What to do: {write}',
    attention: 'Reviews',
    unanswered: '{count, plural, one {One review has} other {# reviews have}} no reply yet.',
    unanswered_link: 'Reply',
    unverified:
      '{count, plural, one {One review isn’t} other {# reviews aren’t}} published, because nobody has verified {count, plural, one {it} other {them}}.',
    unverified_link: 'Verify',
    no_reviews: 'There are no reviews yet.',
    no_reviews_link: 'Bring them in',
    review: '{stars, plural, one {# star} other {# stars}} from {author}, {date}',
    import_never: 'No reviews have been imported yet.',
    import_age: 'Reviews were last imported {age}.',
    import_link: 'Import',
    publish_never: 'Nothing has been published yet.',
    publish_age: 'Last published {age}.',
    publish_changed: 'Files of the content have been changed since then.',
    publish_same: 'Nothing has been changed since then.',
    publish_link: 'Publish',
    site_checking: 'Checking whether {address} shows what was published last …',
    site_same: '{address} shows what was published last.',
    site_other:
      '{address} shows something else than what was published last from here. If you have just published, look again in a few minutes.',
    site_none: '{address} doesn’t show these reviews yet.',
    site_unreachable: '{address} can’t be reached from this computer, so it isn’t known what it shows.',
    last_done: 'Done last: {did}.',
    undo_link: 'Undo',
    doubts: '{count, plural, one {One thing is} other {# things are}} worth a look',
    doubts_lead: 'You can publish anyway.',
  },
  es: {
    title: 'Hoy',
    lead: 'Lo que necesita su atención.',
    nothing: 'No hay nada pendiente.',
    problems: '{count, plural, one {Hay que corregir una cosa} other {Hay que corregir # cosas}} antes de publicar',
    problems_lead: 'Hasta entonces, los visitantes ven lo último que se publicó.',
    found: '{place}: se encontró {found}',
    instead: 'Qué hacer: {write}',
    attention: 'Opiniones',
    unanswered: '{count, plural, one {Una opinión no tiene} other {# opiniones no tienen}} respuesta todavía.',
    unanswered_link: 'Responder',
    unverified:
      '{count, plural, one {Una opinión no se publica porque nadie la ha verificado} other {# opiniones no se publican porque nadie las ha verificado}}.',
    unverified_link: 'Verificar',
    no_reviews: 'Todavía no hay opiniones.',
    no_reviews_link: 'Traerlas aquí',
    review: '{stars, plural, one {# estrella} other {# estrellas}} de {author}, {date}',
    import_never: 'Todavía no se han importado opiniones.',
    import_age: 'La última importación de opiniones fue {age}.',
    import_link: 'Importar',
    publish_never: 'Todavía no se ha publicado nada.',
    publish_age: 'La última publicación fue {age}.',
    publish_changed: 'Desde entonces se han cambiado archivos del contenido.',
    publish_same: 'Desde entonces no ha cambiado nada.',
    publish_link: 'Publicar',
    site_checking: 'Comprobando si {address} muestra lo último que se publicó …',
    site_same: '{address} muestra lo último que se publicó.',
    site_other:
      '{address} muestra algo distinto de lo último que se publicó desde aquí. Si acaba de publicar, vuelva a mirar dentro de unos minutos.',
    site_none: '{address} todavía no muestra estas opiniones.',
    site_unreachable: 'No se puede acceder a {address} desde este ordenador, así que no se sabe qué muestra.',
    last_done: 'Lo último que se hizo: {did}.',
    undo_link: 'Deshacer',
    doubts: '{count, plural, one {Una cosa merece} other {# cosas merecen}} un vistazo',
    doubts_lead: 'Puede publicar de todos modos.',
  },
};
