import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAdministration, type Administrator } from '../../support/administrator.ts';
import { Visitor } from '../../support/browsers/browser.ts';
import { openPage } from '../../support/browsers/flow-pages.ts';
import { addApplication, addUser, password, startIssuer, type TestIssuer } from '../../support/issuer.ts';
import { linkBrowser } from '../../support/browsers/links.ts';
import { startMailServer } from '../../support/servers/mail-server.ts';
import { perFile } from '../../support/per-file.ts';
import { redirectUri, type RelyingParty, relyingParty } from '../../support/browsers/relying-party.ts';

/** Invitations that do not arrive by mail, and what they count for. */
const mail = perFile(startMailServer);
let issuer: TestIssuer;
let administrator: Administrator;
let web: RelyingParty;
let organizationId: string;
beforeAll(async () => {
  const environment = { SMTP_URL: `smtp://127.0.0.1:${mail.port}`, MAIL_FROM: 'login@example.com' };
  issuer = await startIssuer({ environment });
  administrator = await openAdministration(issuer);
  const { prisma } = issuer.database;
  const application = await addApplication(prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] });
  web = await relyingParty(issuer.issuer, application);
  organizationId = (await administrator.rest('POST /organizations', { name: 'Acme' })).json.id;
});
afterAll(() => issuer[Symbol.asyncDispose]());

const invite = async (inviteeEmail: string) => {
  const invited = await administrator.rest('POST /organization-invitations', { organizationId, inviteeEmail });
  return invited.json.id as string;
};
const resend = (id: string) => administrator.rest(`POST /organization-invitations/${id}/resend`, {});
const settled = async (recipient: string): Promise<void> => {
  await expect.poll(() => issuer.database.prisma.message.count({ where: { recipient, state: 'pending' } })).toBe(0);
};

test('a mail that the server refuses does not count for the limit of its address; one that it accepts does', async () => {
  const recipient = 'refused@example.com';
  mail.answer({ recipient: { status: 550, text: 'no such mailbox' } });
  const id = await invite(recipient);
  for (let attempt = 0; attempt < 6; attempt++) {
    await settled(recipient);
    expect((await resend(id)).status).toBe(200);
  }
  await settled(recipient);
  mail.answer({});
  for (let attempt = 0; attempt < 5; attempt++) {
    expect((await resend(id)).status).toBe(200);
    await settled(recipient);
  }
  expect((await resend(id)).status).toBe(429);
  expect(mail.received.filter(({ to }) => to.includes(recipient))).toHaveLength(5);
});

test('the same holds for one-time links', async () => {
  const recipient = 'refused-link@example.com';
  const send = () => administrator.rest('POST /one-time-tokens', { email: recipient, sendsMail: true });
  mail.answer({ recipient: { status: 550, text: 'no such mailbox' } });
  for (let attempt = 0; attempt < 6; attempt++) {
    expect((await send()).status).toBe(201);
    await settled(recipient);
  }
  mail.answer({});
  for (let attempt = 0; attempt < 5; attempt++) expect((await send()).status).toBe(201);
  const { status, json } = await send();
  expect([status, json.code, json.problems[0].path]).toEqual([429, 'RATE_LIMITED', ['email']]);
});

test('a link that was handed over instead of sent can be opened more often than wrong links', async () => {
  const user = await addUser(issuer.database.prisma);
  const id = await invite(user.email ?? '');
  // As if no mail could be sent.
  await issuer.database.prisma.oneTimeToken.updateMany({
    where: { organizationInvitationId: id },
    data: { email: null },
  });
  await settled(user.email ?? '');
  const sent = mail.received.find(({ to }) => to.includes(user.email ?? ''));
  const link = /http\S+\/link\/\S+/.exec(sent?.parsed.text ?? '')?.[0] ?? '';
  let page = await openPage(issuer, web);
  for (let attempt = 0; attempt < 12; attempt++) {
    const visitor = new Visitor();
    await linkBrowser(visitor).press(link);
    page = await openPage(issuer, web, { visitor });
    expect(await page.answer({ way: 'link' })).toMatchObject({ status: 200, step: { name: 'identify' } });
  }
  expect(await page.answer({ identifier: user.email ?? '', password })).toMatchObject({ next: expect.any(String) });
  expect(await issuer.database.prisma.event.count({ where: { type: 'Identifier.Lockout' } })).toBe(0);
});
