import {
  readAccount,
  readAccountDevices,
  readAccountFactors,
  readAccountOrganizations,
} from '../../../store/account/account.ts';
import {
  accountDeviceShape,
  accountFactorShape,
  accountOrganizationShape,
  accountSessionShape,
  accountShape,
} from '../../../vocabulary/account-shapes.ts';
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

const Account = builder.objectRef<AccountRecord>('Account').implement({
  description:
    'The account of the caller. Requires an access token for the Account API with the scope account:read; permissions of the Management API do not lead to it.',
  fields: (t) => ({
    ...exposeShape(t, accountShape),
    factors: t.field({
      type: [typeOf(accountFactorShape)],
      description: 'Passkeys and authenticator apps, sorted by creation time.',
      resolve: ({ id }, _args, { prisma }) => readAccountFactors(prisma, id),
    }),
    sessions: t.field({
      type: [typeOf(accountSessionShape)],
      description: 'Current sessions, newest first, at most 100.',
      resolve: async ({ id }, _args, context) => {
        const { sessionId } = requireActor(context);
        const sessions = await context.findSessions(context.prisma, [id], context.clock.now());
        return sessions.map((session) => ({ ...session, isCurrent: session.id === sessionId }));
      },
    }),
    devices: t.field({
      type: [typeOf(accountDeviceShape)],
      description: 'Browsers in which the account has signed in, the last used ones first, at most 100.',
      resolve: ({ id }, _args, { prisma, clock }) => readAccountDevices(prisma, id, clock.now()),
    }),
    organizations: t.field({
      type: [typeOf(accountOrganizationShape)],
      description: 'Organizations of which the account is a member, in the order of joining, at most 1,000.',
      resolve: ({ id }, _args, { prisma }) => readAccountOrganizations(prisma, id),
    }),
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
