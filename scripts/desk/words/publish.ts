import type { Say, Translations } from '../words.ts';

type Keys =
  | 'title'
  | 'last'
  | 'never'
  | 'changes'
  | 'same_reviews'
  | 'same'
  | 'other_pages'
  | 'added'
  | 'changed'
  | 'removed'
  | 'business'
  | 'taken_down'
  | 'publish'
  | 'preview'
  | 'preview_help'
  | 'review'
  | 'more'
  | 'publishing'
  | 'previewing'
  | 'step_reading'
  | 'step_log'
  | 'step_pages'
  | 'step_files'
  | 'step_dates'
  | 'step_start'
  | 'previewed'
  | 'published'
  | 'nothing'
  | 'nothing_done'
  | 'did'
  | 'pages'
  | 'documents'
  | 'entries'
  | 'entry'
  | 'files_new'
  | 'files_changed'
  | 'files_removed'
  | 'look'
  | 'look_public'
  | 'serve'
  | 'serve_help'
  | 'trial'
  | 'served'
  | 'hub_told'
  | 'hub_untold'
  | 'failed'
  | 'failed_lead'
  | 'crashed'
  | 'outdated'
  | 'again'
  | 'gone'
  | 'history'
  | 'history_lead'
  | 'history_none'
  | 'undo'
  | 'final'
  | 'earlier'
  | 'earlier_lead'
  | 'back'
  | 'undo_title'
  | 'back_title'
  | 'undo_did'
  | 'back_did'
  | 'undone_too'
  | 'stays'
  | 'would'
  | 'would_nothing'
  | 'comes_back'
  | 'goes_away'
  | 'becomes'
  | 'parts'
  | 'part'
  | 'unreadable'
  | 'not_published'
  | 'undo_button'
  | 'back_button'
  | 'cancel'
  | 'undone'
  | 'went_back'
  | 'moved';

export type SayPublish = Say<Keys>;

