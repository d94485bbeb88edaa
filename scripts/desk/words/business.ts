import type { Translations } from '../words.ts';

type Keys =
  | 'business'
  | 'services'
  | 'people'
  | 'areas'
  | 'questions'
  | 'policy'
  | 'look'
  | `about_${'business' | 'services' | 'people' | 'areas' | 'questions' | 'policy' | 'look'}`
  | 'parts'
  | 'required'
  | 'add'
  | 'remove'
  | 'new_row'
  | 'save'
  | 'saved'
  | 'same'
  | 'did'
  | 'not_saved'
  | 'here'
  | 'preview'
  | 'light'
  | 'dark'
  | 'pick_color'
  | 'changed'
  | 'changed_advice'
  | 'yours'
  | 'theirs'
  | 'nothing'
  | 'keep_yours'
  | 'keep_theirs'
  | 'by_hand'
  | 'missing'
  | 'twice'
  | 'unknown_keys'
  | 'elsewhere'
  | 'taken'
  | 'pale'
  | 'pale_brand'
  | 'no_picture'
  | 'logo_and_pictures'
  | 'logo'
  | 'logo_help'
  | 'logo_now'
  | 'pictures'
  | 'pictures_help'
  | `${'did' | 'saved' | 'wrong'}_${'logo_file' | 'pictures_file'}`
  | 'not_listed'
  | `unlisted_${'people' | 'services'}`
  | 'unlisted'
  | 'add_named'
  | 'example_author'
  | 'example_text'
  | 'wrong'
  | `wrong_${'choice' | 'uri' | 'email' | 'email_uri' | 'number' | 'time' | 'color' | 'country' | 'phone' | 'language' | 'slug' | 'type' | 'license'}`;

