import type { UploadProblem } from '../uploads.ts';
import type { Translations } from '../words.ts';

/** Why an upload was refused. */
export const uploadWords: Translations<UploadProblem> = {
  en: {
    none: 'Choose a file first.',
    too_large: 'One of the files is too large. No files were kept.',
    too_many: 'Too many files at once. No files were kept.',
    broken: 'The files didn’t arrive completely. No files were kept. Please try again.',
    full: 'This computer’s disk is full. No files were kept. Free up space and try again.',
    foreign: 'The desk was restarted after this form was opened. No files were kept. Reload the page and try again.',
  },
  es: {
    none: 'Elija primero un archivo.',
    too_large: 'Uno de los archivos es demasiado grande para la mesa. No se ha guardado nada.',
    too_many: 'Son demasiados archivos de una vez. No se ha guardado nada.',
    broken: 'Los archivos no han llegado completos. No se ha guardado nada. Inténtelo otra vez.',
    full: 'El disco de este ordenador está lleno. No se ha guardado nada. Libere espacio e inténtelo otra vez.',
    foreign: 'Este formulario es de un arranque anterior de la mesa. No se ha guardado nada. Recargue la página e inténtelo otra vez.',
  },
};
