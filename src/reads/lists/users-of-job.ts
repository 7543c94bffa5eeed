import { all } from '../conditions.ts';
import { conditionOf, type PageQuery, type ReadContext } from '../page.ts';
import { users } from './users.ts';

/** The users of a job, as they were chosen when it was started. */
export interface JobUsers extends Pick<PageQuery, 'filter' | 'search'> {
  createdAt: Date;
}

/**
 * The condition for the users of a job: those who match now, and existed when it was started, except the starter. A
 * caller without the permission to read users learns nothing about them: it may only name all.
 */
export function usersOfJob(context: ReadContext, { filter, search, createdAt }: JobUsers): object {
  const isAll = Object.keys(filter as object).length === 0 && !search;
  const matching = isAll ? {} : conditionOf(users, context, { filter, search });
  return all(matching, { createdAt: { lte: createdAt }, id: { not: context.actor.id ?? '' } });
}
