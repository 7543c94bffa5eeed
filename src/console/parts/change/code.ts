import type { Operation } from '../../data/operation.ts';
import { enums, inputs } from './operations.ts';

interface Route {
  method: string;
  path: string;
}

/** The change as a GraphQL document with its variables, as a command, and as a REST request. Never with a token. */
interface CodeOf {
  graphql: string;
  curl: string;
  rest: string | null;
}

export function codeOf(operation: Operation, input: Readonly<Record<string, unknown>>, route: Route | null): CodeOf {
  const shown = masked(input, operation.input) as Record<string, unknown>;
  const query = plainDocument(operation.document);
  return {
    graphql: `${query}\n\n# Variables\n${JSON.stringify({ input: shown }, null, 2)}`,
    curl: graphqlCommand(query, { input: shown }),
    rest: route ? restRequest(route, inRest(shown, operation.input) as Record<string, unknown>) : null,
  };
}

/** A document with its variables as a command of a shell, whose variable TOKEN has an access token. */
export function graphqlCommand(query: string, variables: object): string {
  const body = JSON.stringify({ query: query.replaceAll(/\s+/g, ' ').trim(), variables });
  return `curl ${location.origin}/graphql \\\n  -H "authorization: Bearer $TOKEN" \\\n  -H "content-type: application/json" \\\n  -d ${quoted(body)}`;
}

/** Without what only the console needs. */
const plainDocument = (document: string): string =>
  document
    .replace('$dryRun: Boolean!', '$dryRun: Boolean = false')
    .replace(', $withEvents: Boolean!', '')
    .replace(' @include(if: $withEvents)', '');

function restRequest({ method, path }: Route, input: Readonly<Record<string, unknown>>): string {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  const address = path.replaceAll(/:(\w+)/g, (_all, name: string) => segmentOf(name, input[name]));
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)));
  const hasBody = Object.keys(rest).length > 0 && method !== 'DELETE';
  const body = hasBody ? ` \\\n  -H "content-type: application/json" \\\n  -d ${quoted(JSON.stringify(rest))}` : '';
  return `curl -X ${method} "${location.origin}/api${address}" \\\n  -H "authorization: Bearer $TOKEN"${body}`;
}

/** A member of the input as part of a path; a variable of the shell if it is not given. */
const segmentOf = (name: string, value: unknown): string =>
  typeof value === 'string' ? encodeURIComponent(value) : `$${name}`;

/** As one argument of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Values of enumerations as REST spells them. */
export function inRest(value: unknown, type: string): unknown {
  if (Array.isArray(value)) return value.map((item) => inRest(item, type));
  if (enums[type]) return enums[type].find((one) => one.value === value)?.inRest ?? value;
  const fields = inputs[type];
  if (!fields || typeof value !== 'object' || value === null) return value;
  const types = new Map(fields.map((field) => [field.name, field.type]));
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inRest(part, types.get(name) ?? '')]));
}

/** Without the texts in fields that hold secrets, at any depth. */
function masked(value: unknown, type: string, isSecret = false): unknown {
  if (Array.isArray(value)) return value.map((item) => masked(item, type, isSecret));
  if (typeof value !== 'object' || value === null) return isSecret && typeof value === 'string' ? '…' : value;
  const fields = new Map(inputs[type]?.map((field) => [field.name, field]));
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      const field = fields.get(name);
      return [name, masked(part, field?.type ?? '', isSecret || field?.isSecret === true)];
    }),
  );
}
