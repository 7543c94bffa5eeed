import { badUserInput } from '../../../domain/failure.ts';
import { readAccountEventPage } from '../../../reads/account-events.ts';
import { type AccountReader, accountLists } from '../../../reads/account-lists.ts';
import { pageSize } from '../../../reads/page.ts';
import { readAccount } from '../../../store/account/account.ts';
import { type AccountEventActor, accountEventShape, accountShape } from '../../../vocabulary/account/account-shapes.ts';
import type { Context } from '../../context/context.ts';
import { requireActor } from '../../schema/access.ts';
import { builder } from '../../schema/builder.ts';
import { checkSize, ownCursors } from '../../schema/connections.ts';
import { textEnum } from '../../schema/enums.ts';
import { outputTypeOf } from '../../schema/outputs.ts';
import { exposeShape } from '../../schema/shapes.ts';
import { Viewer } from '../viewer.ts';

type AccountRecord = NonNullable<Awaited<ReturnType<typeof readAccount>>>;

const typeOf = (shape: Parameters<typeof outputTypeOf>[0]) => {
  const { id = '', description } = shape.meta() ?? {};
  return outputTypeOf(shape, id, description);
};

/** The account of the caller, who reads it. */
const readerOf = (context: Context, userId: string): AccountReader => ({
  prisma: context.prisma,
  userId,
  sessionId: requireActor(context).sessionId ?? null,
  now: context.clock.now(),
  findSessions: context.findSessions,
});

textEnum<AccountEventActor>('AccountEventActor', 'Who caused an event about an account.', {
  you: 'The person whose account it is.',
  administrator: 'Another user.',
  application: 'An application on its own behalf.',
  platform: 'The platform itself.',
  visitor: 'A person on the pages who was not authenticated.',
});

const AccountEvent = typeOf(accountEventShape);
const AccountEventConnection = builder.connectionObject(
  { type: AccountEvent, name: 'AccountEventConnection' },
  { name: 'AccountEventEdge' },
);

export const Account = builder.objectRef<AccountRecord>('Account').implement({
  description:
    'The account of the caller. Requires an access token for the Account API with the scope account:read; permissions of the Management API do not lead to it.',
  fields: (t) => ({
    ...exposeShape(t, accountShape),
    ...Object.fromEntries(
      Object.entries(accountLists).map(([name, { shape, description, read }]) => [
        name,
        t.field({
          type: [typeOf(shape)],
          description,
          resolve: ({ id }, _args, context) => read(readerOf(context, id)),
        }),
      ]),
    ),
    events: t.connection(
      {
        type: AccountEvent,
        description:
          'Events about the account, newest first. Of the arguments, only `first` and `after` are supported.',
        extensions: { [ownCursors]: true },
        resolve: ({ id }, args, context) => resolveEvents(id, args, context),
      },
      AccountEventConnection,
    ),
  }),
});

async function resolveEvents(
  userId: string,
  { first, last, after, before }: { first?: Size; last?: Size; after?: Cursor; before?: Cursor },
  { prisma, database, cursorSeal }: Context,
) {
  checkSize({ first });
  if (last != null) throw badUserInput('Not supported here: use `first`.', 'last');
  if (before != null) throw badUserInput('Not supported here: use `after`.', 'before');
  const reader = { prisma, database, cursorSeal, userId };
  const size = first ?? pageSize.default;
  const { edges, hasNextPage } = await readAccountEventPage(reader, { size, after, path: 'after' });
  const [startCursor = null, endCursor = null] = [edges[0]?.cursor, edges.at(-1)?.cursor];
  return { edges, pageInfo: { startCursor, endCursor, hasNextPage, hasPreviousPage: after != null } };
}

type Size = number | null | undefined;
type Cursor = string | null | undefined;

/** The account in the payload of a mutation. */
export const accountAfterwards = {
  type: Account,
  nullable: true,
  description: 'The account after the change; null if it has been deleted since.',
  resolve: (_payload: unknown, _args: unknown, context: Context) =>
    readAccount(context.prisma, requireActor(context).id ?? ''),
} as const;

builder.objectField(Viewer, 'account', (t) =>
  t.field({
    type: Account,
    nullable: true,
    description:
      'The account of the caller. Null unless the access token is for the Account API and has the scope account:read.',
    resolve: ({ id, account }, _args, { prisma }) =>
      id !== null && account?.scopes.has('account:read') ? readAccount(prisma, id) : null,
  }),
);
