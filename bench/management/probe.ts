import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { emailOf, type Scale } from './fixture/people.ts';
import type { Answer } from '../shared/load/answers.ts';
import { type Connection, openConnection } from '../shared/load/connection.ts';
import { type LoadRequest, conversationOf, loadsOf } from './loads.ts';

/**
 * Checks each load: it runs once, a search finds exactly its user, and four writes leave four events and no user.
 * Returns the pages that were read, for comparison. Throws an Error with a sentence otherwise.
 */
export async function probe(
  port: number,
  request: Omit<LoadRequest, 'load' | 'tag'>,
  client: pg.Client,
): Promise<unknown[]> {
  const connection = await openConnection(port);
  const pages: unknown[] = [];
  try {
    for (const load of loadsOf[request.server]) {
      const { responses, ...recording } = recordResponses(connection);
      const converse = conversationOf({ ...request, load, tag: `probe-${Date.now()}` });
      if (load.endsWith('writes')) await expectEvents(client, () => converse(recording, 0));
      else for (const number of [0, 1, 7]) await converse(recording, number);
      if (load === 'page') pages.push(...responses);
      if (load.startsWith('search')) expectOne(responses, load, request.scale);
    }
  } finally {
    connection.close();
  }
  return pages;
}

function recordResponses(connection: Connection) {
  const responses: unknown[] = [];
  const ask = async (request: Buffer): Promise<Answer> => {
    const answer = await connection.ask(request);
    responses.push(JSON.parse(answer.body.toString() || 'null'));
    return answer;
  };
  return { responses, ask, close: connection.close };
}

async function expectEvents(client: pg.Client, write: () => Promise<void>): Promise<void> {
  const count = async () =>
    (
      await client.query<{ events: number; users: number }>(
        `SELECT (SELECT count(*) FROM events WHERE sequence > $1)::int AS events, (SELECT count(*) FROM users)::int AS users`,
        [last],
      )
    ).rows[0];
  const { rows } = await client.query<{ last: string }>('SELECT coalesce(max(sequence), 0) AS last FROM events');
  const last = rows[0]?.last;
  const before = await count();
  await write();
  const after = await count();
  if (after?.events !== 4 || after.users !== before?.users) {
    throw new Error(`Four writes left ${after?.events} events, and ${after?.users} users instead of ${before?.users}.`);
  }
}

interface UsersResponse {
  data: { users: { nodes: { email: string }[] } };
}

function expectOne(responses: readonly unknown[], load: string, scale: Scale): void {
  const found = responses.map((answer) =>
    (answer as UsersResponse).data.users.nodes.map(({ email }) => email).join(' '),
  );
  const wanted = [0, 1, 7].map((number) => emailOf((number * 7919) % (scale.users - 200)));
  if (!isDeepStrictEqual(found, wanted))
    throw new Error(`The ${load} found ${found.join()} instead of ${wanted.join()}.`);
}

/** Throws if the platform's pages differ from those of bare SQL. */
export function expectSamePages(platform: readonly unknown[], bare: readonly unknown[]): void {
  if (platform.length === 3 && isDeepStrictEqual(platform, bare)) return;
  const start = (page: unknown) => JSON.stringify(page)?.slice(0, 600);
  throw new Error(
    `A page of the platform is not the one that bare SQL gives:\n${start(platform[0])}\n${start(bare[0])}`,
  );
}
