import type { Say, Translations } from '../words.ts';

type Keys =
  | 'title'
  | 'lead'
  | 'folder'
  | 'folder_help'
  | 'back_up'
  | 'made'
  | 'missing'
  | 'database'
  | 'folder_whole'
  | 'folder_apart'
  | 'list'
  | 'none'
  | 'one'
  | 'use'
  | 'key'
  | 'key_why'
  | 'key_file'
  | 'key_settings'
  | 'key_none'
  | 'key_trial'
  | 'use_title'
  | 'use_lead'
  | 'use_button'
  | 'use_did'
  | 'used'
  | 'other'
  | 'gone'
  | 'restore'
  | 'restore_lead'
  | 'restore_1'
  | 'restore_2'
  | 'restore_3';

export type SayBackup = Say<Keys>;

export const backupWords: Translations<Keys> = {
  en: {
    title: 'Backup',
    lead: 'A backup contains your reviews and settings, the key of your public log, and your last publication. Keep a copy on another disk or computer.',
    folder: 'Folder for backups',
    folder_help: 'Use an external disk or a synced folder. Each backup gets a new folder there, and the last 14 are kept.',
    back_up: 'Back up now',
    made: 'The backup is complete: {place}',
    missing: 'Also keep a copy of {names}. Backups don’t include the settings in .env.',
    database: 'The subscriptions to your reviews are in a separate database. Ask whoever runs it to back it up, too.',
    folder_whole: 'Enter the full path of the folder, such as {example}.',
    folder_apart: 'Choose a folder outside your reviews, settings and published files. A backup inside them could be lost or published.',
    list: 'Backups',
    none: 'There are no backups in {folder} yet.',
    one: '{date} ({age})',
    use: 'Bring back the reviews and settings of this backup',
    key: 'The key of your public log',
    key_why:
      'Each publication is signed with this key, so everyone can see that no review was removed in secret. Nobody can replace it: without it, the log can’t continue, and visitors would see that it was interrupted. Never give it to anyone.',
    key_file: 'It’s in this file and in every backup: {file}',
    key_settings: 'It’s in your settings (LOG_KEY) and not in the backups. Keep a copy in a safe place, such as a password manager.',
    key_none: 'It’s created when you publish for the first time.',
    key_trial:
      'So far, you’ve only published a trial on this computer, with its own key. The key that matters is created when you first publish to your public address. Make a backup then.',
    use_title: 'Bring back the backup of {date}?',
    use_lead:
      'Your reviews and settings will be as they were then. Your publications, the log and its key don’t change. You can undo this under Publish.',
    use_button: 'Bring back',
    use_did: 'Brought back the backup of {date}',
    used: 'Your reviews and settings are as they were on {date}. Publish to show them to visitors.',
    other: 'This backup is from another address: {address}.',
    gone: 'This backup no longer exists.',
    restore: 'On a new computer',
    restore_lead: 'If you lose this computer, you can continue from a backup. Someone who can use a terminal has to do this once:',
    restore_1: 'Install Node.js and this program on the new computer, as for a new business, but without making a folder for it.',
    restore_2: 'Copy the folder of the newest backup to it, and run this with a new, empty folder: {command}',
    restore_3: 'Copy your settings (the file .env) into that folder, if you had any, open the desk there and publish.',
  },
  es: {
    title: 'Copia de seguridad',
    lead: 'Una copia contiene sus opiniones y ajustes, la clave de su registro público y lo último que se publicó. Guarde una en otro disco u ordenador.',
    folder: 'Carpeta para las copias',
    folder_help:
      'Lo mejor es una carpeta en un disco externo o que se sincronice. Cada copia ocupa una carpeta nueva dentro de ella, y se conservan las 14 últimas.',
    back_up: 'Hacer una copia ahora',
    made: 'La copia está completa: {place}',
    missing: 'Guarde también {names} de sus ajustes; las copias no contienen lo que está en los ajustes.',
    database: 'Las suscripciones a sus opiniones están en una base de datos aparte. Pida a quien la administra que haga copias de ella.',
    folder_whole: 'Escriba la ruta completa de la carpeta, por ejemplo {example}.',
    folder_apart:
      'Elija una carpeta fuera de sus opiniones, ajustes y archivos publicados. Una copia dentro de ellos podría perderse o publicarse.',
    list: 'Copias',
    none: 'Todavía no hay copias en {folder}.',
    one: '{date} ({age})',
    use: 'Recuperar las opiniones y los ajustes de esta copia',
    key: 'La clave de su registro público',
    key_why:
      'Cada publicación se firma con esta clave, para que todos puedan ver que no se ha quitado ninguna opinión a escondidas. Nadie puede reemplazarla: sin ella, el registro no puede continuar, y los visitantes verían que se interrumpió. No se la dé a nadie.',
    key_file: 'Está en este archivo y en cada copia: {file}',
    key_settings:
      'Está en sus ajustes (LOG_KEY), y no en las copias. Guárdela en un lugar seguro, por ejemplo en un gestor de contraseñas.',
    key_none: 'Se crea cuando publique por primera vez.',
    key_trial:
      'Hasta ahora publica solo en este ordenador, como prueba, con una clave aparte. La clave que importa se crea cuando publique por primera vez en su dirección pública. Haga entonces una copia.',
    use_title: '¿Recuperar la copia del {date}?',
    use_lead:
      'Sus opiniones y ajustes quedarán como estaban entonces. Lo publicado, el registro y su clave no cambian. Puede deshacerlo en la página Publicar.',
    use_button: 'Recuperar',
    use_did: 'Recuperada la copia del {date}',
    used: 'Sus opiniones y ajustes están como el {date}. Publique para mostrarlos a los visitantes.',
    other: 'Esta copia es de otra dirección: {address}.',
    gone: 'Esta copia ya no está.',
    restore: 'En un ordenador nuevo',
    restore_lead: 'Si pierde este ordenador, una copia tiene todo para continuar. Alguien que sepa usar un terminal hace esto una vez:',
    restore_1: 'Instalar Node.js y este programa en el ordenador nuevo, como para un negocio nuevo, pero sin crear una carpeta para él.',
    restore_2: 'Copiar allí la carpeta de la copia más reciente y ejecutar esto con una carpeta nueva y vacía: {command}',
    restore_3: 'Copiar sus ajustes (el archivo .env) a esa carpeta, si los tenía, abrir la mesa allí y publicar.',
  },
};
