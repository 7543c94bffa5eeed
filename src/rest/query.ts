import { badUserInput, Failure } from '../domain/failure.ts';

/** The parameter that requests a dry run. */
export const dryRunParameter = 'dryRun';

/** Maximum number of unknown parameters in a response. */
const maxUnknown = 10;

/** Splits a URL into path and query. */
export function splitUrl(url = '/'): [path: string, query: string] {
  const at = url.indexOf('?');
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
}

/** Parses a query. Throws BAD_USER_INPUT with the name of each unknown parameter. */
export function readQuery(text: string, known: readonly string[]): URLSearchParams {
  const query = new URLSearchParams(text);
  const message = 'Unknown parameter.';
  const unknown = [...new Set(query.keys())].filter((name) => !known.includes(name));
  // An unknown name can have any length.
  const problems = unknown.slice(0, maxUnknown).map((name) => ({ path: [name.slice(0, 64)], message }));
  if (problems.length) throw new Failure('BAD_USER_INPUT', message, problems);
  return query;
}

/** Whether the query requests a dry run. */
export function readDryRun(query: URLSearchParams): boolean {
  const values = query.getAll(dryRunParameter);
  const [value = 'false'] = values;
  if (values.length > 1 || (value !== 'true' && value !== 'false')) {
    throw badUserInput('Must be true or false, given once.', dryRunParameter);
  }
  return value === 'true';
}
