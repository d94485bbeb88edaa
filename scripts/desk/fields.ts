import { type Html, html } from './html.ts';

// All forms of the desk are made of these: a field or fieldset, with its label, its help and its problem.

export type Texts = Readonly<Record<string, string>>;

/** The texts of a field. */
export interface FieldTexts {
  readonly label: string | Html;
  readonly help?: string | Html | undefined;
  readonly error?: string | undefined;
}

const describe = (name: string, { help, error }: FieldTexts) => {
  const ids = [help && `${name}-help`, error && `${name}-error`].filter(Boolean).join(' ');
  return html`${ids && html` aria-describedby="${ids}"`}`;
};

const notes = (name: string, { help, error }: FieldTexts) =>
  html`${help && html`<p class="help" id="${name}-help">${help}</p>`}${error && html`<p class="error" id="${name}-error">${error}</p>`}`;

/** A field whose control is made by `control`, from the attributes that name and describe it. */
export function fieldOf(name: string, texts: FieldTexts, control: (attributes: Html) => Html): Html {
  const attributes = html`id="${name}" name="${name}"${describe(name, texts)}${texts.error && html` aria-invalid="true"`}`;
  return html`<div class="field"><label for="${name}">${texts.label}</label>${notes(name, texts)}${control(attributes)}</div>`;
}

/** Several controls with a common label. A bare one has no border. */
export function fieldset(name: string, texts: FieldTexts, content: Html | readonly Html[], { isBare = false } = {}): Html {
  return html`<fieldset id="${name}"${isBare && html` class="bare"`}${describe(name, texts)}><legend>${texts.label}</legend>${notes(name, texts)}${content}</fieldset>`;
}

interface ChoiceOptions {
  readonly id?: string;
  readonly isChecked?: boolean | undefined;
  /** More attributes. */
  readonly more?: Html | undefined;
}

/** A checkbox or radio button, with its label. */
export function choice(
  type: 'checkbox' | 'radio',
  name: string,
  value: string,
  label: string | Html,
  { id = `${name}-${value}`, isChecked = false, more }: ChoiceOptions = {},
): Html {
  return html`<p class="choice"><input type="${type}" id="${id}" name="${name}" value="${value}"${isChecked && html` checked`}${more}> <label for="${id}">${label}</label></p>`;
}

interface TextOptions extends Omit<FieldTexts, 'label'> {
  readonly type?: 'text' | 'date' | 'password' | 'textarea';
  readonly value: string;
  readonly isRequired?: boolean;
  readonly max?: string;
}

/** A field for a text, a date or a password. */
export function field(name: string, label: string, { type = 'text', value, help, error, isRequired, max }: TextOptions): Html {
  return fieldOf(name, { label, help, error }, (described) => {
    const attributes = html`${described}${isRequired && html` required`}${max && html` max="${max}"`}`;
    if (type === 'textarea') return html`<textarea ${attributes}>\n${value}</textarea>`;
    return html`<input type="${type}" ${attributes} value="${value}">`;
  });
}

/** A choice of one of a few values. */
export function radios(name: string, label: string, choices: readonly (readonly [string, string])[], chosen: string, error?: string): Html {
  const buttons = choices.map(([value, text]) => choice('radio', name, value, text, { isChecked: value === chosen }));
  return fieldset(name, { label, error }, buttons);
}
