import { z } from 'zod';

/** One invalid parameter: its name, a machine-readable code and a sentence. */
export const issue = z.object({ path: z.array(z.string()), code: z.string(), message: z.string() });
export type Issue = z.infer<typeof issue>;

/** The body of every error except those of `/mcp` and the hub. */
export const problem = z.object({ error: z.string(), message: z.string(), issues: z.array(issue).optional() });

/**
 * Every error in this form: machine-readable name, status and message. The documentation is generated from this table. `/mcp` answers with
 * JSON-RPC errors, the hub in plain text.
 */
export const problems = {
  invalid_request: { status: 400, message: 'The request is malformed.' },
  invalid_parameters: { status: 400, message: 'One or more parameters are invalid.' },
  invalid_date: { status: 400, message: 'The date in the path is invalid.' },
  not_found: { status: 404, message: 'There is nothing at this path.' },
  method_not_allowed: { status: 405, message: 'This method is not allowed here; see the Allow header.' },
  request_timeout: { status: 408, message: 'The request took too long to arrive.' },
  precondition_failed: { status: 412, message: "The document doesn't match If-Match or If-Unmodified-Since." },
  uri_too_long: { status: 414, message: 'The request target is too long.' },
  range_not_satisfiable: { status: 416, message: 'The requested range is outside the document.' },
  expectation_failed: { status: 417, message: "The Expect header asks for something that this server doesn't support." },
  too_many_requests: { status: 429, message: 'Too many requests; wait for the seconds in the Retry-After header.' },
  headers_too_large: { status: 431, message: 'The request headers are too large.' },
  internal_error: { status: 500, message: 'Something went wrong on our side.' },
  starting: { status: 503, message: 'The service is starting; try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>;
export type ProblemName = keyof typeof problems;

/** The JSON body of an error, ending in a newline; `message` replaces the one in the table. */
export function problemBody(name: ProblemName, issues: readonly Issue[] = [], message: string = problems[name].message): string {
  return `${JSON.stringify({ error: name, message, issues: issues.length > 0 ? issues : undefined })}\n`;
}

/** Turns a zod issue into ours. Its message continues a sentence that starts with the parameter's name. */
export function toIssue(from: z.core.$ZodIssue): Issue {
  return { path: from.path.map(String), code: from.code, message: from.message };
}
