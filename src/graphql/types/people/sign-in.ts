import { type Session as SessionRecord, withPassword } from '../../../store/sessions/sessions.ts';
import {
  findImpersonations,
  type Impersonation as ImpersonationRecord,
} from '../../../store/impersonations/impersonations.ts';
import { readConsents } from '../../../store/account/consents.ts';
import { consentShape, impersonationShape, sessionShape } from '../../../vocabulary/records/people-shapes.ts';
import { requiresEverywhere, readableWith } from '../../schema/access.ts';
import { builder } from '../../schema/builder.ts';
import { batched } from '../../schema/batched.ts';
import { outputTypeOf } from '../../schema/outputs.ts';
import { exposeShape } from '../../schema/shapes.ts';
import { Application } from '../access/application.ts';
import { User } from './user.ts';
import { summaries } from '../../../reads/summaries.ts';

export const Session = builder.objectRef<SessionRecord>('Session').implement({
  description: 'A sign-in session of a user at the issuer. Requires the permission users:read.',
  authScopes: readableWith('users:read'),
  fields: (t) => ({
    ...exposeShape(t, sessionShape),
    applications: t.prismaField({
      type: [Application],
      ...requiresEverywhere('applications:read'),
      description: 'Applications that the user signed in to in this session, sorted by creation time.',
      resolve: async (query, { applicationIds }, _args, { prisma }) => {
        // Prisma batches these look-ups by id, so those of all sessions are one statement.
        const applications = applicationIds.map((id) => prisma.application.findUnique({ ...query, where: { id } }));
        return (await Promise.all(applications)).filter((application) => application !== null);
      },
    }),
  }),
});

const findSessions = batched<string, SessionRecord[]>(async ({ findSessions: find, prisma, clock }, userIds) => {
  const sessions = Map.groupBy(await find(prisma, [...new Set(userIds)], clock.now()), ({ userId }) => userId);
  return userIds.map((id) => sessions.get(id) ?? []);
});

const hasPassword = batched<string, boolean>(async ({ prisma }, userIds) => {
  const among = await withPassword(prisma, [...new Set(userIds)]);
  return userIds.map((id) => among.has(id));
});

const Consent = outputTypeOf(consentShape, 'Consent', consentShape.meta()?.description);

const findConsents = batched<string, Record<string, unknown>[]>(async ({ prisma, clock }, userIds) => {
  const rows = await readConsents(prisma, [...new Set(userIds)], clock.now());
  const consents = Map.groupBy(rows, ({ userId }) => userId);
  return userIds.map((id) => (consents.get(id) ?? []).map((row) => ({ ...row })));
});

const Impersonation = builder.objectRef<ImpersonationRecord>('Impersonation').implement({
  description: `${impersonationShape.meta()?.description} Requires the permission users:read.`,
  authScopes: readableWith('users:read'),
  fields: (t) => ({
    ...exposeShape(t, impersonationShape),
    application: t.prismaField({
      type: Application,
      ...requiresEverywhere('applications:read'),
      description: 'The application through which they act.',
      resolve: (query, { applicationId }, _args, { prisma }) =>
        prisma.application.findUnique({ ...query, where: { id: applicationId } }),
    }),
  }),
});

const findByUser = batched<string, ImpersonationRecord[]>(async ({ prisma, clock }, userIds) => {
  const rows = await findImpersonations(prisma, [...new Set(userIds)], clock.now());
  const impersonations = Map.groupBy(rows, ({ userId }) => userId);
  return userIds.map((id) => impersonations.get(id) ?? []);
});

builder.prismaObjectFields(User, (t) => ({
  hasPassword: t.boolean({
    description: 'Whether the user has a password.',
    resolve: ({ id }, _args, context) => hasPassword(context, id),
  }),
  sessions: t.field({
    type: [Session],
    ...requiresEverywhere('users:read'),
    description: 'Current sessions, newest first, at most 100.',
    resolve: ({ id }, _args, context) => findSessions(context, id),
  }),
  consents: t.field({
    type: [Consent],
    ...requiresEverywhere('users:read'),
    description: summaries.userConsents,
    resolve: ({ id }, _args, context) => findConsents(context, id),
  }),
  impersonations: t.field({
    type: [Impersonation],
    ...requiresEverywhere('users:read'),
    description: summaries.userImpersonations,
    resolve: ({ id }, _args, context) => findByUser(context, id),
  }),
}));
