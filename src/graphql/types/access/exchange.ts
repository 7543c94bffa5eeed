import {
  countVisible,
  exchangeFilter,
  exchangesPermission,
  readChains,
  readExchange,
  readExchangePage,
  visibleExchanges,
} from '../../../reads/exchanges.ts';
import { maxOfChain } from '../../../store/exchanges/find-exchanges.ts';
import type { ExchangeLedgerMode as Mode, ExchangeOutcome } from '../../../vocabulary/token-exchange.ts';
import { type Exchange as ExchangeShape, exchangeShape } from '../../../vocabulary/exchanges/exchange-shapes.ts';
import { pageSize } from '../../../reads/page.ts';
import type { Context } from '../../context/context.ts';
import { pageComplexity } from '../../context/limits.ts';
import { readableId } from '../events/event.ts';
import { requireActor, requires } from '../../schema/access.ts';
import { batched } from '../../schema/batched.ts';
import { builder, type SchemaTypes } from '../../schema/builder.ts';
import { checkSize, ownCursors } from '../../schema/connections.ts';
import { textEnum } from '../../schema/enums.ts';
import { inputTypeOf } from '../../schema/inputs.ts';
import { belowFilter } from '../../schema/lists.ts';
import { idOf, noId } from '../../schema/nodes.ts';
import { exposeShape } from '../../schema/shapes.ts';
import { countedOnce } from '../../schema/totals.ts';
import { Organization } from '../organizations/organization.ts';
import { User } from '../people/user.ts';
import { ApiResource } from './api-resource.ts';
import { Application } from './application.ts';
import './exchange-reason.ts';
import { summaries } from '../../../reads/summaries.ts';

textEnum<ExchangeOutcome>('ExchangeOutcome', 'Whether a token exchange issued a token.', {
  GRANTED: 'A token was issued.',
  REFUSED: 'The request was refused.',
});

const LedgerMode = textEnum<Mode>('ExchangeLedgerMode', 'How token exchanges are recorded.', {
  fast: 'Within a moment. A process that is killed loses the last ones, and leaves a gap that `exchangeLedger` shows.',
  durable: 'Before the answer is sent.',
  off: 'Not at all: only exchanges of earlier times are found.',
});

type ExchangeIds = Pick<ExchangeShape, 'applicationId' | 'apiResourceId'> &
  Record<'subjectApplicationId', string | null>;

type FieldBuilder<Row> = PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, Row>;

/** The records that an exchange names: null if they were deleted, or the caller may not read them. */
export const exchangeRecords = <Row extends ExchangeIds>(t: FieldBuilder<Row>) => ({
  application: t.prismaField({
    type: Application,
    ...requires('applications:read'),
    description: 'The application that exchanged the token; null if it was deleted or the caller may not read it.',
    resolve: async (query, { applicationId }, _args, context) =>
      context.prisma.application.findUnique({
        ...query,
        where: { id: await readable('application', applicationId, context) },
      }),
  }),
  subjectApplication: t.prismaField({
    type: Application,
    ...requires('applications:read'),
    description:
      'The application that had obtained the token; null if the token could not be read, if it was deleted, or the caller may not read it.',
    resolve: async (query, { subjectApplicationId }, _args, context) =>
      context.prisma.application.findUnique({
        ...query,
        where: { id: await readable('application', subjectApplicationId, context) },
      }),
  }),
  apiResource: t.prismaField({
    type: ApiResource,
    ...requires('resources:read'),
    description: 'The API resource that the new token is for; null if none was named, or if it is unknown or deleted.',
    resolve: (query, { apiResourceId: id }, _args, { prisma }) =>
      prisma.apiResource.findUnique({ ...query, where: { id: id ?? noId } }),
  }),
});

const readable = (kind: 'user' | 'application', id: string | null, context: Context): Promise<string> =>
  readableId(kind, { kind, id }, context);

const findChain = batched<string, ExchangeShape[]>(async (context, transactionIds) => {
  const chains = await readChains(context.prisma, requireActor(context), transactionIds);
  return transactionIds.map((id) => chains.get(id) ?? []);
});

