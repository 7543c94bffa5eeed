import { Failure } from '../domain/failure.ts';
import { preferencesOf } from '../store/records/preferences.ts';
import { etagOf } from '../http/entity-tags.ts';
import type { Route } from './route.ts';

/** The caller's own preferences. */
export const preferencesRoute: Route = {
  method: 'GET',
  path: '/me/preferences',
  query: [],
  async handle({ actor }, { database }) {
    if (actor.kind !== 'user' || actor.id === null) throw new Failure('FORBIDDEN', 'Only users have preferences.');
    const json = await preferencesOf(database.prisma, actor.id);
    return { status: 200, headers: { etag: etagOf(json) }, json };
  },
};
