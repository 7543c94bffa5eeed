import { cursorOf } from '../../../src/reads/keyset.ts';
import { users } from '../../../src/reads/lists/users.ts';
import { emailOf, familyNameOf, idOf, type Scale } from '../fixture/people.ts';
import { expectSuccess, httpRequest } from './http.ts';
import type { Conversation } from '../../shared/load/conversations.ts';

export const pageSize = 100;

/** The fields of a list of users in a dashboard. */
const pageQuery = `query($first: Int!, $after: String) { users(first: $first, after: $after) {
  nodes { id username email name isSuspended createdAt roles { id name } organizations { nodes { organization { id name } } } }
  pageInfo { hasNextPage endCursor } } }`;

const searchQuery = `query($search: String!) { users(search: $search) { nodes { id username email name isSuspended createdAt } } }`;

/** A prime: neighbors in the list of requests are far apart in the database. */
const stride = 7919;
/** The user after which page number `index` starts: a full page always follows. */
const placeOf = (index: number, scale: Scale): number => (index * stride) % (scale.users - 2 * pageSize);

const reading =
  (request: (index: number) => Buffer): Conversation =>
  async (connection, index) =>
    expectSuccess(await connection.ask(request(index)));

/** Pages of users with their roles and organizations, from the whole list. */
export const graphqlPages = (token: string, scale: Scale): Conversation =>
  reading((index) => {
    const after = cursorOf(users, undefined, { id: idOf('user', placeOf(index, scale)) });
    return httpRequest('POST', '/graphql', token, { query: pageQuery, variables: { first: pageSize, after } });
  });

/** The same for a server without cursors and queries. */
export const barePages = (scale: Scale): Conversation =>
  reading((index) => {
    const after = idOf('user', placeOf(index, scale));
    return httpRequest('POST', '/users/page', '', { first: pageSize, after });
  });

const searches = (token: string, searchFor: (user: number) => string, scale: Scale): Conversation =>
  reading((index) => {
    const variables = { search: searchFor(placeOf(index, scale)) };
    return httpRequest('POST', '/graphql', token, { query: searchQuery, variables });
  });

/** The only user whose email address begins like this. */
export const emailSearches = (token: string, scale: Scale): Conversation =>
  searches(token, (user) => emailOf(user).slice(0, -'.example'.length), scale);

/** The only user with this name. */
export const nameSearches = (token: string, scale: Scale): Conversation =>
  searches(token, (user) => familyNameOf(user).toLowerCase(), scale);
