import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSecretBox } from '../../../src/platform/crypto/secret-box.ts';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { addToInbox, type InboxMessage, readInbox } from '../../../src/store/messages/inbox.ts';
import { type NewMessage, queueMessage, sealMessage } from '../../../src/store/messages/queue.ts';
import { accessibilityProblems, launchChromium } from '../../support/browsers/chromium.ts';
import { startIssuer } from '../../support/issuer.ts';
import { perFile } from '../../support/per-file.ts';

const secretBox = createSecretBox([Buffer.alloc(32, 7)]);
const token = secretBox.derive('inbox token').toString('base64url');
const issuer = perFile(startIssuer);
let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());
afterEach(() => issuer.database.pool.query('TRUNCATE inbox_messages'));

/** Queues a message, as an operation does. */
async function queue(changes: Partial<NewMessage> = {}): Promise<string> {
  const [id, now] = [ids.next('message'), new Date()];
  const message = {
    channel: 'email',
    recipient: 'ada@example.com',
    template: 'sign-in-code',
    parameters: { code: '482913', link: `${issuer.url}/link/1f4c`, minutes: 10 },
    language: 'en',
    expiresAt: new Date(now.getTime() + 600_000),
    ...changes,
  } as NewMessage;
  const { prisma } = issuer.database;
  await prisma.$transaction((tx) => queueMessage(tx, { ...sealMessage(secretBox, message), id, now }));
  return id;
}

