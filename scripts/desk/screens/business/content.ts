import { createHash } from 'node:crypto';
import { z } from 'zod';
import { namedFile, readBytes } from '../../../../site/content/read/content-files.ts';
import { parseFile } from '../../../../site/content/read/parse-file.ts';
import type { FileName } from '../../../../site/content/record-schemas.ts';
import { businessFile, faqFile, policyFile, serviceAreasFile, servicesFile, techniciansFile } from '../../../../site/content/schemas.ts';
import { SetupError } from '../../../../site/shared/setup-error.ts';
import { toSlug } from '../../../../site/shared/text.ts';
import { EditError, type JsonValue } from '../../../content/edit-text.ts';
import { withContentLock } from '../../../content/lock.ts';
import { writeWhole } from '../../../content/write-file.ts';
import { type Desk, outsideWords } from '../../desk.ts';
import { speak } from '../../words.ts';
import { changeData } from './change-data.ts';
import { type Data, type FormField, fieldsOfSchema, type GroupField, isObject, type ListField } from './fields.ts';
import { pictureNames } from './pictures.ts';

export type PartName = 'business' | 'services' | 'people' | 'areas' | 'questions' | 'policy' | 'look';

/** The part of the content that one form edits: a file, or some of its keys. If a file is a list, `items` is its only field. */
export interface Part {
  readonly name: PartName;
  /** Its path below /business. */
  readonly path: string;
  readonly file: FileName;
  readonly schema: z.ZodType;
  readonly isList: boolean;
  readonly field: GroupField;
  /** The fields that most owners need; the others are folded. */
  readonly first?: readonly string[];
  /** Adds values that don't have to be entered. */
  complete(entered: Data): Data;
}

const LOOK = ['theme', 'pictures'];
const FIRST = ['name', 'type', 'description', 'telephone', 'email', 'url', 'address', 'opening_hours'];
const isLook = (key: string) => LOOK.includes(key);
const same = (entered: Data) => entered;

function objectPart(name: PartName, file: FileName, schema: z.ZodType, isPart: (key: string) => boolean = () => true): Part {
  const { fields, ...group } = fieldsOfSchema(schema, file) as GroupField;
  const own = Object.fromEntries(
    Object.entries(fields)
      .filter(([key]) => isPart(key))
      .sort(([a], [b]) => LOOK.indexOf(a) - LOOK.indexOf(b)),
  );
  return {
    name,
    path: name === 'business' ? '/' : `/${name}`,
    file,
    schema,
    isList: false,
    field: { ...group, fields: own },
    complete: same,
  };
}

function listPart(name: PartName, file: FileName, schema: z.ZodType, complete: Part['complete'] = same): Part {
  const items = fieldsOfSchema(schema, name) as ListField;
  const field: GroupField = { kind: 'group', path: '', isRequired: true, fields: { items } };
  return { name, path: `/${name}`, file, schema, isList: true, field, complete };
}

export const parts: Readonly<Record<PartName, Part>> = {
  business: { ...objectPart('business', 'business', businessFile, (key) => !isLook(key)), first: FIRST },
  services: servicesPart(),
  people: listPart('people', 'technicians', techniciansFile),
  areas: listPart('areas', 'service-areas', serviceAreasFile),
  questions: listPart('questions', 'faq', faqFile),
  policy: objectPart('policy', 'policy', policyFile),
  look: objectPart('look', 'business', businessFile, isLook),
};

/** A service without an id gets one from its name. */
function servicesPart(): Part {
  const part = listPart('services', 'services', servicesFile, nameServices);
  const items = part.field.fields['items'] as ListField;
  const { id, ...others } = items.item.fields as { readonly id: FormField };
  const fields = { ...others, id: { ...id, isRequired: false } };
  return { ...part, field: { ...part.field, fields: { items: { ...items, item: { ...items.item, fields } } } } };
}

function nameServices(entered: Data): Data {
  const items = (Array.isArray(entered['items']) ? entered['items'] : []).filter(isObject);
  return { items: items.map((item) => (item['id'] || !item['name'] ? item : { id: toSlug(String(item['name'])), ...item })) };
}

/** The business's own values to choose from, by the kind of text. */
export async function suggestionsFor(desk: Desk): Promise<Readonly<Record<string, readonly string[]>>> {
  return { picture: await pictureNames(desk) };
}

/** The current text and data of a part. The fingerprint is that of its file. */
export interface WrittenPart {
  readonly file: string;
  readonly text: string;
  readonly data: Data;
  readonly fingerprint: string;
}

/** Reads a part, valid or not. @throws ContentError if the file isn't YAML or JSON */
export async function readPart(desk: Desk, part: Part): Promise<WrittenPart> {
  const file = namedFile(desk.settings.CONTENT_DIR, part.file);
  const bytes = readBytes(file);
  const value = (parseFile({ name: file, bytes }, z.unknown()).value ?? []) as JsonValue;
  const data = part.isList ? { items: Array.isArray(value) ? value : [] } : isObject(value) ? value : {};
  return { file, text: bytes.toString(), data, fingerprint: createHash('sha256').update(bytes).digest('hex').slice(0, 16) };
}

/** The text of the part's file with `wanted`, its other lines unchanged. @throws SetupError */
export async function textWith(desk: Desk, part: Part, { file, text }: WrittenPart, wanted: Data): Promise<string> {
  try {
    return changeData({ name: file, text }, part.isList ? ((wanted['items'] ?? []) as JsonValue[]) : wanted);
  } catch (error) {
    if (!(error instanceof EditError)) throw error;
    throw new SetupError(speak('business', (await desk.business()).language)('by_hand', { file }));
  }
}

/** Writes a part. Returns whether anything has changed. @throws SetupError if the file has changed in the meantime */
export async function writePart(desk: Desk, part: Part, written: WrittenPart, wanted: Data, did: string): Promise<boolean> {
  const text = await textWith(desk, part, written, wanted);
  if (text === written.text) return false;
  const { language } = await desk.business();
  await desk.history.act(await outsideWords(desk), did, () =>
    withContentLock(desk.settings.CONTENT_DIR, async () => {
      if ((await readPart(desk, part)).fingerprint !== written.fingerprint) throw new SetupError(speak('business', language)('changed'));
      await writeWhole(written.file, text);
    }),
  );
  return true;
}
