import type { UploadProblem } from '../uploads.ts';
import type { Translations } from '../words.ts';

/** Why files that a page sent were not kept. */
export const uploadWords: Translations<UploadProblem> = {
  en: {
    none: 'Choose a file first.',
    too_large: 'One of the files is larger than the desk takes. Nothing was kept.',
    too_many: 'These are too many files for one go. Nothing was kept.',
    broken: 'The files didn’t arrive completely. Nothing was kept. Please try again.',
    full: 'The disk of this computer is full. Nothing was kept. Make room and try again.',
  },
  es: {
    none: 'Elija primero un archivo.',
    too_large: 'Uno de los archivos es demasiado grande para la mesa. No se ha guardado nada.',
    too_many: 'Son demasiados archivos de una vez. No se ha guardado nada.',
    broken: 'Los archivos no han llegado completos. No se ha guardado nada. Inténtelo otra vez.',
    full: 'El disco de este ordenador está lleno. No se ha guardado nada. Libere espacio e inténtelo otra vez.',
  },
};
