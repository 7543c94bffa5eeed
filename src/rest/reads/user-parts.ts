import type { z } from 'zod';
import { notFound } from '../../domain/failure.ts';
import { lockOf, sessionOf } from '../../store/records/people-shapes.ts';
import { findImpersonations } from '../../store/impersonations/impersonations.ts';
import { readConsents } from '../../store/account/consents.ts';
import { publicFields } from '../../store/records/public-fields.ts';
import { consentShape, impersonationShape, lockShape, sessionShape } from '../../vocabulary/records/people-shapes.ts';
import { requireEverywhere } from './permissions.ts';
import { findRow } from './record-views.ts';
import { type RestRequest, type RestResponse, type Route, type RouteServices, viewerOf } from '../route.ts';
import { summaries } from '../../reads/summaries.ts';

/** A short list below a user, without pages, whose items are no records. */
export interface UserPart {
  path: `/users/:userId/${string}`;
  operationId: string;
  summary: string;
  shape: z.ZodObject;
  read(services: RouteServices, userId: string): Promise<object[]>;
}

export const userParts: readonly UserPart[] = [
  {
    path: '/users/:userId/sessions',
    operationId: 'listUserSessions',
    summary: 'Current sessions of the user, newest first, at most 100.',
    shape: sessionShape,
    read: async ({ database, clock, findSessions }, userId) =>
      (await findSessions(database.prisma, [userId], clock.now())).map(sessionOf),
  },
  {
    path: '/users/:userId/consents',
    operationId: 'listUserConsents',
    summary: summaries.userConsents,
    shape: consentShape,
    read: async ({ database, clock }, userId) =>
      (await readConsents(database.prisma, [userId], clock.now())).map((row) => publicFields(consentShape, row)),
  },
  {
    path: '/users/:userId/impersonations',
    operationId: 'listUserImpersonations',
    summary: summaries.userImpersonations,
    shape: impersonationShape,
    read: async ({ database, clock }, userId) =>
      (await findImpersonations(database.prisma, [userId], clock.now())).map((row) =>
        publicFields(impersonationShape, row),
      ),
  },
  {
    path: '/users/:userId/locks',
    operationId: 'listUserLocks',
    summary: 'Locks of the user that apply now, sorted by their end.',
    shape: lockShape,
    read: async ({ database, clock, findLocks }, userId) =>
      (await findLocks(database.prisma, [userId], clock.now())).map(lockOf),
  },
];

export const userPartRoutes = (): Route[] =>
  userParts.map((part) => ({
    method: 'GET',
    path: part.path,
    query: [],
    handle: (request, services) => handle(part, request, services),
  }));

async function handle({ read }: UserPart, request: RestRequest, services: RouteServices): Promise<RestResponse> {
  const { actor, prisma } = viewerOf(request, services);
  // They belong to the user, not to their organizations.
  requireEverywhere(actor, 'users:read');
  const { userId = '' } = request.parameters;
  if (!(await findRow(prisma, 'user', userId))) throw notFound('user', 'userId');
  return { status: 200, json: { items: await read(services, userId) } };
}
