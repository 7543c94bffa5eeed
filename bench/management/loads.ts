import type { Scale } from './fixture/people.ts';
import { barePages, emailSearches, graphqlPages, nameSearches } from './load/reads.ts';
import type { Conversation } from '../shared/load/conversations.ts';
import { fourWrites, graphqlWrites, restWrites } from './load/writes.ts';
import { isPlatform, type ServerName } from './servers.ts';

const loadNames = ['GraphQL writes', 'REST writes', 'page', 'search by email', 'search by name'] as const;
export type LoadName = (typeof loadNames)[number];

/** The loads of each server. */
export const loadsOf: Record<ServerName, readonly LoadName[]> = {
  platform: loadNames,
  platformSmall: ['GraphQL writes', 'page', 'search by email', 'search by name'],
  prisma: ['REST writes'],
  sql: ['REST writes', 'page'],
};

export interface LoadRequest {
  server: ServerName;
  load: LoadName;
  /** Empty for the bare servers, which need none. */
  token: string;
  scale: Scale;
  /** A part of the names of created users, unique per load of a run. */
  tag: string;
}

const conversations: Record<LoadName, (request: LoadRequest) => Conversation> = {
  'GraphQL writes': ({ token, tag }) => fourWrites(graphqlWrites(token), tag),
  'REST writes': (request) =>
    fourWrites(restWrites(request.token, isPlatform(request.server) ? '/api' : ''), request.tag),
  page: (request) =>
    isPlatform(request.server) ? graphqlPages(request.token, request.scale) : barePages(request.scale),
  'search by email': ({ token, scale }) => emailSearches(token, scale),
  'search by name': ({ token, scale }) => nameSearches(token, scale),
};

/** The conversation of a load. */
export const conversationOf = (request: LoadRequest): Conversation => conversations[request.load](request);
