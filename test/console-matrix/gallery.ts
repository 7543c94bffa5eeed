import type { App } from '../../src/app/create.ts';
import { addSums } from '../support/exchanges/exchange-rows.ts';
import { startConsole, type TestConsole } from '../support/browsers/console.ts';
import { startReceiver } from '../support/servers/receiver.ts';
import { redirectUri, relyingParty } from '../support/browsers/relying-party.ts';
import { password, passwords } from '../support/password.ts';

/** The console of a small company: what pictures show. */
export interface Gallery extends AsyncDisposable {
  console: TestConsole;
  /** The ids of the records whose pages are shown, by the names in `consolePages`. */
  records: Readonly<Record<string, string>>;
}

const names =
  'Ada Lovelace,Alan Turing,Barbara Liskov,Claude Shannon,Donald Knuth,Dorothy Vaughan,Edsger Dijkstra,Emmy Noether,Frances Allen,Grace Hopper,Hedy Lamarr,Jean Bartik,John McCarthy,Karen Spärck Jones,Katherine Johnson,Ken Thompson,Leslie Lamport,Margaret Hamilton,Mary Jackson,Niklaus Wirth,Radia Perlman,Robin Milner,Shafi Goldwasser,Tony Hoare';

type Create = <Payload>(operation: string, fields: string, input: object) => Promise<Payload>;
type WithId<Name extends string> = Record<Name, { id: string }>;

export async function startGallery(): Promise<Gallery> {
  const console_ = await startConsole();
  const create: Create = async (operation, fields, input) => {
    const type = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Input`;
    const query = `mutation ($input: ${type}!) { ${operation}(input: $input) { ${fields} } }`;
    const data = await console_.call<Record<string, never>>(query, { input });
    return data[operation] as never;
  };
  const [receiver, failing] = [await startReceiver(), await startReceiver(503)];
  const access = await createAccess(create);
  const people = await createPeople(create, access);
  await spreadOverTime(console_.app);
  const organizations = await createOrganizations(create, people);
  const webhooks = await createWebhooks(create, { receiver: receiver.url, failing: failing.url });
  const applications = await createApplications(create, access);
  await exchange(console_, applications);
  await addHistory(console_.app, applications);
  await create('setUserSuspended', 'user { id }', { userId: people[1], isSuspended: true });
  await create('updateUser', 'user { id }', { userId: people[9], name: 'Grace Murray Hopper' });
  const records = {
    ...access.records,
    ...organizations,
    ...webhooks,
    user: people[0] ?? '',
    application: applications.web.id,
    service: applications.service,
    exchange: await latestExchange(console_),
    ...(await createOthers(console_, create)),
  };
  return {
    console: console_,
    records,
    async [Symbol.asyncDispose]() {
      await console_[Symbol.asyncDispose]();
      await receiver[Symbol.asyncDispose]();
      await failing[Symbol.asyncDispose]();
    },
  };
}

interface Access {
  roles: Record<'reader' | 'clerk' | 'accountant', string>;
  records: Record<'resource' | 'role', string>;
}

async function createAccess(create: Create): Promise<Access> {
  const resource = async (name: string, description: string, scopes: string[]): Promise<string> => {
    const indicator = `https://${name.toLowerCase().replace(' api', '')}.example.com`;
    const { apiResource } = await create<WithId<'apiResource'>>('createApiResource', 'apiResource { id }', {
      name,
      indicator,
      scopes: scopes.map((scope) => ({ name: scope, description: `${description} (${scope.split(':')[1]})` })),
    });
    return apiResource.id;
  };
  const orders = await resource('Orders API', 'Orders of customers', ['orders:read', 'orders:write', 'orders:delete']);
  const billing = await resource('Billing API', 'Invoices', ['invoices:read', 'invoices:write']);
  const reports = await resource('Reports API', 'Monthly reports', ['reports:read']);
  const role = async (name: string, description: string, scopes: [string, string][]): Promise<string> => {
    const input = { name, description, scopes: scopes.map(([id, scope]) => ({ resource: id, name: scope })) };
    return (await create<WithId<'role'>>('createRole', 'role { id }', input)).role.id;
  };
  const reader = await role('Reader', 'Sees orders and invoices', [
    [orders, 'orders:read'],
    [billing, 'invoices:read'],
  ]);
  const clerk = await role('Clerk', 'Takes and changes orders', [[orders, 'orders:write']]);
  const accountant = await role('Accountant', 'Writes invoices and reads reports', [
    [billing, 'invoices:write'],
    [reports, 'reports:read'],
  ]);
  return { roles: { reader, clerk, accountant }, records: { resource: orders, role: reader } };
}

