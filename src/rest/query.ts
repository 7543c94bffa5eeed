import { badUserInput, Failure } from '../domain/failure.ts';

/** The parameter that requests a dry run. */
export const dryRunParameter = 'dryRun';

/** Unknown parameters that one answer names. */
const mostNamed = 10;

/** The path of an address, and its query. */
export function splitAddress(url = '/'): [path: string, query: string] {
  const at = url.indexOf('?');
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
}

/** The query of an address. Throws BAD_USER_INPUT, naming each, for parameters other than those known: nothing is ignored. */
export function readQuery(text: string, known: readonly string[]): URLSearchParams {
  const query = new URLSearchParams(text);
  const message = 'There is no such parameter.';
  const unknown = [...new Set(query.keys())].filter((name) => !known.includes(name));
  // A name may be of any length.
  const problems = unknown.slice(0, mostNamed).map((name) => ({ path: [name.slice(0, 64)], message }));
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
