import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consolePages, visit } from '../../support/browsers/console-pages.ts';
import { startConsole, type TestConsole } from '../../support/browsers/console.ts';
import { makeRecords, type Records } from '../../support/records.ts';
import { addExchangeOf, addSums } from '../../support/exchanges/exchange-rows.ts';

/** The one name of all records of a kind. */
const names = {
  users: 'Joan Clarke',
  applications: 'Order service',
  organizations: 'Globex',
  api_resources: 'Orders API',
  webhooks: 'Search index',
} as const;

let console_: TestConsole;
let records: Records & { exchange: string };
let page: Page;
/** The backend exchanges tokens. */
const morePages = ['/applications/:backend/settings'];
/** By name what distinguishes its records: ids, addresses, indicators, URLs. */
const marks: Record<string, string[]> = {};

beforeAll(async () => {
  console_ = await startConsole();
  const { database, clock } = console_.app.services;
  const twins = await makeRecords({ database, now: clock.now });
  const made = await makeRecords({ database, now: clock.now });
  await addExchangeOf(database, twins, clock.now());
  records = { ...made, exchange: await addExchangeOf(database, made, clock.now()) };
  for (const [table, name] of Object.entries(names)) {
    // The overview greets the viewer by a name of their own.
    const condition = table === 'users' ? `WHERE username <> 'admin'` : '';
    const { rows } = await database.pool.query<Record<string, string | null>>(
      `UPDATE ${table} SET name = $1 ${condition} RETURNING *`,
      [name],
    );
    marks[name] = rows.flatMap(({ id, username, email, phone, indicator, url }) =>
      [id, username, email, phone, indicator, url].filter((mark) => typeof mark === 'string'),
    );
  }
  await makeTraffic(twins);
  await makeTraffic(records);
  page = await console_.open('/');
  follow();
});
afterAll(() => console_[Symbol.asyncDispose]());

/** Events about all records, made by applications and users, and exchanges between them. */
async function makeTraffic(of: Records): Promise<void> {
  const { user, other, service, backend, organization, organizationRole, resource, webhook } = of;
  const changes = [
    ['updateUser', { userId: user, customData: { seat: 1 } }],
    ['updateApplication', { applicationId: service, description: 'Ships orders' }],
    ['updateOrganization', { organizationId: organization, description: 'A customer' }],
    ['updateApiResource', { apiResourceId: resource, accessTokenTtl: 600 }],
    ['setWebhookEnabled', { webhookId: webhook, isEnabled: false }],
    ['addOrganizationMembers', { organizationId: organization, userIds: [other] }],
    ['addOrganizationApplications', { organizationId: organization, applicationIds: [backend] }],
    [
      'setOrganizationMemberRoles',
      { organizationId: organization, userId: other, organizationRoleIds: [organizationRole] },
    ],
    ['assignUserRoles', { userId: other, roleIds: [records.role] }],
  ] as const;
  await addSums(console_.app.services.database, [
    { applicationId: backend, subjectApplicationId: service, apiResourceId: resource, count: 4, at: new Date() },
  ]);
  for (const [operation, input] of changes) {
    const type = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Input`;
    await console_.call(`mutation ($input: ${type}!) { ${operation}(input: $input) { __typename } }`, { input });
  }
}

/**
 * The texts with a name beside which nothing distinguishes the record. The way back names the page that is shown, whose
 * heading has the id.
 */
const namesAlone = (): Promise<string[]> =>
  page.evaluate((all) => {
    const wholes = 'tr, li, dl, header, p, h2, h3, label, [role=option], [role=group] > a';
    const countOf = (text: string, name: string): number => text.split(name).length - 1;
    const isDistinguished = (start: Element, name: string, marksOf: readonly string[]): boolean => {
      for (let at: Element | null = start; at && countOf(at.textContent, name) === 1; at = at.parentElement) {
        const text = at.textContent;
        if (marksOf.some((mark) => text.includes(mark))) return true;
        if (at.matches(wholes)) return false;
      }
      return false;
    };
    const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT);
    const alone = new Set<string>();
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode as Text;
      if (!parentElement || parentElement.closest('nav, script, pre, .visually-hidden')) continue;
      for (const [name, marksOf] of Object.entries(all)) {
        if (data.includes(name) && !isDistinguished(parentElement, name, marksOf))
          alone.add(`${data} in <${parentElement.localName} class="${parentElement.className}">`);
      }
    }
    return [...alone];
  }, marks);

/** Queries without an answer. */
let pending = 0;
const follow = (): void => {
  const isQuery = (request: Request): boolean => request.url().endsWith('/graphql');
  page.on('request', (request) => (pending += Number(isQuery(request))));
  page.on('requestfinished', (request) => (pending -= Number(isQuery(request))));
  page.on('requestfailed', (request) => (pending -= Number(isQuery(request))));
};

/** Waits until what is shown leads to no further query. */
async function complete(): Promise<void> {
  for (let quiet = 0; quiet < 3; quiet = pending === 0 ? quiet + 1 : 0) {
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  }
}

describe('records with the same name', () => {
  // Milliseconds: more pages than another test visits.
  const limit = 300_000;

  it('are distinguished by an address or an id on every page that names them', { timeout: limit }, async () => {
    const alone: Record<string, string[]> = {};
    const naming: string[] = [];
    for (const path of [...consolePages, ...morePages]) {
      await visit(page, path, records);
      await complete();
      const text = await page.locator('main').innerText();
      if (Object.values(names).some((name) => text.includes(name))) naming.push(path);
      const some = await namesAlone();
      if (some.length > 0) alone[path] = some;
    }
    expect(alone).toEqual({});
    expect(naming.length).toBeGreaterThan(40);
  });
});
