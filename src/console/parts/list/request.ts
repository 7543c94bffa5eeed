// The request of a list: variables of its document, from the address.
import type { Search } from '../../data/address.ts';
import { isHeld, type Viewer, type Where } from '../../data/viewer.ts';
import type { ListDefinition } from './definition.ts';

export const pageSize = 50;

/** The least number of characters that the platform searches for. */
const leastCharacters = 2;

// oxlint-disable-next-line typescript/no-explicit-any -- what is read here is the same for the rows of any list
type AnyList = ListDefinition<any>;

/** The place in which a permission for its records must be held at least. */
export const placeOf = ({ within }: Pick<AnyList, 'within'>): Where =>
  within?.['organizationId'] ? { organizationId: within['organizationId'] } : 'everywhere';

export function variablesOf(list: AnyList, address: Search, viewer: Viewer): Record<string, unknown> {
  const order = address.order ?? list.order;
  const orderBy = { field: order.replace(/^-/, ''), direction: order.startsWith('-') ? 'DESC' : 'ASC' };
  const page = address.before
    ? { last: pageSize, before: address.before }
    : { first: pageSize, after: address.after ?? null };
  const gates = Object.entries(list.gates ?? {}).map(([name, permission]) => [
    name,
    isHeld(viewer, permission, placeOf(list)),
  ]);
  return { ...Object.fromEntries(gates), ...page, ...matchOf(list, address), orderBy };
}

/** The conditions that the records must match: search and filter. */
export function matchOf(
  list: AnyList,
  { q, where = {} }: Search,
): { search?: string; filter: Record<string, unknown> } {
  const filter = Object.entries(where).map(([name, value]) => {
    const read = list.filters.find(({ key }) => key === name)?.read;
    return [name, read ? read(String(value)) : value];
  });
  const search = q && q.length >= leastCharacters ? { search: q } : {};
  return { ...search, filter: { ...list.within, ...(Object.fromEntries(filter) as Record<string, unknown>) } };
}

export const isNarrowed = ({ q, where }: Search): boolean => Boolean(q) || Object.keys(where ?? {}).length > 0;

/** The route of the REST API; null if there is none. */
export const routeOf = ({ rest }: AnyList, filter: Readonly<Record<string, unknown>>): string | null =>
  typeof rest === 'string' ? rest : rest(filter);
