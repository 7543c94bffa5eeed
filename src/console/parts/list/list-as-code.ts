// A list as code. Loaded when it is copied or exported: it knows how REST spells the values of enumerations.
import { stringifyDocument } from '@urql/core';
import { graphqlCommand, inRest } from '../change/code.ts';
import type { ListDefinition } from './definition.ts';
import { pageSize, routeOf } from './request.ts';

interface Variables {
  search?: string;
  filter: Record<string, unknown>;
  orderBy: { field: string; direction: string };
}

// oxlint-disable-next-line typescript/no-explicit-any -- what is read here is the same for the rows of any list
type AnyList = ListDefinition<any>;

interface ListAsCode {
  graphql: string;
  curl: string;
  /** Null if no route has what the filter selects. */
  rest: string | null;
}

export function listAsCode(list: AnyList, variables: Record<string, unknown>): ListAsCode {
  const document = stringifyDocument(list.document).replace(/^# .*\n/, '');
  const { orderBy } = variables as unknown as Variables;
  const address = restAddress(list, variables, '/api');
  const { direction, field } = orderBy;
  const order = list.orders.length > 0 ? `orderBy=${direction === 'DESC' ? '-' : ''}${camelCase(field)}&` : '';
  return {
    graphql: `${document}\n\n# Variables\n${JSON.stringify(variables, null, 2)}`,
    curl: graphqlCommand(document, variables),
    rest:
      address &&
      `curl "${location.origin}${withParameters(address, `${order}limit=${pageSize}`)}" \\\n  -H "authorization: Bearer $TOKEN"`,
  };
}

/** Address of what the list selects, with search and filter as parameters. */
export function restAddress(list: AnyList, variables: Record<string, unknown>, prefix: string): string | null {
  const { search, filter } = variables as unknown as Variables;
  const route = routeOf(list, filter);
  if (route === null) return null;
  const type = filterType(list);
  const spelled = inRest(filter, type) as Record<string, unknown>;
  const inPath = new Set(Object.values(filter).filter((value) => typeof value === 'string' && route.includes(value)));
  const parameters = new URLSearchParams();
  if (search) parameters.set('search', search);
  for (const [name, value] of Object.entries(spelled)) {
    if (!inPath.has(value)) for (const one of [value].flat()) parameters.append(name, String(one));
  }
  return withParameters(`${prefix}${route}`, parameters.toString());
}

export const withParameters = (address: string, parameters: string): string =>
  parameters === '' ? address : `${address}${address.includes('?') ? '&' : '?'}${parameters}`;

/** The input type of the variable `$filter`. */
function filterType({ document }: AnyList): string {
  for (const definition of document.definitions) {
    if (definition.kind !== 'OperationDefinition') continue;
    const variable = definition.variableDefinitions?.find((one) => one.variable.name.value === 'filter');
    if (variable?.type.kind === 'NamedType') return variable.type.name.value;
  }
  return '';
}

const camelCase = (name: string): string =>
  name.toLowerCase().replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
