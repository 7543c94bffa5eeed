import { describe, expect, it } from 'vitest';
import { createSmtpSender } from '../../../src/platform/messaging/smtp.ts';
import { startMailServer } from '../../support/servers/mail-server.ts';
import { until } from '../../support/until.ts';
import { type MessageFixture, queue, shareFixture, stored, testSender } from './fixture.ts';

let fixture: MessageFixture;
shareFixture((given) => (fixture = given));

const transient = { error: 'The mail server cannot be reached.', isPermanent: false };
const stateOf = async (id: string) => {
  const { state, attempts, lastError, encryptedParameters } = await stored(fixture.kernel, id);
  return { state, attempts, lastError, hasParameters: encryptedParameters !== null };
};

describe('a queued message', () => {
  it('is sent once, although two engines run, and its parameters are removed', async () => {
    const sender = (fixture.senders.email = testSender());
    const ids = [];
    for (let count = 0; count < 50; count++) ids.push(await queue(fixture.kernel));
    const engines = [fixture.engine(), fixture.engine()];
    await Promise.all(engines.map((engine) => fixture.runAfter(engine, 0)));
    expect(sender.sent.map(({ id }) => id).toSorted()).toEqual(ids);
    const sent = { state: 'sent', attempts: 1, lastError: null, hasParameters: false };
    for (const id of ids) expect(await stateOf(id)).toEqual(sent);
    expect(fixture.counted).toEqual(Array(50).fill('email sent'));
  });

  it('reaches a mail server, in its language', async () => {
    await using server = await startMailServer();
    const { port } = server;
    const smtp = { host: '127.0.0.1', port, tls: 'none', user: '', password: '' } as const;
    const from = { name: 'Example', address: 'login@example.com' };
    fixture.senders.email = createSmtpSender({ connectorId: null, server: smtp, from });
    await queue(fixture.kernel, { language: 'de-AT' });
    await fixture.runAfter(fixture.engine(), 0);
    expect(server.received[0]?.parsed).toMatchObject({ subject: 'Ihr Code zum Anmelden bei Mandate' });
    expect(server.received[0]?.parsed.text).toContain('482913');
    expect(server.received[0]?.parsed.html).toContain('<html lang="de" dir="ltr">');
  });

  it('is repeated after 2, 4 and 8 seconds while attempts fail, until it expires', async () => {
    const sender = (fixture.senders.email = testSender(async () => transient));
    const expiresAt = new Date(fixture.kernel.now().getTime() + 20_000);
    const id = await queue(fixture.kernel, { expiresAt });
    const engine = fixture.engine();
    const attempts = [];
    for (let second = 0; second <= 21; second++) {
      await fixture.runAfter(engine, second ? 1 : 0);
      if (sender.sent.length > attempts.length) attempts.push(second);
      if (second === 13) expect(await stateOf(id)).toMatchObject({ state: 'pending', hasParameters: true });
    }
    expect(attempts).toEqual([0, 2, 6, 14]);
    expect(await stateOf(id)).toEqual({
      state: 'expired',
      attempts: 4,
      lastError: transient.error,
      hasParameters: false,
    });
    expect(fixture.counted).toEqual([...Array(4).fill('email deferred'), 'email expired']);
  });

  it('fails for good after a permanent failure', async () => {
    const refused = { error: 'The mail server refused the recipient.', isPermanent: true };
    fixture.senders.email = testSender(async () => refused);
    const id = await queue(fixture.kernel);
    await fixture.runAfter(fixture.engine(), 0);
    expect(await stateOf(id)).toEqual({ state: 'failed', attempts: 1, lastError: refused.error, hasParameters: false });
  });

  it('waits while there is no sender, which is logged once', async () => {
    const [id, other] = [await queue(fixture.kernel), await queue(fixture.kernel)];
    const engine = fixture.engine();
    for (let round = 0; round < 4; round++) await fixture.runAfter(engine, round ? 5 : 0);
    expect(await stateOf(id)).toMatchObject({ state: 'pending', attempts: 0 });
    expect(fixture.logged.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'warn', channel: 'email', msg: 'messages: no connector can send them; they wait until they expire' },
    ]);
    const sender = (fixture.senders.email = testSender());
    await fixture.runAfter(engine, 5);
    expect(sender.sent.map((message) => message.id).toSorted()).toEqual([id, other]);
    expect(fixture.counted).toEqual(['email sent', 'email sent']);
  });

  it('is sent again if the process was killed between sending it and storing the result', async () => {
    const killed = testSender(() => new Promise(() => {}));
    fixture.senders.email = killed;
    const id = await queue(fixture.kernel);
    // Its results are lost, as if the process had ended.
    const lost = { ...fixture.kernel.database, pool: lateLosing(fixture.kernel.database.pool) };
    const first = fixture.engine({ database: lost, timeLimit: 50 });
    await first.run();
    await first.idle();
    expect(await stateOf(id)).toMatchObject({ state: 'pending', attempts: 1 });
    const sender = (fixture.senders.email = testSender());
    const second = fixture.engine();
    await fixture.runAfter(second, 29);
    expect(sender.sent).toEqual([]);
    await fixture.runAfter(second, 1);
    expect(sender.sent.map((message) => message.id)).toEqual([id]);
    expect(await stateOf(id)).toMatchObject({ state: 'sent', attempts: 2 });
  });
});

