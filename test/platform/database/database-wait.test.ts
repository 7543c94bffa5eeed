import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { waitForDatabase } from '../../../src/platform/database/reach.ts';
import { emptyDatabase } from '../../support/servers/database.ts';
import { startPgBouncer } from '../../support/servers/pgbouncer.ts';
import { query } from '../../support/query.ts';
import { testSchema } from '../../support/schema.ts';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

const nameOf = (url: string): string => new URL(url).pathname.slice(1);
const refused = (sentence: RegExp) => expect.objectContaining({ message: expect.stringMatching(sentence) });

/** A message with which PostgreSQL refuses a connection (PostgreSQL manual, "Message Formats"). */
function refusalOf(code: string, message: string): Buffer {
  const fields = ['SFATAL', 'VFATAL', `C${code}`, `M${message}`].map((field) => `${field}\0`).join('');
  const content = Buffer.from(`${fields}\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

describe('a database that is not there yet', () => {
  it('is waited for, and the reason is reported', async () => {
    const own = await emptyDatabase();
    await own.drop();
    const reasons: string[] = [];
    const waiting = waitForDatabase(own.url, {
      pause: 20,
      onWait(reason) {
        reasons.push(reason);
        void query(
          inject('postgres'),
          `CREATE DATABASE ${nameOf(own.url)} OWNER mandate TEMPLATE ${nameOf(inject('template'))}`,
        );
        opened.push(own.drop);
      },
    });
    await expect(waiting).resolves.toMatchObject({ schema: testSchema });
    expect(reasons).toEqual([
      expect.stringMatching(/^The database cannot be reached: database ".*" does not exist\.$/),
    ]);
  });

  it('is refused after a while, or at once if the process has to stop', async () => {
    const absent = 'postgresql://mandate:secret@127.0.0.1:1/mandate';
    const attempts = { limit: 50, pause: 20, onWait: () => undefined };
    await expect(waitForDatabase(absent, attempts)).rejects.toEqual(refused(/ECONNREFUSED/));
    const stopping = new AbortController();
    const onWait = () => stopping.abort();
    await expect(waitForDatabase(absent, { onWait, signal: stopping.signal })).rejects.toEqual(refused(/ECONNREFUSED/));
  });

  it('is waited for behind a pooler, which passes on the refusal of its server with a code of its own', async () => {
    const starting = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(refusalOf('57P03', 'the database system is starting up')));
    });
    starting.listen(0, '127.0.0.1');
    await once(starting, 'listening');
    const { port } = starting.address() as AddressInfo;
    const pooler = await startPgBouncer(`postgresql://mandate:secret@127.0.0.1:${port}/mandate`, {
      keepsIsolation: false,
    });
    opened.push(
      () => pooler.stop(),
      async () => void starting.close(),
    );
    const stopping = new AbortController();
    const reasons: string[] = [];
    const onWait = (reason: string) => {
      reasons.push(reason);
      stopping.abort();
    };
    await expect(waitForDatabase(pooler.url, { onWait, signal: stopping.signal })).rejects.toEqual(
      refused(/starting up/),
    );
    expect(reasons).toEqual(['The database cannot be reached: the database system is starting up.']);
  });

  it('is not waited for if the password is wrong', async () => {
    const wrong = new URL(inject('template'));
    wrong.password = 'wrong';
    const onWait = () => expect.unreachable('it waits');
    await expect(waitForDatabase(wrong.href, { onWait })).rejects.toEqual(refused(/password authentication failed/));
  });
});
