import { type Session as SessionRecord, sessionsOf, withPassword } from '../../store/sessions/sessions.ts';
import { needsEverywhere, recordOf } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import { gathered } from '../schema/gathered.ts';
import { Application } from './application.ts';
import { User } from './user.ts';

const Session = builder.objectRef<SessionRecord>('Session').implement({
  description: 'A session in which a person is signed in at the issuer. Needs the permission users:read.',
  authScopes: recordOf('users:read'),
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its identifier: `session_id` in tokens. It opens nothing.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When the person signed in.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it ends, unless it is used before.' }),
    applications: t.prismaField({
      type: [Application],
      ...needsEverywhere('applications:read'),
      description: 'The applications that the person came to in it, in the order of their creation.',
      resolve: async (query, { applicationIds }, _args, { prisma }) => {
        // Each on its own: the client gathers look-ups by id, and so those of all sessions are one statement.
        const found = applicationIds.map((id) => prisma.application.findUnique({ ...query, where: { id } }));
        return (await Promise.all(found)).filter((application) => application !== null);
      },
    }),
  }),
});

const findSessions = gathered<string, SessionRecord[]>(async ({ prisma, clock }, userIds) => {
  const sessions = Map.groupBy(await sessionsOf(prisma, [...new Set(userIds)], clock.now()), ({ userId }) => userId);
  return userIds.map((id) => sessions.get(id) ?? []);
});

const hasPassword = gathered<string, boolean>(async ({ prisma }, userIds) => {
  const among = await withPassword(prisma, [...new Set(userIds)]);
  return userIds.map((id) => among.has(id));
});

const UserIdentity = builder.prismaObject('UserIdentity', {
  select: { connector: true, subject: true, createdAt: true },
  description: 'An account elsewhere that signs a person in. Needs the permission users:read.',
  authScopes: recordOf('users:read'),
  fields: (t) => ({
    connector: t.exposeString('connector', { description: 'Where the account is, for instance `github`.' }),
    subject: t.exposeString('subject', { description: "The person's identifier there." }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was linked.' }),
  }),
});

builder.prismaObjectFields(User, (t) => ({
  hasPassword: t.boolean({
    description: 'Whether the user has a password.',
    resolve: ({ id }, _args, context) => hasPassword(context, id),
  }),
  identities: t.relation('identities', {
    type: UserIdentity,
    ...needsEverywhere('users:read'),
    query: { orderBy: { id: 'asc' } },
    description: 'Accounts elsewhere that sign the user in, in the order in which they were linked.',
  }),
  sessions: t.field({
    type: [Session],
    ...needsEverywhere('users:read'),
    description: 'Where the user is signed in now: the newest session first, at most 100.',
    resolve: ({ id }, _args, context) => findSessions(context, id),
  }),
}));