export const Exchange = builder.objectRef<ExchangeShape>('Exchange');
Exchange.implement({
  description: `${exchangeShape.meta()?.description} Requires the permission ${exchangesPermission}.`,
  fields: (t) => ({
    ...exposeShape(t, exchangeShape),
    ...exchangeRecords(t),
    user: t.prismaField({
      type: User,
      ...requires('users:read'),
      description: 'The person; null if the token could not be read, if deleted, or if the caller may not read it.',
      resolve: async (query, { userId }, _args, context) =>
        context.prisma.user.findUnique({ ...query, where: { id: await readable('user', userId, context) } }),
    }),
    impersonator: t.prismaField({
      type: User,
      ...requires('users:read'),
      description:
        'The administrator who acts as the person; null without an impersonation, if deleted, or if the caller may not read them.',
      resolve: async (query, { impersonatorId }, _args, context) =>
        context.prisma.user.findUnique({ ...query, where: { id: await readable('user', impersonatorId, context) } }),
    }),
    organization: t.prismaField({
      type: Organization,
      ...requires('organizations:read'),
      description: 'The organization that the exchange was confined to; null if none, or if it was deleted.',
      resolve: (query, { organizationId }, _args, { prisma }) =>
        prisma.organization.findUnique({ ...query, where: { id: idOf('organization', organizationId ?? '') } }),
    }),
    transaction: t.field({
      type: [Exchange],
      complexity: { field: 1, multiplier: maxOfChain },
      description:
        'The exchanges of the chain, newest first, at most 100: `parentId` makes them a tree. All of them are in `exchanges` with the filter `transactionId`.',
      resolve: ({ transactionId }, _args, context) => findChain(context, transactionId),
    }),
  }),
});

const Connection = builder.connectionObject(
  {
    type: Exchange,
    name: 'ExchangeConnection',
    fields: (t) => ({
      ledger: t.field({
        type: LedgerMode,
        description: 'How exchanges are recorded. With `OFF`, only those of earlier times are found.',
        resolve: (_page, _args, { exchangeLedger }) => exchangeLedger.mode,
      }),
    }),
  },
  { name: 'ExchangeEdge' },
);

export const ExchangeFilter = inputTypeOf(
  exchangeFilter,
  'ExchangeFilter',
  'Only exchanges that match all of these conditions.',
);

builder.queryFields((t) => ({
  exchange: t.field({
    type: Exchange,
    ...requires(exchangesPermission),
    description:
      'An exchange, by the claim `jti` of its token; null if there is none that the caller may read, see `exchangeLedger`.',
    args: { id: t.arg.id({ required: true, description: 'Id of the exchange.' }) },
    resolve: (_root, { id }, context) => readExchange(context.prisma, requireActor(context), id),
  }),
  exchanges: t.field({
    type: Connection,
    ...requires(exchangesPermission),
    complexity: pageComplexity,
    extensions: { [ownCursors]: true },
    description: summaries.exchanges,
    args: {
      filter: t.arg({ type: ExchangeFilter, description: 'Only exchanges that match all of these conditions.' }),
      first: t.arg.int({
        description: `Return the first exchanges: ${pageSize.default} by default, at most ${pageSize.max}.`,
      }),
      after: t.arg.string({ description: 'Return exchanges after this cursor.' }),
    },
    resolve: (_root, args, context) => resolvePage(args, context),
  }),
}));

interface PageArguments {
  filter?: unknown;
  first?: number | null | undefined;
  after?: string | null | undefined;
}

async function resolvePage({ filter, first, after }: PageArguments, context: Context) {
  checkSize({ first });
  const visible = belowFilter(() => visibleExchanges(requireActor(context), filter));
  const page = { after: after ?? undefined, size: first ?? pageSize.default, path: 'after' };
  const { exchanges, hasMore } = await readExchangePage(context.prisma, visible, page);
  const edges = exchanges.map((node) => ({ node, cursor: node.id }));
  return {
    edges,
    pageInfo: {
      hasPreviousPage: page.after !== undefined,
      hasNextPage: hasMore,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
    total: countedOnce((bound) => countVisible(context.prisma, visible, bound)),
  };
}
