import {
  readSearchQuery,
  type SearchKind,
  searchKinds,
  searchQuerySchema,
  type SearchResult,
  searchResultSchema,
} from '../../domain/search-query.ts';
import { searchRecords } from '../../reads/search-records.ts';
import { kinds } from '../../vocabulary/kinds.ts';
import { requireActor } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import { textEnum } from '../schema/enums.ts';
import { loadNodes, Node } from './node.ts';
import { descriptionOf } from '../schema/shapes.ts';

const { shape: query } = searchQuerySchema;
const { shape: result } = searchResultSchema;

const meanings = Object.fromEntries(searchKinds.map((kind) => [kind, kinds[kind].subject]));
const Kind = textEnum<SearchKind>(
  'SearchKind',
  'Kind of record that can be searched.',
  meanings as Record<SearchKind, string>,
);

const Result = builder.objectRef<SearchResult>('SearchResult').implement({
  description: 'Matches of a search across kinds.',
  fields: (t) => ({
    nodes: t.field({
      type: [Node],
      description: descriptionOf(result.items),
      complexity: { field: 1, multiplier: 1 },
      resolve: async ({ items }, _args, context, info) => {
        const records = await loadNodes(
          context,
          info,
          items.map(({ id }) => id),
        );
        // A record can be deleted between the search and this.
        return items.flatMap(({ id }) => records.get(id) ?? []);
      },
    }),
    kindsWithMore: t.field({
      type: [Kind],
      description: descriptionOf(result.kindsWithMore),
      resolve: ({ kindsWithMore }) => kindsWithMore,
    }),
  }),
});

builder.queryField('search', (t) =>
  t.field({
    type: Result,
    nullable: true,
    authScopes: { signedIn: true },
    description:
      'Searches several kinds of record at once, each as `search` of its list does. Only what the caller may read is found.',
    args: {
      text: t.arg.string({
        required: true,
        description: descriptionOf(query.text),
      }),
      kinds: t.arg({
        type: [Kind],
        description: descriptionOf(query.kinds),
      }),
      first: t.arg.int({ description: descriptionOf(query.first) }),
    },
    complexity: ({ kinds: requestedKinds, first }) => ({
      field: 1,
      multiplier: Math.max(1, Math.min(first ?? 5, 20)) * Math.max(1, requestedKinds?.length ?? searchKinds.length),
    }),
    resolve: (_root, args, context) => {
      const readContext = { actor: requireActor(context), now: context.clock.now(), logger: context.logger };
      return searchRecords(context.prisma, readContext, readSearchQuery(args));
    },
  }),
);