/** The words of the forms for the business; those of each field are in `business-fields.ts`. */
export const businessWords: Translations<Keys> = {
  en: {
    business: 'Business',
    services: 'Services',
    people: 'People',
    areas: 'Areas',
    questions: 'Questions',
    policy: 'What is shown',
    look: 'Look',
    about_business: 'Who you are and how customers reach you. Your pages and search engines use this.',
    about_services: 'What you do. Reviews that mention a service are listed on its page.',
    about_people: 'Who works for you. Reviews that mention someone are listed on that person’s page.',
    about_areas: 'Where you work. Reviews that mention a place are listed on its page.',
    about_questions: 'Questions that customers ask, with your answers.',
    about_policy: 'Which reviews your site shows, and what it hides to protect your customers.',
    about_look: 'The colors and fonts of your pages, and pictures of your work.',
    not_listed: 'Not listed yet',
    unlisted_people:
      'Several reviews name these, and they look like people. Add those who work for you; their page then lists the reviews.',
    unlisted_services: 'Several reviews mention these, and they look like services. Add what you offer; its page then lists the reviews.',
    unlisted: '“{name}”, in {count, plural, one {# review} other {# reviews}}',
    add_named: 'Add {name}',
    parts: 'About your business',
    required: '(required)',
    add: 'Add',
    remove: 'Remove',
    new_row: 'New',
    save: 'Save',
    saved: 'Saved. Your site shows it once you publish.',
    same: 'You didn’t change anything.',
    did: 'Edited: {part}',
    not_saved: 'Not saved yet. Please fix this:',
    here: 'Here',
    preview: 'How it will look',
    light: 'On a light screen',
    dark: 'On a dark screen',
    pick_color: 'Pick a color: {field}',
    changed: 'This was changed somewhere else in the meantime',
    changed_advice:
      'While you had the form open, somebody else changed this, or you did in another window. Nothing has been overwritten. Which version do you want?',
    yours: 'What you entered',
    theirs: 'The current version',
    nothing: '(empty)',
    keep_yours: 'Use what I entered',
    keep_theirs: 'Keep the current version',
    by_hand: 'The desk can’t edit {file} in its current form. Nothing was changed. Please use a text editor.',
    missing: 'Please fill this in.',
    twice: '“{name}” is used twice. Please use another name.',
    unknown_keys: 'The file has entries that don’t belong there: {keys}. Somebody added them by hand; please remove them there.',
    elsewhere: 'Something else in your content needs the old value ({file}): {text}',
    taken: '“{name}” is already a name of “{owner}”. Use each name once, so it’s clear who or what a review means.',
    pale: 'This color is too light to see on a white page. A darker one works, such as {color}.',
    pale_brand: 'This color is too light for links on a white page. Keep it, and choose a link color below, such as {color}.',
    no_picture: 'There is no picture “{picture}”. Add it below, or choose an existing one.',
    logo_and_pictures: 'Add files',
    logo: 'Your logo',
    logo_help: 'SVG, PNG, JPEG or WebP, smaller than 100 kB. It appears at the top of each page and replaces the old one.',
    logo_now: 'Your logo now',
    pictures: 'Pictures',
    pictures_help: 'JPEG, PNG or WebP. After adding them, choose them above or under People.',
    did_logo_file: 'Added a logo',
    did_pictures_file: 'Added pictures',
    saved_logo_file: 'The logo was added. Your site shows it once you publish.',
    saved_pictures_file: 'The pictures were added. Choose where they are shown.',
    wrong_logo_file: '“{file}” can’t be the logo. It must be an SVG, PNG, JPEG or WebP picture smaller than 100 kB.',
    wrong_pictures_file: '“{file}” can’t be used. It must be a JPEG, PNG or WebP picture; save photos from a phone as JPEG.',
    example_author: 'Maria Baker',
    example_text: 'Ask for Dana! I’m Maria from 12 Mill Lane; call me at +1 360 555 0199 or write to maria@example.com.',
    wrong: 'This can’t be used. Please check it.',
    wrong_choice: 'Please choose one of these.',
    wrong_uri: 'Enter the full address, such as https://example.com/page',
    wrong_email: 'Enter an e-mail address, such as hello@example.com',
    wrong_email_uri: 'Enter an e-mail address, or the full address of a page, such as https://example.com/report',
    wrong_number: 'Enter a number as described above, such as 48.01',
    wrong_time: 'Enter a time, such as 08:00 or 17:30',
    wrong_color: 'Enter # and six digits or letters from a to f, such as #0a5f4c',
    wrong_country: 'Enter a country’s name or its two letters, such as Spain or ES',
    wrong_phone: 'Enter a phone number with at least six digits, such as +1 360 555 0142',
    wrong_language: 'Enter the short name of a language, such as en or es',
    wrong_slug: 'Only use lowercase letters, digits and hyphens, such as deep-cleaning',
    wrong_type: 'Choose one from the list, such as Electrician or HairSalon',
    wrong_license: 'Enter the short name of a license, such as CC-BY-4.0, or its address',
  },
  es: {
    business: 'Negocio',
    services: 'Servicios',
    people: 'Personas',
    areas: 'Zonas',
    questions: 'Preguntas',
    policy: 'Qué se muestra',
    look: 'Aspecto',
    about_business: 'Quiénes son y cómo se ponen en contacto los clientes. Sus páginas, y los buscadores que las leen, lo toman de aquí.',
    about_services: 'Lo que hacen. Las opiniones que mencionan un servicio aparecen en su página.',
    about_people: 'Quiénes trabajan con usted. Las opiniones que mencionan a alguien aparecen en la página de esa persona.',
    about_areas: 'Dónde trabajan. Las opiniones que mencionan un lugar aparecen en su página.',
    about_questions: 'Lo que preguntan los clientes, con sus respuestas.',
    about_policy: 'Qué opiniones muestra su sitio y qué oculta para proteger a sus clientes.',
    about_look: 'Los colores y las letras de sus páginas, y fotos de su trabajo.',
    not_listed: 'Todavía no está en la lista',
    unlisted_people:
      'Varias opiniones dan estos nombres, que parecen de personas. Añada a quienes trabajan con usted; su página mostrará esas opiniones.',
    unlisted_services: 'Varias opiniones mencionan esto, que parece un servicio. Añada lo que ofrece; su página mostrará esas opiniones.',
    unlisted: '«{name}», en {count, plural, one {# opinión} other {# opiniones}}',
    add_named: 'Añadir {name}',
    parts: 'Sobre su negocio',
    required: '(obligatorio)',
    add: 'Añadir',
    remove: 'Quitar',
    new_row: 'Nuevo',
    save: 'Guardar',
    saved: 'Guardado. Se verá en su sitio cuando lo publique.',
    same: 'No había nada distinto, así que no se ha cambiado nada.',
    did: 'Editado: {part}',
    not_saved: 'Aún no se ha guardado. Revise lo siguiente:',
    here: 'Aquí',
    preview: 'Así se verá',
    light: 'En una pantalla clara',
    dark: 'En una pantalla oscura',
    pick_color: 'Elegir un color: {field}',
    changed: 'Esto se ha cambiado en otro sitio mientras tanto',
    changed_advice:
      'Mientras tenía abierto el formulario, alguien cambió esto, o usted mismo en otra ventana. No se ha sobrescrito nada. ¿Qué versión quiere?',
    yours: 'Lo que ha escrito',
    theirs: 'Lo que hay ahora',
    nothing: '(vacío)',
    keep_yours: 'Usar lo que he escrito',
    keep_theirs: 'Dejar lo que hay ahora',
    by_hand: 'El archivo {file} tiene una forma que la mesa no puede editar. No se ha cambiado nada. Cámbielo en un editor de texto.',
    missing: 'Rellene este campo.',
    twice: '«{name}» está dos veces. Use otro nombre.',
    unknown_keys: 'El archivo tiene entradas que no corresponden: {keys}. Alguien las añadió a mano; quítelas ahí.',
    elsewhere: 'Otra parte de su contenido necesita el valor anterior ({file}): {text}',
    taken: '«{name}» ya es un nombre de «{owner}». Use cada nombre una sola vez, para que se sepa a quién o a qué se refiere una opinión.',
    pale: 'Este color es demasiado claro para verse en una página blanca. Sirve uno más oscuro, como {color}.',
    pale_brand:
      'Este color es demasiado claro para los enlaces en una página blanca. Déjelo y elija abajo un color para los enlaces, como {color}.',
    no_picture: 'No hay ninguna foto «{picture}». Añádala abajo o elija una de las que hay.',
    logo_and_pictures: 'Añadir archivos',
    logo: 'Su logotipo',
    logo_help: 'SVG, PNG, JPEG o WebP, de menos de 100 kB. Aparece en la parte de arriba de cada página, en lugar del anterior.',
    logo_now: 'Su logotipo actual',
    pictures: 'Fotos',
    pictures_help: 'JPEG, PNG o WebP. Después elíjalas arriba, o en Personas.',
    did_logo_file: 'Logotipo añadido',
    did_pictures_file: 'Fotos añadidas',
    saved_logo_file: 'Se ha añadido el logotipo. Se verá en su sitio cuando lo publique.',
    saved_pictures_file: 'Se han añadido las fotos. Elija dónde se muestran.',
    wrong_logo_file: '«{file}» no puede ser el logotipo. Debe ser una imagen SVG, PNG, JPEG o WebP de menos de 100 kB.',
    wrong_pictures_file: '«{file}» no se puede usar. Debe ser una imagen JPEG, PNG o WebP; guarde las fotos del móvil como JPEG.',
    example_author: 'María Panadero',
    example_text: '¡Pregunten por Diana! Soy María, de la calle Mayor, 12; llámenme al +34 600 123 456 o escriban a maria@example.com.',
    wrong: 'Esto no se puede usar. Revíselo.',
    wrong_choice: 'Elija una de las opciones.',
    wrong_uri: 'Escriba la dirección completa, como https://example.com/pagina',
    wrong_email: 'Escriba una dirección de correo, como hola@example.com',
    wrong_email_uri: 'Escriba una dirección de correo, o la dirección completa de una página, como https://example.com/avisos',
    wrong_number: 'Escriba un número como se indica arriba, por ejemplo 40,42',
    wrong_time: 'Escriba una hora, como 08:00 o 17:30',
    wrong_color: 'Escriba # y seis cifras o letras de la a a la f, como #0a5f4c',
    wrong_country: 'Escriba el nombre de un país o sus dos letras, como España o ES',
    wrong_phone: 'Escriba un número de teléfono con al menos seis cifras, como +34 600 123 456',
    wrong_language: 'Escriba el nombre corto de un idioma, como es o en',
    wrong_slug: 'Use solo letras minúsculas sin acento, cifras y guiones, como limpieza-a-fondo',
    wrong_type: 'Elija uno de la lista. Son una sola palabra en inglés, como Electrician o HairSalon',
    wrong_license: 'Escriba el nombre corto de una licencia, como CC-BY-4.0, o su dirección',
  },
};
