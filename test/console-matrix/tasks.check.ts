import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConsole, type TestConsole } from '../support/browsers/console.ts';
import { redirectUri, relyingParty } from '../support/browsers/relying-party.ts';
import { password, passwords } from '../support/password.ts';
import { type MailServer, startMailServer } from '../support/servers/mail-server.ts';
import { type Receiver, startReceiver } from '../support/servers/receiver.ts';
import { type Effort, Person } from './person.ts';

let console_: TestConsole;
let mails: MailServer;
let receiver: Receiver;
beforeAll(async () => {
  mails = await startMailServer();
  receiver = await startReceiver(503);
  const mail = { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, MAIL_FROM: 'Accounts <accounts@example.com>' };
  console_ = await startConsole(mail);
  const passwordHash = await passwords.hash(password);
  for (const email of ['joan@bletchley.example', 'clarke@bletchley.example']) {
    await create('createUser', { name: 'Joan Clarke', email, passwordHash });
  }
});
afterAll(async () => {
  await console_[Symbol.asyncDispose]();
  await mails[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

const create = (operation: string, input: object): Promise<object> => {
  const type = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Input`;
  return console_.call(`mutation ($input: ${type}!) { ${operation}(input: $input) { __typename } }`, { input });
};

async function idOf(list: string, search: string): Promise<string | undefined> {
  const query = `query ($search: String) { ${list}(first: 1, search: $search) { nodes { id } } }`;
  const data = await console_.call<Record<string, { nodes: { id: string }[] }>>(query, { search });
  return data[list]?.nodes[0]?.id;
}

/** Prints what a task has cost, and compares it with the most that it may. */
function expectAtMost(task: string, effort: Effort, most: Effort): void {
  console.log(`${task}: ${effort.presses} presses, ${effort.fields} fields, ${effort.dialogs} dialogs`);
  for (const unit of ['presses', 'fields', 'dialogs'] as const) {
    expect(effort[unit], `${unit} of: ${task}`).toBeLessThanOrEqual(most[unit]);
  }
}

/** A secret has digits, unlike the words of the page. */
const aSecret = /^(?=\S*\d)[\w-]{40,}$/;

/** The id of an application, and the secret that was shown. */
interface Credentials {
  id: string;
  clientSecret: string;
}

async function makesApplication(
  person: Person,
  name: string,
  type: string,
  fill: () => Promise<void>,
): Promise<Credentials> {
  await person.goesTo('Applications');
  await person.opens('button', 'New application', 'Create application');
  await person.presses('button', new RegExp(`^${type} `));
  await person.types('Name', name);
  await fill();
  await person.leavesBy('button', 'Create application');
  await person.seesThe('heading', name);
  const clientSecret = await (await person.sees(aSecret)).innerText();
  await person.presses('button', 'Copy secret');
  await person.sees('Copied');
  return { id: new URL(person.page.url()).pathname.split('/')[3] ?? '', clientSecret };
}

const tokenResponse = ({ id, clientSecret }: Credentials, fields: Record<string, string>): Promise<Response> =>
  fetch(`${console_.app.config.issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams(fields),
  });

const clientCredentials = { grant_type: 'client_credentials' };

/** A service that has created a user, with the secret "production". */
async function startLedger(): Promise<Credentials> {
  await create('createRole', { name: 'Bookkeeper', scopeIds: [await idOf('scopes', 'users:write')] });
  const input = {
    name: 'Ledger',
    type: 'MACHINE_TO_MACHINE',
    secret: { name: 'production' },
    roleIds: [await idOf('roles', 'Bookkeeper')],
  };
  type CreatedApplication = { createApplication: { application: { id: string }; secret: string } };
  const query =
    'mutation ($input: CreateApplicationInput!) { createApplication(input: $input) { application { id } secret } }';
  const { createApplication: made } = await console_.call<CreatedApplication>(query, { input });
  const ledger = { id: made.application.id, clientSecret: made.secret };
  const { managementResource: resource, publicUrl } = console_.app.config;
  const granted = await tokenResponse(ledger, { ...clientCredentials, resource });
  const { access_token: token } = (await granted.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'Grace Hopper' });
  expect((await fetch(`${publicUrl}/api/users`, { method: 'POST', headers, body })).status).toBe(201);
  return ledger;
}

/** The exchange of a token that Joan got from the web application, by the backend that she calls with it. */
async function exchange(web: Credentials, backend: Credentials): Promise<object> {
  const { issuer } = console_.app.config;
  const shop = await relyingParty(issuer, web);
  const { tokens } = await shop.signIn('clarke@bletchley.example', { resource: 'https://reports.example.com' });
  const response = await tokenResponse(backend, {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    subject_token: tokens.access_token,
    resource: 'https://payments.example.com',
  });
  return { status: response.status, ...((await response.json()) as object) };
}

/** Someone tries wrong passwords until they are locked out. Returns the reference that they are shown. */
async function lockOut(identifier: string): Promise<string> {
  const page = await (await console_.context()).newPage();
  await page.goto(`${console_.app.config.publicUrl}/console/`);
  await page.fill('input[name=identifier]', identifier);
  for (let attempt = 0; attempt < 10; attempt++) {
    await page.fill('input[name=password]', 'a wrong password');
    await Promise.all([page.waitForNavigation(), page.click('button[name=answer][value=yes]')]);
  }
  return /[A-Z2-9]{4}-[A-Z2-9]{4}/.exec((await page.locator('main').textContent()) ?? '')?.[0] ?? '';
}

describe('a person who knows the words, and not the console,', { timeout: 240_000 }, () => {
  it('sets up an exchange from nothing, makes one, and sees why it was granted', async () => {
    const person = new Person(await console_.open('/'));
    await person.goesTo('API resources');
    for (const name of ['Reports', 'Payments']) {
      await person.opens('button', 'New API resource', 'Create API resource');
      await person.types('Name', `${name} API`);
      await person.types('Indicator', `https://${name.toLowerCase()}.example.com`);
      await person.adds('Scopes', `${name.toLowerCase()}:read`);
      await person.leavesBy('button', 'Create API resource');
      await person.sees(`${name} API created with 1 scope`);
    }
    await person.goesTo('Roles');
    await person.opens('button', 'New role', 'Create role');
    await person.chooses('API resource', 'Payments');
    await person.presses('button', /^Reader /);
    await person.chooses('Users', 'Joan', 'Joan Clarke clarke@bletchley.example');
    await person.sees('Joan Clarke: 1 role added');
    await person.leavesBy('button', 'Create role');
    const web = await makesApplication(person, 'Shop', 'Web with a server', () =>
      person.types('Redirect URIs', redirectUri),
    );
    const backend = await makesApplication(person, 'Reports backend', 'Machine to machine', () =>
      person.presses('checkbox', 'Token exchange allowed'),
    );
    const effort = person.takeEffort();
    expect(await exchange(web, backend)).toMatchObject({ status: 200, scope: 'payments:read' });
    await person.goesTo('Explain an exchange');
    await person.chooses('API resource', 'Payments');
    await person.sees(/^✓ The exchange would be granted: payments:read ·/);
    expectAtMost('an exchange from nothing', effort, { presses: 22, fields: 12, dialogs: 5 });
    expectAtMost('why it was granted', person.takeEffort(), { presses: 2, fields: 1, dialogs: 0 });
    expect(console_.complaints).toEqual([]);
  });

  it('invites a person with a role, and sees the invitation', async () => {
    await create('createOrganization', { name: 'Globex' });
    await create('createOrganizationRole', { name: 'Clerk' });
    const person = new Person(await console_.open('/'));
    await person.goesTo('Organizations');
    await person.presses('link', /^Globex /);
    await person.turnsTo('Invitations', 'Globex');
    await person.opens('button', 'Invite', 'Invite a person to Globex');
    await person.types('Invitee email', 'ada@example.com');
    await person.chooses('Organization roles', 'Clerk');
    await person.leavesBy('button', 'Send invitation');
    await person.seesThe('row', /ada@example\.com .*Clerk .*Administrator .*Pending$/);
    expectAtMost('an invitation', person.takeEffort(), { presses: 6, fields: 2, dialogs: 1 });
    await expect
      .poll(() => mails.received.map(({ to, parsed }) => [to, parsed.subject]))
      .toEqual([[['ada@example.com'], 'Invitation to Globex']]);
    expect(console_.complaints).toEqual([]);
  });

  it('finds out by a reference why someone is refused, lets them in, and sees what that changed', async () => {
    const reference = await lockOut('joan@bletchley.example');
    console_.complaints.length = 0;
    const person = new Person(await console_.open('/'));
    await person.opens('button', 'Find or do anything');
    await person.typesHere(reference);
    await person.leavesBy('option', new RegExp(`^${reference} `));
    await person.seesThe('heading', 'Joan Clarke · joan@bletchley.example wanted to sign in and was refused.');
    await person.sees(/^127\.0\.0\.1 · Chrome.* · on the way to Mandate · app_\w+ · /);
    await person.sees('The password is wrong (10 times).');
    await person.sees(/Password: 10 failed in a row · until /);
    await person.presses('button', 'Unlock Joan Clarke · joan@bletchley.example');
    await person.sees(/No longer locked: the person can sign in again\.$/);
    await person.seesThe('link', 'User unlocked');
    expectAtMost('from a reference to the remedy', person.takeEffort(), { presses: 3, fields: 1, dialogs: 1 });
    expect(console_.complaints).toEqual([]);
  });

  it('sees why a webhook fails, and sends all after the repair', async () => {
    await create('createWebhook', { name: 'Warehouse', url: receiver.url, eventTypes: ['ROLE_CREATED'] });
    await create('createRole', { name: 'Picker' });
    await expect.poll(() => receiver.received.length).toBe(1);
    const person = new Person(await console_.open('/'));
    await person.goesTo('Webhooks');
    await person.presses('link', /^Warehouse/);
    await person.sees(/^✗ Failing since .*20/);
    await person.sees(/^The last attempt failed: 503/);
    await person.sees(/^Next attempt in/);
    await create('createRole', { name: 'Packer' });
    await person.sees('2 events have not arrived.');
    receiver.answer(204);
    await person.presses('button', 'Send all since the first failure');
    await person.sees(/^2 delivered, 0 failed/);
    await person.sees('✓ It works again.');
    expectAtMost('a webhook that fails', person.takeEffort(), { presses: 3, fields: 0, dialogs: 0 });
    expect(console_.complaints).toEqual([]);
  });

  it('replaces a secret, and sees what its application did', async () => {
    const ledger = await startLedger();
    const person = new Person(await console_.open('/'));
    await person.goesTo('Applications');
    await person.presses('link', /^Ledger /);
    await person.opens('button', 'Replace… production', 'Replace secret production');
    await person.leavesBy('button', 'Replace secret production');
    const secret = await (await person.sees(aSecret)).innerText();
    await person.sees(/^production .*expires tomorrow/);
    await person.seesThe('heading', 'Own actions');
    await person.seesThe('link', 'User.Created');
    expectAtMost('a secret', person.takeEffort(), { presses: 4, fields: 0, dialogs: 1 });
    expect((await tokenResponse({ ...ledger, clientSecret: secret }, clientCredentials)).status).toBe(200);
    expect(console_.complaints).toEqual([]);
  });

  it('looks after one organization, and finds nothing of another', async () => {
    const names = ['organizations:read', 'organizations:write', 'users:read'];
    const scopeIds = await Promise.all(names.map((name) => idOf('scopes', name)));
    await create('createOrganizationRole', { name: 'Keeper', scopeIds });
    for (const name of ['Initech', 'Umbrella']) await create('createOrganization', { name });
    const [organizationId, userId, organizationRoleId] = await Promise.all([
      idOf('organizations', 'Initech'),
      idOf('users', 'joan@bletchley.example'),
      idOf('organizationRoles', 'Keeper'),
    ]);
    await create('setOrganizationMember', { organizationId, userId, organizationRoleIds: [organizationRoleId] });
    const page = await (await console_.context()).newPage();
    await console_.signIn(page, '/', 'joan@bletchley.example');
    const person = new Person(page);
    await person.seesThe('heading', 'Initech');
    await person.turnsTo('Invitations', 'Initech');
    await person.opens('button', 'Invite', 'Invite a person to Initech');
    await person.types('Invitee email', 'grace@example.com');
    await person.leavesBy('button', 'Send invitation');
    await person.seesThe('row', /grace@example\.com .*Joan Clarke .*Pending$/);
    await person.opens('button', 'Find or do anything');
    await person.typesHere('Umbrella');
    await person.sees('Nothing found.');
    expectAtMost('one organization', person.takeEffort(), { presses: 4, fields: 2, dialogs: 2 });
    expect(console_.complaints).toEqual([]);
  });
});
