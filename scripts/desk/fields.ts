import { type Html, html } from './html.ts';

export type Texts = Readonly<Record<string, string>>;

interface FieldOptions {
  readonly type?: 'text' | 'date' | 'textarea';
  readonly value: string;
  readonly help?: string | undefined;
  readonly error?: string | undefined;
  readonly isRequired?: boolean;
  readonly max?: string;
}

/** A field with its label, its help and its problem. */
export function field(name: string, label: string, { type = 'text', value, help, error, isRequired, max }: FieldOptions): Html {
  const described = [help && `${name}-help`, error && `${name}-error`].filter(Boolean).join(' ');
  const attributes = html`id="${name}" name="${name}"${described && html` aria-describedby="${described}"`}${error && html` aria-invalid="true"`}${isRequired && html` required`}${max && html` max="${max}"`}`;
  const control =
    type === 'textarea' ? html`<textarea ${attributes}>\n${value}</textarea>` : html`<input type="${type}" ${attributes} value="${value}">`;
  return html`<div class="field"><label for="${name}">${label}</label>
${help && html`<p class="help" id="${name}-help">${help}</p>`}
${error && html`<p class="error" id="${name}-error">${error}</p>`}
${control}</div>`;
}

export function radios(
  name: string,
  legend: string,
  choices: readonly (readonly [string, string])[],
  chosen: string,
  error?: string,
): Html {
  return html`<fieldset${error && html` aria-describedby="${name}-error"`}><legend>${legend}</legend>
${error && html`<p class="error" id="${name}-error">${error}</p>`}
${choices.map(([value, text]) => html`<p class="choice"><input type="radio" id="${name}-${value}" name="${name}" value="${value}"${value === chosen && html` checked`}> <label for="${name}-${value}">${text}</label></p>`)}
</fieldset>`;
}
