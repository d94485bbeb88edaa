import type { Translations } from '../words.ts';

type Keys =
  | 'desk'
  | 'screens'
  | 'skip'
  | 'today'
  | 'import'
  | 'reviews'
  | 'business'
  | 'publish'
  | 'backup'
  | 'outside'
  | 'form'
  | 'missing'
  | 'missing_page'
  | 'wrong'
  | 'fault'
  | 'fault_advice'
  | 'back'
  | 'too_large'
  | 'disk_full';

/** The words around every page. */
export const frameWords: Translations<Keys> = {
  en: {
    desk: 'Desk',
    screens: 'Screens',
    skip: 'Skip to the content',
    today: 'Today',
    import: 'Import',
    reviews: 'Reviews',
    business: 'Business',
    publish: 'Publish',
    backup: 'Backup',
    outside: 'Changed by a command or by hand',
    form: 'The desk was restarted after this form was opened. Nothing was changed. Go back, reload the page and try again.',
    missing: 'Not found',
    missing_page: 'There is no such page in the desk.',
    wrong: 'That didn’t work',
    fault: 'Something went wrong in the desk',
    fault_advice: 'This is a bug. The terminal that the desk runs in shows the details.',
    back: 'Back',
    too_large: 'This is too long for the form. Nothing was changed.',
    disk_full: 'The disk is full. You can read everything here, but nothing can be saved until you free some space.',
  },
  es: {
    desk: 'Mesa',
    screens: 'Pantallas',
    skip: 'Saltar al contenido',
    today: 'Hoy',
    import: 'Importar',
    reviews: 'Opiniones',
    business: 'Negocio',
    publish: 'Publicar',
    backup: 'Copia de seguridad',
    outside: 'Cambiado con un comando o a mano',
    form: 'Este formulario es de un arranque anterior de la mesa. No se ha cambiado nada. Vuelva atrás, recargue la página e inténtelo otra vez.',
    missing: 'No encontrado',
    missing_page: 'No hay ninguna página así en la mesa.',
    wrong: 'No ha funcionado',
    fault: 'Algo ha fallado en la mesa',
    fault_advice: 'Es un error del programa. Los detalles están en el terminal donde se abrió la mesa.',
    back: 'Volver',
    too_large: 'Es más de lo que cabe en un formulario de la mesa. No se ha cambiado nada.',
    disk_full: 'El disco está lleno. Puede leerlo todo aquí, pero no se puede guardar nada hasta que libere espacio.',
  },
};
