import { readSearchQuery, type SearchKind, searchKinds, type SearchResult } from '../../domain/search-query.ts';
import { searchRecords } from '../../reads/search-records.ts';
import { kinds } from '../../vocabulary/kinds.ts';
import { requireActor } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import { textEnum } from '../schema/enums.ts';
import { loadNodes, Node } from './node.ts';

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
      description: 'Matches: of an id the record, otherwise by kind, the oldest first.',
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
      description: 'Kinds that have more matches: their lists have all of them.',
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
        description:
          'What to search for, 2 to 256 characters. Or the id of a record of any kind, which finds this record.',
      }),
      kinds: t.arg({
        type: [Kind],
        description:
          'Only records of these kinds; requires their permissions. All kinds that the caller may read by default.',
      }),
      first: t.arg.int({ description: 'Number of matches of each kind: 5 by default, at most 20.' }),
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
