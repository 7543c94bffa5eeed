import { type AccountReader, accountLists } from '../../../reads/account-lists.ts';
import { readAccount } from '../../../store/account/account.ts';
import { accountShape } from '../../../vocabulary/account-shapes.ts';
import type { Context } from '../../context/context.ts';
import { requireActor } from '../../schema/access.ts';
import { builder } from '../../schema/builder.ts';
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
          resolve: async ({ id }, _args, context) => (await read(readerOf(context, id))) as Record<string, unknown>[],
        }),
      ]),
    ),
  }),
});

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
