import type { Translations } from '../words.ts';

type Keys =
  | 'title'
  | 'lead'
  | 'nothing'
  | 'attention'
  | 'unanswered'
  | 'unanswered_link'
  | 'unverified'
  | 'unverified_link'
  | 'no_reviews'
  | 'start'
  | `start_${'import' | 'business' | 'publish'}${'' | '_help'}`
  | 'review'
  | 'import_never'
  | 'import_age'
  | 'import_link'
  | 'publish_never'
  | 'publish_age'
  | 'publish_changed'
  | 'publish_same'
  | 'publish_link'
  | 'taken_down'
  | 'site_checking'
  | 'site_same'
  | 'site_other'
  | 'site_none'
  | 'site_unreachable'
  | 'site_here'
  | 'last_done'
  | 'undo_link'
  | 'doubts'
  | 'doubts_lead';

export const todayWords: Translations<Keys> = {
  en: {
    title: 'Today',
    lead: 'What needs your attention.',
    nothing: 'Nothing needs your attention.',
    attention: 'Reviews',
    unanswered: '{count, plural, one {One review has} other {# reviews have}} no reply yet.',
    unanswered_link: 'Reply',
    unverified:
      '{count, plural, one {One review isn’t} other {# reviews aren’t}} published, because nobody has verified {count, plural, one {it} other {them}}.',
    unverified_link: 'Verify',
    no_reviews: 'There are no reviews yet.',
    start: 'Three steps to your page of reviews',
    start_import: 'Bring in your reviews',
    start_import_help: 'From Google or another service. You’ll see everything before it’s imported.',
    start_business: 'Check your business',
    start_business_help: 'Its name, address and hours, the services, and the colors of your pages.',
    start_publish: 'Publish',
    start_publish_help: 'Nobody else can see anything until you do this.',
    review: '{stars, plural, one {# star} other {# stars}} from {author}, {date}',
    import_never: 'No reviews have been imported yet.',
    import_age: 'Reviews were last imported {age}.',
    import_link: 'Import',
    publish_never: 'Nothing has been published yet.',
    publish_age: 'Last published {age}.',
    publish_changed: 'Something has changed since then.',
    publish_same: 'Nothing has changed since then.',
    publish_link: 'Publish',
    taken_down: 'A version of your pages on this computer still has a review that was taken down. Publish to delete it.',
    site_checking: 'Checking whether {address} is up to date …',
    site_same: '{address} is up to date.',
    site_other: '{address} doesn’t show what was last published from here. If you’ve just published, check again in a few minutes.',
    site_none: '{address} doesn’t show these reviews yet.',
    site_unreachable: '{address} can’t be reached from this computer, so we can’t tell what it shows.',
    site_here: 'This is a trial: only this computer can show the site.',
    last_done: 'Last action: {did}.',
    undo_link: 'Undo',
    doubts: '{count, plural, one {One thing is} other {# things are}} worth a look',
    doubts_lead: 'You can publish anyway.',
  },
  es: {
    title: 'Hoy',
    lead: 'Lo que necesita su atención.',
    nothing: 'No hay nada pendiente.',
    attention: 'Opiniones',
    unanswered: '{count, plural, one {Una opinión no tiene} other {# opiniones no tienen}} respuesta todavía.',
    unanswered_link: 'Responder',
    unverified:
      '{count, plural, one {Una opinión no se publica porque nadie la ha verificado} other {# opiniones no se publican porque nadie las ha verificado}}.',
    unverified_link: 'Verificar',
    no_reviews: 'Todavía no hay opiniones.',
    start: 'Tres pasos hasta su página de opiniones',
    start_import: 'Traer sus opiniones',
    start_import_help: 'De Google o de otro servicio. Lo verá todo antes de importarlo.',
    start_business: 'Revisar su negocio',
    start_business_help: 'El nombre, la dirección y el horario, los servicios y los colores de sus páginas.',
    start_publish: 'Publicar',
    start_publish_help: 'Nadie más puede ver nada hasta que usted lo haga.',
    review: '{stars, plural, one {# estrella} other {# estrellas}} de {author}, {date}',
    import_never: 'Todavía no se han importado opiniones.',
    import_age: 'La última importación de opiniones fue {age}.',
    import_link: 'Importar',
    publish_never: 'Todavía no se ha publicado nada.',
    publish_age: 'La última publicación fue {age}.',
    publish_changed: 'Desde entonces se ha cambiado algo.',
    publish_same: 'Desde entonces no ha cambiado nada.',
    publish_link: 'Publicar',
    taken_down: 'Una versión de tus páginas en este ordenador todavía contiene una reseña retirada. Publica para borrarla.',
    site_checking: 'Comprobando si {address} muestra lo último que se publicó …',
    site_same: '{address} muestra lo último que se publicó.',
    site_other:
      '{address} muestra algo distinto de lo último que se publicó desde aquí. Si acaba de publicar, vuelva a mirar dentro de unos minutos.',
    site_none: '{address} todavía no muestra estas opiniones.',
    site_unreachable: 'No se puede acceder a {address} desde este ordenador, así que no se sabe qué muestra.',
    site_here: 'Es una prueba: solo este ordenador puede mostrar el sitio.',
    last_done: 'Lo último que se hizo: {did}.',
    undo_link: 'Deshacer',
    doubts: '{count, plural, one {Una cosa merece} other {# cosas merecen}} un vistazo',
    doubts_lead: 'Puede publicar de todos modos.',
  },
};