async function createPeople(create: Create, { roles }: Access): Promise<string[]> {
  const passwordHash = await passwords.hash(password);
  const ids: string[] = [];
  for (const [index, name] of names.split(',').entries()) {
    const username = name.toLowerCase().replace('ä', 'ae').replaceAll(' ', '.');
    const roleIds = [
      roles.reader,
      ...(index % 5 === 3 ? [roles.clerk] : []),
      ...(index % 7 === 5 ? [roles.accountant] : []),
    ];
    const input = { name, username, email: `${username}@example.com`, passwordHash, roleIds };
    ids.push((await create<WithId<'user'>>('createUser', 'user { id }', input)).user.id);
  }
  return ids;
}

/** The last of the people came today, the first months ago; two thirds of them have signed in since. */
async function spreadOverTime({ services: { database } }: App): Promise<void> {
  await database.pool.query(`
    UPDATE users SET created_at = users.created_at - age * interval '53 hours',
      last_sign_in_at = CASE WHEN age % 3 > 0 THEN users.created_at - age * age * interval '17 minutes' END
    FROM (SELECT id, row_number() OVER (ORDER BY created_at DESC) - 1 AS age FROM users) AS aged
    WHERE users.id = aged.id AND username <> 'admin'`);
}

async function createOrganizations(create: Create, people: readonly string[]) {
  const { organizationScope } = await create<WithId<'organizationScope'>>(
    'createOrganizationScope',
    'organizationScope { id }',
    { name: 'projects:write', description: 'Creates and changes projects' },
  );
  const role = async (name: string, description: string, organizationScopeIds: string[] = []): Promise<string> =>
    (
      await create<WithId<'organizationRole'>>('createOrganizationRole', 'organizationRole { id }', {
        name,
        description,
        organizationScopeIds,
      })
    ).organizationRole.id;
  const manager = await role('Manager', 'Runs the organization', [organizationScope.id]);
  const guest = await role('Guest', 'Looks around');
  const ids: string[] = [];
  for (const [index, name] of ['Acme', 'Globex', 'Initech', 'Umbrella'].entries()) {
    const input = { name, description: `Customer since ${2019 + index}` };
    const { organization } = await create<WithId<'organization'>>('createOrganization', 'organization { id }', input);
    ids.push(organization.id);
    for (const [place, userId] of people.slice(index * 5, index * 5 + 6).entries()) {
      const member = { organizationId: organization.id, userId, organizationRoleIds: [place === 0 ? manager : guest] };
      await create('setOrganizationMember', 'organization { id }', member);
    }
  }
  for (const inviteeEmail of ['vint.cerf@example.com', 'lise.meitner@example.com']) {
    const input = { organizationId: ids[0], inviteeEmail, organizationRoleIds: [guest] };
    await create('createOrganizationInvitation', 'organizationInvitation { id }', input);
  }
  return { organization: ids[0] ?? '', organizationRole: manager, organizationScope: organizationScope.id };
}

async function createWebhooks(create: Create, urls: { receiver: string; failing: string }) {
  const webhook = async (name: string, url: string, eventTypes: string[]): Promise<string> =>
    (await create<WithId<'webhook'>>('createWebhook', 'webhook { id }', { name, url, eventTypes })).webhook.id;
  const index = await webhook('Search index', urls.receiver, []);
  await webhook('Data warehouse', urls.failing, ['USER_DATA_UPDATED', 'USER_SUSPENSION_STATUS_UPDATED']);
  return { webhook: index };
}

async function createApplications(create: Create, { roles }: Access) {
  const application = (name: string, description: string, type: string, more: object = {}) =>
    create<WithId<'application'> & { secret: string }>('createApplication', 'application { id } secret', {
      name,
      description,
      type,
      secret: { name: 'first' },
      ...more,
    });
  const web = await application('Web shop', 'Where customers order', 'TRADITIONAL_WEB', {
    redirectUris: [redirectUri],
  });
  const nothing = { secret: undefined, redirectUris: ['com.example.shop:/callback'] };
  const mobile = await application('Mobile app', 'Orders on the way', 'NATIVE', nothing);
  const service = await application('Order service', 'Takes orders', 'MACHINE_TO_MACHINE', {
    tokenExchangeAllowed: true,
  });
  const billing = await application('Billing service', 'Writes invoices', 'MACHINE_TO_MACHINE', {
    tokenExchangeAllowed: true,
  });
  await application('Nightly export', 'Reads what changed', 'MACHINE_TO_MACHINE', { roleIds: [roles.reader] });
  return {
    service: service.application.id,
    billing: billing.application.id,
    mobile: mobile.application.id,
    web: { id: web.application.id, clientSecret: web.secret },
    services: [service, billing].map(({ application: { id }, secret }) => ({ id, secret })),
  };
}