export const publishWords: Translations<Keys> = {
  en: {
    title: 'Publish',
    last: 'Last published from the desk on {date}.',
    never: 'Nothing has been published from the desk yet.',
    changes: 'What has changed since then',
    same_reviews: 'The reviews haven’t changed since you published them.',
    same: 'The reviews and the business details haven’t changed since you published them.',
    other_pages: 'Other pages may have changed, too. Use “Show all changes” to find out.',
    added: '{count, plural, one {# new review} other {# new reviews}}',
    changed: '{count, plural, one {# changed review} other {# changed reviews}}',
    removed: '{count, plural, one {# review} other {# reviews}} no longer shown',
    business: 'Business details changed',
    taken_down:
      'An earlier publication still has a review that was taken down. Publishing removes it there, too, which takes a few seconds longer.',
    publish: 'Publish now',
    preview: 'Show all changes',
    preview_help: 'This takes as long as publishing but doesn’t publish anything.',
    review: '{stars, plural, one {# star} other {# stars}} from {author}, {date}',
    more: '… and {count, plural, one {# more} other {# more}}',
    publishing: 'Publishing …',
    previewing: 'Checking what would change …',
    step_start: 'Starting …',
    step_reading: 'Reading your reviews and settings …',
    step_log: 'Adding to the log …',
    step_pages: 'Building the pages. This takes the longest …',
    step_files: 'Preparing file {done, number} of {all, number} …',
    step_dates: 'Almost done …',
    previewed: 'What would change',
    published: 'Published',
    nothing: 'Nothing would change. Everything is already published.',
    nothing_done: 'Nothing has changed since the last publication.',
    did: 'Published',
    pages: 'Pages',
    documents: 'Documents for programs',
    entries: 'New entries in the public log',
    entry:
      '{type, select, added {{count, plural, one {# review added} other {# reviews added}}} changed {{count, plural, one {# review changed} other {# reviews changed}}} replied {{count, plural, one {# reply} other {# replies}}} back {{count, plural, one {# review} other {# reviews}} shown again} removed_at_source {{count, plural, one {# review} other {# reviews}} removed from the review site} taken_down {{count, plural, one {# review} other {# reviews}} taken down} withdrawn {{count, plural, one {# review} other {# reviews}} withdrawn} log_began {The log begins} key_changed {The key of the log changes} other {{count, plural, one {# other entry} other {# other entries}}}}',
    files_new: '{count, number} new',
    files_changed: '{count, number} changed',
    files_removed: '{count, number} removed',
    look: 'View the site',
    look_public:
      'The new version is ready at {address}. If another company hosts your site, it appears there once the files have been copied; ask whoever set it up.',
    serve: 'Show the site on this computer',
    serve_help: 'The site isn’t running at {address}. The desk can show it there, only on this computer, while the desk is open.',
    trial:
      'This is a trial that only this computer can show. To put your site on the internet, ask somebody who manages websites. “Publish” in your folder’s README explains how.',
    served: 'The site is now at {address}, only on this computer, until you close the desk.',
    hub_told: 'Programs that follow your reviews have been notified.',
    hub_untold: 'Programs that follow your reviews will be notified once your site’s server runs.',
    failed: 'Nothing was published',
    failed_lead: 'Visitors see what was published last. Fix this and publish again:',
    crashed: 'The pages couldn’t be built, which is a bug. Visitors see what was published last. The details:',
    outdated: 'Your reviews or settings have changed since you looked, so nothing was published. Here are the current changes.',
    again: 'Try again',
    gone: 'The desk has been restarted. If it was publishing, check below whether that finished.',
    history: 'Done since the last publication',
    history_lead: 'Undoing something also undoes everything done after it. Reviews that were taken down never come back.',
    history_none: 'Nothing yet.',
    undo: 'Undo',
    final: 'can’t be undone',
    earlier: 'Earlier publications',
    earlier_lead:
      'You can bring back how everything was then, except reviews that were taken down. Visitors see it once you publish again.',
    back: 'Restore this version',
    undo_title: 'Undo “{did}”?',
    back_title: 'Go back to the publication of {date}?',
    undo_did: 'Undid “{did}”{later, plural, =0 {} other { and everything after it}}',
    back_did: 'Went back to the publication of {date}',
    undone_too: 'This also undoes what was done after it:',
    stays: 'Reviews that were taken down never come back.',
    would: 'What would change',
    would_nothing: 'Nothing would change: everything is already as it was then.',
    comes_back: '{count, plural, one {# review comes} other {# reviews come}} back',
    goes_away: '{count, plural, one {# review} other {# reviews}} will be removed',
    becomes: '{count, plural, one {# review returns to its earlier version} other {# reviews return to their earlier versions}}',
    parts: 'These will be restored:',
    part: '{name, select, business {The business} services {Services} technicians {People} areas {Places} faq {Questions and answers} summary {The summary} policy {What is shown} corrections {Corrections of the analysis} aspects {Topics of the analysis} pictures {Pictures} logo {The logo} other {Other files}}',
    unreadable: 'The reviews can’t be compared, because some can’t be read. These files would be restored:',
    not_published: 'Visitors won’t see this until you publish.',
    undo_button: 'Undo',
    back_button: 'Go back',
    cancel: 'Cancel',
    undone: '“{did}” was undone.',
    went_back: 'Everything is as it was published on {date}. Publish to show it to visitors.',
    moved: 'Something has changed since you opened that page, so nothing was done. Look at it again.',
  },
  es: {
    title: 'Publicar',
    last: 'Última publicación desde aquí: {date}.',
    never: 'Desde aquí todavía no se ha publicado nada.',
    changes: 'Qué ha cambiado desde entonces',
    same_reviews: 'Las opiniones están como se publicaron.',
    same: 'Las opiniones y los datos del negocio están como se publicaron.',
    other_pages: 'También pueden haber cambiado otras páginas. «Ver todos los cambios» lo averigua con exactitud.',
    added: '{count, plural, one {# opinión nueva} other {# opiniones nuevas}}',
    changed: '{count, plural, one {# opinión cambiada} other {# opiniones cambiadas}}',
    removed: '{count, plural, one {# opinión que ya no se muestra} other {# opiniones que ya no se muestran}}',
    business: 'Datos nuevos del negocio',
    taken_down: 'En lo publicado hay una opinión que se retiró después. Al publicar se borra también allí, y eso tarda unos segundos más.',
    publish: 'Publicar ahora',
    preview: 'Ver todos los cambios',
    preview_help: 'Tarda lo mismo que publicar y no publica nada.',
    review: '{stars, plural, one {# estrella} other {# estrellas}} de {author}, {date}',
    more: '… y {count, plural, one {# más} other {# más}}',
    publishing: 'Publicando …',
    previewing: 'Buscando qué cambiaría …',
    step_start: 'Empezando …',
    step_reading: 'Leyendo sus opiniones y ajustes …',
    step_log: 'Ampliando el registro …',
    step_pages: 'Creando las páginas. Es la parte más larga …',
    step_files: 'Preparando el archivo {done, number} de {all, number} …',
    step_dates: 'Casi listo …',
    previewed: 'Qué cambiaría',
    published: 'Publicado',
    nothing: 'No cambiaría nada. Todo está como se publicó.',
    nothing_done: 'No había nada distinto de lo que ya estaba publicado.',
    did: 'Publicación',
    pages: 'Páginas',
    documents: 'Documentos para programas',
    entries: 'Entradas nuevas del registro público',
    entry:
      '{type, select, added {{count, plural, one {# opinión añadida} other {# opiniones añadidas}}} replied {{count, plural, one {# respuesta} other {# respuestas}}} back {{count, plural, one {# opinión que se muestra} other {# opiniones que se muestran}} otra vez} changed {{count, plural, one {# opinión cambiada} other {# opiniones cambiadas}}} removed_at_source {{count, plural, one {# opinión eliminada} other {# opiniones eliminadas}} del sitio de opiniones} taken_down {{count, plural, one {# opinión retirada} other {# opiniones retiradas}}} withdrawn {{count, plural, one {# opinión excluida} other {# opiniones excluidas}}} log_began {Comienza el registro} key_changed {Cambia la clave del registro} other {{count, plural, one {# entrada más} other {# entradas más}}}}',
    files_new:
      '{kind, select, pages {{count, plural, one {# nueva} other {# nuevas}}} other {{count, plural, one {# nuevo} other {# nuevos}}}}',
    files_changed:
      '{kind, select, pages {{count, plural, one {# cambiada} other {# cambiadas}}} other {{count, plural, one {# cambiado} other {# cambiados}}}}',
    files_removed:
      '{kind, select, pages {{count, plural, one {# eliminada} other {# eliminadas}}} other {{count, plural, one {# eliminado} other {# eliminados}}}}',
    look: 'Ver el sitio',
    look_public:
      'La versión nueva está lista en {address}. Si su sitio está alojado en otra empresa, aparecerá allí cuando se hayan copiado los archivos; pregunte a quien lo instaló.',
    serve: 'Mostrar el sitio en este ordenador',
    serve_help:
      'Ahora mismo nada muestra el sitio en {address}. La mesa puede mostrarlo allí, solo en este ordenador y mientras esté abierta.',
    trial:
      'Es una prueba que solo este ordenador puede mostrar. Para poner su sitio en internet, pida ayuda a alguien que cuide de sitios web; el apartado «Publish» del README de su carpeta le explica cómo.',
    served: 'El sitio está ahora en {address}, solo en este ordenador y hasta que cierre la mesa.',
    hub_told: 'Se ha avisado a los programas que siguen sus opiniones.',
    hub_untold: 'Se avisará a los programas que siguen sus opiniones en cuanto funcione el servidor de su sitio.',
    failed: 'No se ha publicado nada',
    failed_lead: 'Los visitantes ven lo último que se publicó. Corrija esto y publique otra vez:',
    crashed: 'No se pudieron crear las páginas; es un error del programa. Los visitantes ven lo último que se publicó. Los detalles:',
    outdated: 'Sus opiniones o ajustes han cambiado desde que abrió la página, así que no se ha publicado nada. Así está ahora.',
    again: 'Intentarlo otra vez',
    gone: 'La mesa se ha vuelto a abrir desde entonces. Si estaba publicando, mire abajo si terminó.',
    history: 'Hecho desde la última publicación',
    history_lead: 'Al deshacer algo se deshace también lo que se hizo después. Las opiniones retiradas no vuelven nunca.',
    history_none: 'Nada todavía.',
    undo: 'Deshacer',
    final: 'no se puede deshacer',
    earlier: 'Publicaciones anteriores',
    earlier_lead:
      'Puede recuperar cómo estaba todo entonces, salvo las opiniones retiradas. Los visitantes lo verán cuando publique otra vez.',
    back: 'Volver a esta',
    undo_title: '¿Deshacer «{did}»?',
    back_title: '¿Volver a la publicación del {date}?',
    undo_did: 'Deshecho: «{did}»{later, plural, =0 {} other { y todo lo posterior}}',
    back_did: 'Vuelta a la publicación del {date}',
    undone_too: 'También se deshace lo que se hizo después:',
    stays: 'Las opiniones retiradas no vuelven nunca.',
    would: 'Qué cambiaría',
    would_nothing: 'No cambiaría nada: todo está como entonces.',
    comes_back: '{count, plural, one {Vuelve # opinión} other {Vuelven # opiniones}}',
    goes_away: '{count, plural, one {Desaparece # opinión} other {Desaparecen # opiniones}}',
    becomes: '{count, plural, one {# opinión queda} other {# opiniones quedan}} como antes',
    parts: 'Esto queda como antes:',
    part: '{name, select, business {El negocio} services {Servicios} technicians {Personas} areas {Zonas} faq {Preguntas y respuestas} summary {El resumen} policy {Qué se muestra de quién} corrections {Correcciones del análisis} aspects {Temas del análisis} pictures {Imágenes} logo {El logotipo} other {Otros archivos}}',
    unreadable: 'No se pueden comparar las opiniones, porque algunas no se pueden leer. Estos archivos quedarían como estaban:',
    not_published: 'Los visitantes no ven nada de esto hasta que publique.',
    undo_button: 'Deshacer',
    back_button: 'Volver',
    cancel: 'Cancelar',
    undone: 'Se ha deshecho «{did}».',
    went_back: 'Todo está como se publicó el {date}. Publique para mostrarlo a los visitantes.',
    moved: 'Algo ha cambiado desde que abrió esa página, así que no se ha hecho nada. Mírela otra vez.',
  },
};
