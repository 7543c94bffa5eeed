import type { Scale } from './fixture/people.ts';
import { barePages, emailSearches, graphqlPages, nameSearches } from './load/reads.ts';
import type { Conversation } from './load/run.ts';
import { fourWrites, graphqlWrites, restWrites } from './load/writes.ts';
import type { ServerName } from './servers.ts';

export const loadNames = ['GraphQL writes', 'REST writes', 'page', 'search by email', 'search by name'] as const;
export type LoadName = (typeof loadNames)[number];

/** What each server is asked to do. */
export const loadsOf: Record<ServerName, readonly LoadName[]> = {
  platform: loadNames,
  platformSmall: ['GraphQL writes', 'page', 'search by email', 'search by name'],
  prisma: ['REST writes'],
  sql: ['REST writes', 'page'],
};

export interface Asked {
  server: ServerName;
  load: LoadName;
  /** Empty for the bare servers, which ask for none. */
  token: string;
  scale: Scale;
  /** In the names of the users that are made: no two loads of a run have the same. */
  tag: string;
}

const isPlatform = ({ server }: Asked): boolean => server === 'platform' || server === 'platformSmall';

const conversations: Record<LoadName, (asked: Asked) => Conversation> = {
  'GraphQL writes': ({ token, tag }) => fourWrites(graphqlWrites(token), tag),
  'REST writes': (asked) => fourWrites(restWrites(asked.token, isPlatform(asked) ? '/api' : ''), asked.tag),
  page: (asked) => (isPlatform(asked) ? graphqlPages(asked.token, asked.scale) : barePages(asked.scale)),
  'search by email': ({ token, scale }) => emailSearches(token, scale),
  'search by name': ({ token, scale }) => nameSearches(token, scale),
};

/** The conversation that a load consists of. */
export const conversationOf = (asked: Asked): Conversation => conversations[asked.load](asked);
