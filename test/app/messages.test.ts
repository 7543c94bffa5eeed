import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSecretBox } from '../../src/platform/crypto/secret-box.ts';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import { queueMessage, sealMessage } from '../../src/store/messages/queue.ts';
import { startIssuer, type TestIssuer } from '../support/issuer.ts';
import { startMailServer } from '../support/servers/mail-server.ts';
import { perFile } from '../support/per-file.ts';
import { until } from '../support/until.ts';

const secretBox = createSecretBox([Buffer.alloc(32, 7)]);
const server = perFile(startMailServer);
let issuer: TestIssuer;
beforeAll(async () => {
  const environment = { SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'Example <login@example.com>' };
  issuer = await startIssuer({ environment });
});
afterAll(() => issuer[Symbol.asyncDispose]());

async function queue(recipient: string): Promise<void> {
  const [id, now] = [ids.next('message'), new Date()];
  const parameters = { code: '482913', link: `${issuer.url}/link/1f4c9a`, minutes: 10 };
  const content = { template: 'reset-code', parameters } as const;
  const delivery = {
    channel: 'email',
    recipient,
    language: 'en',
    expiresAt: new Date(now.getTime() + 60_000),
  } as const;
  const sealed = sealMessage(secretBox, { ...content, ...delivery });
  await issuer.database.prisma.$transaction((tx) => queueMessage(tx, { ...sealed, id, now }));
}

it('a queued mail goes to the server of SMTP_URL, is shown in the inbox, and is counted', async () => {
  await queue('ada@example.com');
  await until(() => server.received.length === 1);
  expect(server.received[0]).toMatchObject({ from: 'login@example.com', to: ['ada@example.com'] });
  const shown = await (await fetch(`${issuer.url}/inbox.json?to=ada@example.com`)).json();
  expect(shown).toMatchObject({
    messages: [{ code: '482913', subject: 'Your code to reset your password at Mandate' }],
  });
  const metrics = async () => (await fetch(`${issuer.url}/metrics`)).text();
  await expect.poll(metrics).toContain('mandate_messages_total{channel="email",outcome="sent"} 1');
});

it('the code and the link of a message are in no row of the database', async () => {
  const rows = await issuer.database.pool.query<{ text: string }>(
    `SELECT to_jsonb(m)::text AS text FROM messages AS m UNION ALL SELECT to_jsonb(i)::text FROM inbox_messages AS i`,
  );
  expect(rows.rows).toHaveLength(2);
  expect(rows.rows.filter(({ text }) => /482913|1f4c9a/.test(text))).toEqual([]);
});

it('a mail server that does not respond delays no request', async () => {
  const release = Promise.withResolvers<void>();
  server.answer({ message: release.promise });
  await queue('eve@example.com');
  await until(() => server.open === 1);
  expect((await fetch(`${issuer.url}/readyz`)).status).toBe(200);
  release.resolve();
  await until(() => server.open === 0);
});
