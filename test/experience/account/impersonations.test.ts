import { expect, test } from 'vitest';
import { createSubjectToken } from '../../../src/operations/users/create-subject-token.ts';
import { impersonationTokenType } from '../../../src/vocabulary/token-exchange.ts';
import { accountBrowser, type AccountBrowser } from '../../support/browsers/account-pages.ts';
import { startAccounts } from '../../support/accounts/account-flows.ts';
import { addApplication, addResource, addUser } from '../../support/issuer.ts';
import { perFile } from '../../support/per-file.ts';
import { basic, exchangeGrant, form, formHeaders, sendTokenRequest } from '../../support/exchanges/token-requests.ts';
import { messageTo } from '../../support/undo-links.ts';

const accounts = perFile(startAccounts);

const administratorName = 'Grace <b onclick="alert(1)">& "Co"</b>';
const applicationName = 'Desk <script>alert(2)</script>';
const reason = `Ticket <img src=x onerror=alert(3)> & 'why' </li></ul><form action="https://evil.example">`;
/** Each of them as a part of HTML that a browser would run. */
const raw = ['<b onclick', '<script>alert(2)', '<img src=x', '<form action="https://evil.example"'];

/** Grace acts as a user: by the operation and the exchange, as in production. */
async function actAs(userId: string, scopeIds: string[], resource: string): Promise<void> {
  const { issuer, prisma } = accounts;
  const { execute, ids, clock } = issuer;
  await prisma.userRole.create({ data: { userId, roleId: await roleWith(scopeIds) } });
  const grace = await addUser(prisma, { name: administratorName });
  const caller = () =>
    Promise.resolve({
      kind: 'user',
      id: grace.id,
      permissions: new Set(['users:impersonate'] as const),
      organizations: new Map(),
      applicationIds: [],
      authenticatedAt: clock.now(),
    } as const);
  const where = { name: 'users:impersonate', resource: { isBuiltIn: true } };
  const permission = await prisma.scope.findFirstOrThrow({ where });
  await prisma.userRole.create({ data: { userId: grace.id, roleId: await roleWith([permission.id]) } });
  const origin = { requestId: ids.next('request'), channel: 'rest' } as const;
  const { output } = await execute(createSubjectToken, caller, { userId, reason }, origin);
  const switches = { name: applicationName, tokenExchangeAllowed: true, impersonationAllowed: true };
  const desk = await addApplication(prisma, 'MACHINE_TO_MACHINE', switches);
  const subject = { subject_token: output.subjectToken, subject_token_type: impersonationTokenType };
  const answer = await sendTokenRequest(`${issuer.url}/oidc/token`, {
    headers: { ...formHeaders, authorization: basic(desk) },
    body: form({ grant_type: exchangeGrant, resource, ...subject }),
  });
  expect(answer.status).toBe(200);
}

async function roleWith(scopeIds: string[]): Promise<string> {
  const id = accounts.issuer.ids.next('role');
  const scopes = { create: scopeIds.map((scopeId) => ({ scopeId })) };
  await accounts.prisma.role.create({ data: { id, name: id, scopes } });
  return id;
}

/** Expects what a browser shows as text, and nothing that it runs. */
async function expectEscaped(page: Pick<AccountBrowser, 'open'>, path: string, ...texts: string[]): Promise<void> {
  const { status, html } = await page.open(path);
  expect([path, status]).toEqual([path, 200]);
  for (const part of raw) expect([path, html]).toEqual([path, expect.not.stringContaining(part)]);
  const shown = html
    .replaceAll(/&lt;|&gt;|&quot;|&#39;/g, (entity) => entities[entity] ?? entity)
    .replaceAll('&amp;', '&');
  for (const text of texts) expect([path, shown]).toEqual([path, expect.stringContaining(text)]);
}
const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

test('a reason and names with markup are text on the account pages and in mails, and unchanged in REST and the export', async () => {
  const { issuer, prisma } = accounts;
  const ada = await accounts.member();
  const { indicator, scopeIds } = await addResource(prisma, 'https://orders.example', ['orders:read']);
  await actAs(ada.id, scopeIds, indicator);

  const page = accountBrowser(issuer, ada.username);
  await page.signIn('');
  await expectEscaped(page, '/applications', administratorName, applicationName, reason);
  await expectEscaped(page, '/activity', administratorName, applicationName, reason);

  const acting = { administratorName, applicationName, reason };
  expect((await ada.rest('GET', '/impersonations')).json.items).toMatchObject([acting]);
  expect((await ada.rest('GET', '/events')).json.items[1]).toMatchObject({
    type: 'User.Impersonation.Started',
    ...acting,
  });
  const { headers, json } = await ada.rest('GET', '/export');
  expect(headers.get('content-type')).toContain('application/json');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(json.impersonations).toMatchObject([acting]);

  const { html } = await messageTo(issuer, ada.email, /Desk/);
  expect(html).toContain('Desk');
  for (const part of raw) expect(html).not.toContain(part);
  expect(issuer.faults).toEqual([]);
});