describe('a slow sender', () => {
  it('is aborted at the time limit', async () => {
    fixture.senders.email = testSender(() => new Promise(() => {}));
    const id = await queue(fixture.kernel);
    await fixture.runAfter(fixture.engine({ timeLimit: 20 }), 0);
    const lastError = 'There was no result within 0.02 seconds.';
    expect(await stateOf(id)).toEqual({ state: 'pending', attempts: 1, lastError, hasParameters: true });
  });

  it('delays no message of another sender, and has at most 16 attempts in progress', async () => {
    const release = Promise.withResolvers<undefined>();
    const slow = (fixture.senders.email = testSender(() => release.promise));
    const quick = (fixture.senders.sms = testSender());
    for (let count = 0; count < 100; count++) await queue(fixture.kernel);
    await queue(fixture.kernel, { channel: 'sms', recipient: '+4915112345678' });
    const engine = fixture.engine();
    await engine.run();
    await until(() => quick.sent.length === 1);
    expect(slow.open).toBe(16);
    release.resolve(undefined);
    await until(() => slow.sent.length === 100);
    await engine.idle();
    expect(slow.most).toBe(16);
  });
});

describe('when the platform stops', () => {
  it('attempts in progress are finished', async () => {
    const release = Promise.withResolvers<undefined>();
    const sender = (fixture.senders.email = testSender(() => release.promise));
    const id = await queue(fixture.kernel);
    const engine = fixture.engine();
    await until(() => sender.open === 1);
    const closed = engine.close();
    await queue(fixture.kernel);
    release.resolve(undefined);
    await closed;
    expect(sender.sent).toHaveLength(1);
    expect(await stateOf(id)).toMatchObject({ state: 'sent' });
  });
});

describe('the log', () => {
  it('has a line per attempt, without code, link or recipient', async () => {
    const link = 'https://id.example.com/link/1f4c';
    const error = new Error(`550 rejected ${link} 482913 ada@example.com`);
    fixture.senders.email = testSender(() => Promise.reject(error));
    const id = await queue(fixture.kernel, { parameters: { code: '482913', minutes: 10, link } });
    const engine = fixture.engine();
    await fixture.runAfter(engine, 0);
    fixture.senders.email = testSender();
    await fixture.runAfter(engine, 2);
    expect(fixture.logged.map((line) => JSON.parse(line))).toMatchObject([
      { msg: 'message attempt: unexpected error', messageId: id, name: 'Error' },
      { msg: 'message attempt: deferred', messageId: id, attempt: 1, error: 'Unexpected error.' },
      { msg: 'message attempt: sent', messageId: id, template: 'sign-in-code', attempt: 2, error: null },
    ]);
    expect(fixture.logged.join('')).not.toMatch(/482913|1f4c|ada@/);
    expect((await stored(fixture.kernel, id)).lastError).toBe('Unexpected error.');
  });
});

/** The pool, without the statements that store results. */
function lateLosing(pool: MessageFixture['kernel']['database']['pool']): typeof pool {
  return new Proxy(pool, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name !== 'query') return typeof value === 'function' ? value.bind(target) : value;
      return (query: string | { text: string }, values: unknown[]) => {
        const text = typeof query === 'string' ? query : query.text;
        if (/^\s*UPDATE messages SET/.test(text)) return Promise.reject(new Error('killed'));
        return target.query(query as string, values);
      };
    },
  });
}