type Applications = Awaited<ReturnType<typeof createApplications>>;

/** The id of the newest exchange, once it is in the ledger. */
async function latestExchange({ app: { services } }: TestConsole): Promise<string> {
  await services.tokens.ledger.write();
  const sql = 'SELECT id FROM exchanges ORDER BY id DESC LIMIT 1';
  return (await services.database.pool.query<{ id: string }>(sql)).rows[0]?.id ?? '';
}

/** People sign in to the shop, whose services exchange their tokens: one of them for more than the person holds. */
async function exchange({ app }: TestConsole, { web, services }: Applications): Promise<void> {
  const { issuer } = app.config;
  const shop = await relyingParty(issuer, web);
  const orders = { resource: 'https://orders.example.com', scope: 'openid orders:read' };
  for (const username of ['ada.lovelace', 'grace.hopper', 'claude.shannon']) {
    const { tokens } = await shop.signIn(username, orders);
    for (const [index, { id, secret }] of services.entries()) {
      await fetch(`${issuer}/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
        body: new URLSearchParams({
          grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
          subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
          subject_token: tokens.access_token,
          resource: index === 0 ? 'https://billing.example.com' : 'https://reports.example.com',
        }),
      });
    }
  }
}

const day = 86_400_000;

/** A month of work days and weekends. */
async function addHistory({ services: { database, clock } }: App, applications: Applications): Promise<void> {
  const today = Math.floor(clock.now().getTime() / day) * day;
  const records = await database.prisma.apiResource.findMany({ select: { id: true, indicator: true } });
  const resources = new Map(records.map(({ id, indicator }) => [indicator, id]));
  for (let age = 1; age < 30; age++) {
    const at = new Date(today - age * day);
    const busy = [1, 6].includes(age % 7) ? 0.3 : 1 + ((age * 37) % 11) / 20;
    const exchanges = (
      from: string,
      to: string,
      resource: string,
      count: number,
      refusal: '' | 'SCOPE_NOT_HELD' = '',
    ) => ({
      applicationId: to,
      subjectApplicationId: from,
      apiResourceId: resources.get(`https://${resource}.example.com`) ?? '',
      reason: refusal,
      count: Math.round(count * busy),
      at,
    });
    const { web, mobile, service, billing } = applications;
    await addSums(database, [
      exchanges(web.id, service, 'billing', 1204),
      exchanges(mobile, service, 'billing', 310),
      exchanges(service, billing, 'reports', 84),
      exchanges(web.id, service, 'reports', 12, 'SCOPE_NOT_HELD'),
    ]);
    for (const [kind, count] of Object.entries({ PostSignIn: 220, 'User.Created': 6, 'refused-sign-in': 9 })) {
      const insert = 'INSERT INTO activity_counts (hour, kind, count) VALUES ($1, $2, $3)';
      await database.pool.query(insert, [at, kind, Math.round(count * busy)]);
    }
  }
}

/** Records that the platform creates by itself: attempts, deliveries, events; and a job. */
async function createOthers({ call }: TestConsole, create: Create) {
  const { connector } = await create<WithId<'connector'>>('createConnector', 'connector { id }', {
    name: 'Mail of the company',
    kind: 'EMAIL',
    smtp: { host: 'mail.example.com', port: 587, senderAddress: 'accounts@example.com', senderName: 'Accounts' },
  });
  const { identityProvider } = await create<WithId<'identityProvider'>>(
    'createIdentityProvider',
    'identityProvider { id }',
    { preset: 'GOOGLE', oidc: { clientId: '1234.apps.googleusercontent.com' } },
  );
  const { job } = await create<WithId<'job'>>('startJob', 'job { id }', {
    operation: 'END_USER_SESSIONS',
    filter: { isSuspended: true },
  });
  const { events, signInAttempts, webhookDeliveries } = await call<Record<string, { nodes: { id: string }[] }>>(`{
    events(first: 1, filter: { types: [USER_DATA_UPDATED] }) { nodes { id } }
    signInAttempts(first: 1) { nodes { id } }
    webhookDeliveries(first: 1) { nodes { id } }
  }`);
  const first = (page?: { nodes: { id: string }[] }): string => page?.nodes[0]?.id ?? '';
  return {
    connector: connector.id,
    identityProvider: identityProvider.id,
    job: job.id,
    toldEvent: first(events),
    signInAttempt: first(signInAttempts),
    delivery: first(webhookDeliveries),
  };
}
