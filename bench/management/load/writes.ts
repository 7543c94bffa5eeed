import type { Connection } from '../../shared/load/connection.ts';
import { expectSuccess, httpRequest } from './http.ts';
import type { Conversation } from '../../shared/load/conversations.ts';

/** The four writes in the form of a server. */
export interface Writes {
  create(input: { username: string; email: string; name: string }): Buffer;
  update(userId: string, input: { name: string }): Buffer;
  suspend(userId: string): Buffer;
  remove(userId: string): Buffer;
}

/** Creates a user, changes the name, suspends and deletes it: four requests. */
export const fourWrites =
  (writes: Writes, tag: string): Conversation =>
  async (connection, number) => {
    const name = `${tag}-${number}`;
    const created = await ask(connection, writes.create({ username: name, email: `${name}@bench.example`, name }));
    const userId = /"(user_[0-9a-z]{26})"/.exec(created)?.[1];
    if (userId === undefined) throw new Error(`A new user has no id: ${created.slice(0, 500)}`);
    const updated = await ask(connection, writes.update(userId, { name: `${name} changed` }));
    if (!updated.includes(`${name} changed`)) throw new Error(`A name did not change: ${updated.slice(0, 500)}`);
    await ask(connection, writes.suspend(userId));
    await ask(connection, writes.remove(userId));
  };

async function ask(connection: Connection, request: Buffer): Promise<string> {
  const answer = await connection.ask(request);
  expectSuccess(answer);
  return answer.body.toString();
}

const mutation = (name: string, input: string, payload: string): string =>
  `mutation($input: ${input}!) { ${name}(input: $input) { ${payload} } }`;
const shown = 'user { id username email name isSuspended version }';
const mutations = {
  create: mutation('createUser', 'CreateUserInput', shown),
  update: mutation('updateUser', 'UpdateUserInput', shown),
  suspend: mutation('setUserSuspended', 'SetUserSuspendedInput', shown),
  remove: mutation('deleteUser', 'DeleteUserInput', 'deletedUserId'),
};

export function graphqlWrites(token: string): Writes {
  const post = (query: string, input: object) =>
    httpRequest('POST', '/graphql', token, { query, variables: { input } });
  return {
    create: (input) => post(mutations.create, input),
    update: (userId, input) => post(mutations.update, { userId, ...input }),
    suspend: (userId) => post(mutations.suspend, { userId, isSuspended: true }),
    remove: (userId) => post(mutations.remove, { userId }),
  };
}

export const restWrites = (token: string, base = '/api'): Writes => ({
  create: (input) => httpRequest('POST', `${base}/users`, token, input),
  update: (userId, input) => httpRequest('PATCH', `${base}/users/${userId}`, token, input),
  suspend: (userId) => httpRequest('PATCH', `${base}/users/${userId}/is-suspended`, token, { isSuspended: true }),
  remove: (userId) => httpRequest('DELETE', `${base}/users/${userId}`, token),
});
