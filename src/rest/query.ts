import { Failure } from '../domain/failure.ts';

/** Maximum number of unknown parameters in a response. */
const maxUnknown = 10;

/** Splits a URL into path and query. */
export function splitUrl(url = '/'): [path: string, query: string] {
  const at = url.indexOf('?');
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
}

/** Parses a query. Throws BAD_USER_INPUT with the name of each unknown parameter. */
export function readQuery(text: string, names: readonly string[]): URLSearchParams {
  const query = new URLSearchParams(text);
  const message = 'Unknown parameter.';
  const unknown = [...new Set(query.keys())].filter((name) => !names.includes(name));
  // An unknown name can have any length.
  const problems = unknown
    .slice(0, maxUnknown)
    .map((name) => ({ path: [name.slice(0, 64)], code: 'UNKNOWN_FIELD' as const, message }));
  if (problems.length) throw new Failure('BAD_USER_INPUT', message, problems);
  return query;
}
