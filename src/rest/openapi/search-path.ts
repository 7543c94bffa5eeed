import { exampleIdOf } from '../../vocabulary/ids.ts';
import { searchKinds, searchQuerySchema, type SearchResult, searchResultSchema } from '../../domain/search-query.ts';
import { listOf } from '../../reads/index.ts';
import { searchRoute } from '../reads/search.ts';
import { failuresWith } from './errors.ts';
import { tagOf, queryParameters } from './parts.ts';
import type { Schemas } from './schemas.ts';

export const searchTag = { name: tagOf(searchRoute.path), description: 'Search across kinds of record.' };

/** The OpenAPI description of the search across kinds. */
export function describeSearch(schemas: Schemas) {
  const permissions = [...new Set(searchKinds.map((kind) => listOf[kind].permission))];
  const meaning = searchKinds.map((kind) => `\`${kind}\`: \`${listOf[kind].permission}\``).join(', ');
  return {
    operationId: 'search',
    tags: [searchTag.name],
    summary: 'Search several kinds of record at once, each as `search` of its list does.',
    description: `Only what the caller may read is found. Kinds that are named require their permissions: ${meaning}.`,
    // Any of them.
    security: permissions.map((permission) => ({ oauth2: [permission] })),
    parameters: queryParameters(schemas.add(searchQuerySchema, 'input')),
    responses: {
      200: {
        description: 'The matches.',
        content: { 'application/json': { schema: schemas.add(searchResultSchema, 'output'), example } },
      },
      ...failuresWith([401, 403, 422, 500]),
    },
  };
}

const example: SearchResult = {
  items: [{ kind: 'user', id: exampleIdOf('user'), displayName: 'Ada Lovelace' }],
  kindsWithMore: [],
};
