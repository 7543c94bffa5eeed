import { z } from 'zod';
import type { Pickers } from '../../src/console/parts/picker/kinds.ts';
import { lists } from '../../src/reads/index.ts';
import { kindsOfId } from '../../src/vocabulary/ids.ts';
import { kinds, publishedTypeOf } from '../../src/vocabulary/kinds.ts';
import { isPermissionIn } from '../../src/vocabulary/permissions.ts';

/** The lists whose records have names and can be searched, and the kinds of the records that filters of lists name. */
export function describePickers(): Pickers {
  const searched = lists.filter(({ kind, searchDescription }) => searchDescription && 'namedBy' in kinds[kind]);
  const pickers = searched.map(({ kind, name: list, permission }) => {
    const isInOrganization = isPermissionIn('', permission) && { isPossibleInOrganization: true };
    return [kind, { list, type: publishedTypeOf(kind), permission, ...isInOrganization }] as const;
  });
  return { kinds: Object.fromEntries(pickers), filters: describeFilters() };
}

/** By the names of filters, which have one meaning in all lists. */
function describeFilters(): Pickers['filters'] {
  const filters: Pickers['filters'] = {};
  for (const { name: list, filter } of lists) {
    for (const [name, schema] of Object.entries(filter.shape)) {
      const [kind, ...others] = kindsOfId(schema) ?? [];
      // It takes one id.
      if (kind === undefined || others.length > 0 || (schema as z.ZodOptional).unwrap() instanceof z.ZodArray) continue;
      filters[name] ??= kind;
      if (filters[name] !== kind) throw new Error(`${name} of ${list} is the id of another kind than in other lists.`);
    }
  }
  return filters;
}