/** A request with any headers, `host` included. */
async function get(path: string, headers: Record<string, string> = {}, { url } = issuer) {
  const sent = request(`${url}${path}`, { headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

const json = async (query = ''): Promise<InboxMessage[]> =>
  (JSON.parse((await get(`/inbox.json${query}`)).body) as { messages: InboxMessage[] }).messages;

describe('the inbox', () => {
  it('has no message to a recipient that cannot be stored, and all after an id that cannot', async () => {
    const id = await queue();
    for (const path of ['/inbox?to=%00', '/inbox.json?to=a%00&wait=0', '/inbox.json?to=%ff&wait=0']) {
      const { status, body } = await get(path);
      expect([path, status, body.includes(id)]).toEqual([path, 200, false]);
    }
    expect(await json('?after=%00')).toMatchObject([{ id }]);
    expect(issuer.faults).toEqual([]);
  });

  it('has every mail and SMS with its code and link, the newest first', async () => {
    const first = await queue();
    expect(await json('?to=ADA@example.com')).toMatchObject([
      { id: first, channel: 'email', code: '482913', link: `${issuer.url}/link/1f4c`, html: expect.any(String) },
    ]);
    const second = await queue({ channel: 'sms', recipient: '+4915112345678' });
    const [sms, mail] = [...(await json(`?after=${first}`)), ...(await json('?to=ada@example.com'))];
    expect(sms).toMatchObject({ id: second, channel: 'sms', to: '+4915112345678', subject: null, html: null });
    expect(mail?.text).toContain('482913');
    const { body } = await get('/inbox');
    expect(body.indexOf('+4915112345678')).toBeGreaterThan(0);
    expect(body.indexOf('+4915112345678')).toBeLessThan(body.indexOf('ada@example.com'));
    expect(body).toContain('<code>482913</code>');
    expect(body).toContain(`href="${issuer.url}/link/1f4c"`);
  });

  it('answers a request that waits as soon as a message arrives', async () => {
    const before = await queue();
    await json('?to=ada@example.com');
    const waiting = json(`?to=ada@example.com&after=${before}`);
    await queue({ recipient: 'eve@example.com' });
    const id = await queue();
    expect((await waiting).map((message) => message.id)).toEqual([id]);
  });

  it('keeps the latest 200 messages, encrypted, also for another process', async () => {
    const services = { database: issuer.database, secretBox };
    const content = { channel: 'email', to: 'ada@example.com', template: 'x', language: 'en', link: null } as const;
    const message = { ...content, subject: 'Hi', text: 'Code 482913', html: null, code: '482913' };
    for (let count = 0; count <= 200; count++) {
      await addToInbox(services, { ...message, id: `msg_${count}`, time: new Date().toISOString() });
    }
    const kept = await readInbox(services);
    expect([kept.length, kept[0]?.id, kept.at(-1)?.id]).toEqual([200, 'msg_200', 'msg_1']);
    const { rows } = await issuer.database.pool.query('SELECT to_jsonb(m)::text AS text FROM inbox_messages AS m');
    expect(rows.filter((row) => row.text.includes('482913'))).toEqual([]);
    await using other = await startIssuer({ beside: issuer });
    expect((await get('/inbox', {}, other)).body).toContain('482913');
    const foreign = { ...services, secretBox: createSecretBox([Buffer.alloc(32, 8)]) };
    expect(await readInbox(foreign)).toEqual([]);
  });

  it('is an accessible page', async () => {
    const page = await browser.newPage();
    await page.goto(`${issuer.url}/inbox`);
    expect(await accessibilityProblems(page)).toEqual([]);
    await queue();
    await json('?to=ada@example.com');
    await page.reload();
    expect(await page.textContent('article')).toContain('482913');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.close();
  });

  it('shows a mail as its recipient sees it, in a frame that can do nothing', async () => {
    const id = await queue();
    await json('?to=ada@example.com');
    const page = await browser.newPage();
    await page.goto(`${issuer.url}/inbox`);
    const code = page.frameLocator('article iframe').locator('.code');
    expect(await code.textContent()).toBe('482913');
    expect(await code.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(238, 240, 245)');
    await page.close();
    const { status, headers } = await get(`/inbox/${id}`);
    expect([status, headers['content-security-policy']]).toEqual([
      200,
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox",
    ]);
    expect((await get('/inbox/msg_unknown')).status).toBe(404);
    const framed = await get(`/inbox?token=${token}`, { 'x-forwarded-for': '203.0.113.7' });
    expect(framed.body).toContain(`src="/inbox/${id}?token=${token}"`);
  });
});

it('a request to the inbox does not wait longer than it requests', async () => {
  expect(await json('?wait=0')).toEqual([]);
});

describe('access to the inbox', () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.7' };

  it.each([
    ['through a proxy', forwarded],
    ['through another proxy', { forwarded: 'for=203.0.113.7' }],
    ['by a name that resolves to this machine', { host: 'rebound.example' }],
    ['with a wrong token', { ...forwarded, authorization: `Bearer ${'x'.repeat(token.length)}` }],
    ['with an empty token', { ...forwarded, authorization: 'Bearer ' }],
  ])('%s is refused', async (_title, headers) => {
    const id = await queue();
    for (const path of ['/inbox', `/inbox/${id}`, '/inbox.json?to=ada@example.com']) {
      const { status, body } = await get(path, headers);
      expect([status, body.includes('482913')]).toEqual([403, false]);
    }
  });

  it('is open to other machines with the token that the start prints', async () => {
    await queue();
    await json('?to=ada@example.com');
    const bearer = { ...forwarded, authorization: `Bearer ${token}` };
    expect((await get('/inbox', bearer)).body).toContain('482913');
    expect((await get(`/inbox?token=${token}`, forwarded)).body).toContain('482913');
  });

  it('is impossible in production: it does not exist', async () => {
    await using production = await startIssuer({ beside: issuer, environment: { NODE_ENV: 'production' } });
    for (const path of ['/inbox', '/inbox.json', `/inbox?token=${token}`]) {
      expect((await get(path, {}, production)).status).toBe(404);
    }
  });

  it('ends with the platform: a request that waits gets an empty list', async () => {
    const other = await startIssuer({ beside: issuer });
    const waiting = get('/inbox.json?to=ada@example.com', {}, other);
    await get('/inbox', {}, other);
    await other[Symbol.asyncDispose]();
    expect(JSON.parse((await waiting).body)).toEqual({ messages: [] });
  });
});
