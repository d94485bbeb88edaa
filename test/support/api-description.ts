import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { z } from 'zod';
import { decoded, type TestResponse } from './ask.ts';

const response = z.object({
  headers: z.record(z.string(), z.unknown()).default({}),
  content: z.record(z.string(), z.unknown()).default({}),
});
const operation = z.object({ responses: z.record(z.string(), response) });
const description = z.object({
  paths: z.record(z.string(), z.object({ get: operation, head: operation, post: operation, delete: operation }).partial()),
  components: z.object({ headers: z.record(z.string(), z.unknown()) }),
});

/** How a response differs from the OpenAPI description. */
export interface Deviations {
  /** Whether the description has no operation for the path and method. */
  readonly undescribed: boolean;
  readonly found: readonly string[];
}

/** Compares a response to `method` and `target` with the description. */
export type CompareResponse = (target: string, method: string, answer: TestResponse) => Deviations;

/** Headers that any response can have. The others must be described for each status of a success. */
const COMMON = new Set(['Access-Control-Allow-Origin', 'Cache-Control', 'Vary', 'X-Request-Id']);

const METHODS = { GET: 'get', HEAD: 'head', POST: 'post', DELETE: 'delete' } as const;

const isDescribed = (method: string): method is keyof typeof METHODS => Object.hasOwn(METHODS, method);

const pointerTo = (parts: readonly string[]) => `#/${parts.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;

const patternOf = (path: string) => new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);

/** Reads the text of an `openapi.json`. Responses must have a described status, media type and body, and a success no undescribed header. */
export function readApiDescription(text: string): CompareResponse {
  const document: object = JSON.parse(text);
  const { paths, components } = description.parse(document);
  const headerNames = Object.keys(components.headers);
  // OpenAPI 3.1, 4.8.8.1: paths without parameters are matched first.
  const ordered = Object.keys(paths).toSorted((a, b) => Number(a.includes('{')) - Number(b.includes('{')));
  const patterns = ordered.map((path) => ({ path, pattern: patternOf(path) }));
  const ajv = new Ajv2020({ strict: false, allErrors: true }).addSchema(document, 'api');
  addFormats.default(ajv);
  const compiled = new Map<string, ValidateFunction>();

  /** Returns why `value` doesn't match the schema at `place` in the document. */
  const mismatches = (place: readonly string[], value: unknown): readonly string[] => {
    const pointer = pointerTo(place);
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `api${pointer}` });
    compiled.set(pointer, validate);
    return validate(value) ? [] : [`${pointer}: ${ajv.errorsText(validate.errors)}`];
  };

  const headerDeviations = (place: readonly string[], names: readonly string[], { headers, status }: TestResponse): readonly string[] =>
    headerNames.flatMap((name) => {
      const value = headers[name.toLowerCase()];
      if (value === undefined) return [];
      if (status < 400 && !names.includes(name) && !COMMON.has(name)) return [`${pointerTo(place)}: the header ${name} isn't described`];
      return mismatches(['components', 'headers', name, 'schema'], value);
    });

  const bodyDeviations = (place: readonly string[], types: readonly string[], answer: TestResponse): readonly string[] => {
    if (types.length === 0) return answer.body.length === 0 ? [] : [`${pointerTo(place)}: a body isn't described`];
    const type = answer.headers['content-type']?.split(';')[0] ?? '';
    if (!types.includes(type)) return [`${pointerTo(place)}: the type ${type} isn't described`];
    // A part of a document matches no schema.
    if (answer.status === 206) return [];
    const body = decoded(answer).toString();
    return mismatches([...place, 'content', type, 'schema'], /[/+]json$/.test(type) ? JSON.parse(body) : body);
  };

  return (target, method, answer) => {
    const asked = target.split('?')[0] ?? '';
    const path = patterns.find(({ pattern }) => pattern.test(asked))?.path;
    const verb = isDescribed(method) ? METHODS[method] : undefined;
    const responses = path !== undefined && verb !== undefined ? paths[path]?.[verb]?.responses : undefined;
    if (path === undefined || verb === undefined || responses === undefined) return { undescribed: true, found: [] };
    // RFC 9110 15.3.7: a part has the headers that the whole would have.
    const status = answer.status === 206 ? '200' : String(answer.status);
    const place = ['paths', path, verb, 'responses', status];
    const allowed = responses[status];
    if (allowed === undefined) return { undescribed: false, found: [`${pointerTo(place)} is missing`] };
    const headers = headerDeviations(place, Object.keys(allowed.headers), answer);
    const body = bodyDeviations(place, verb === 'head' ? [] : Object.keys(allowed.content), answer);
    return { undescribed: false, found: [...headers, ...body] };
  };
}

/** Successful targets that the API description leaves out: pages, and the name of the build. */
const UNDESCRIBED = new Set(['/', '/generation.json']);

/** Fails if a response differs from the description, or if a success that clients may rely on isn't described. */
export function expectDescribed(compare: CompareResponse, target: string, method: string, answer: TestResponse): void {
  const { undescribed, found } = compare(target, method, answer);
  if (found.length > 0) expect([method, target, found]).toEqual([method, target, []]);
  if (undescribed && answer.status < 400 && method !== 'OPTIONS') expect(UNDESCRIBED).toContain(target.split('?')[0]);
}
