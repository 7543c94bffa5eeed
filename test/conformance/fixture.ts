import { z } from 'zod';
import { type App, createApp } from '../../src/app/create.ts';
import { readConfig } from '../../src/config.ts';
import type { Operation } from '../../src/kernel/operation.ts';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { makeRecords } from '../support/records.ts';
import { ownDatabase } from '../support/servers/database.ts';
import { eventsOf } from '../support/kernel.ts';
import type { Call, CallRecords } from './calls.ts';

/** The whole platform, with both Management APIs called by its first application. */
export interface ManagementApis extends AsyncDisposable {
  /** New records for one call. */
  records(): Promise<CallRecords>;
  /** The types of the events that the call emitted. Throws if it is refused. */
  call(channel: 'GraphQL' | 'REST', operation: Operation, call: Call): Promise<string[]>;
}

export async function openManagementApis(): Promise<ManagementApis> {
  const own = await ownDatabase();
  const secretsKey = Buffer.alloc(32, 7).toString('base64');
  const config = readConfig({ DATABASE_URL: own.url, SECRETS_KEY: secretsKey, PORT: '0', HOST: '127.0.0.1' });
  const app = await createApp(config, { logger: createLogger('error', { write: () => {} }) });
  app.listen();
  const send = sender(app, await tokenOf(app));
  return {
    records: () => makeCallRecords(app),
    async call(api, operation, call) {
      const response = await (api === 'REST' ? send(...asRest(operation, call)) : send(...asGraphql(operation, call)));
      const text = await response.text();
      if (!response.ok || text.includes('"errors"')) throw new Error(`${operation.name}: ${response.status} ${text}`);
      const events = await eventsOf(app.services.database, response.headers.get('x-request-id') ?? '');
      return events.map(({ type }) => type);
    },
    async [Symbol.asyncDispose]() {
      await app.close();
      await own.drop();
    },
  };
}

const sender = (app: App, token: string) => (method: string, path: string, body: object | undefined) =>
  fetch(app.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });

type RestRequest = [method: string, path: string, body: object | undefined];

const parametersOf = ({ route }: Operation): string[] =>
  [...(route?.path.matchAll(/:(\w+)/g) ?? [])].map(([, name]) => name ?? '');

function asRest({ route }: Operation, call: Call): RestRequest {
  const rest = [...call.ids];
  const path = route?.path.replaceAll(/:\w+/g, () => rest.shift() ?? '');
  return [route?.method ?? '', `/api${path}`, call.body];
}

function asGraphql(operation: Operation, call: Call): RestRequest {
  const { name } = operation;
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`;
  const query = `mutation ($input: ${type}) { ${name}(input: $input) { events { typeName } } }`;
  // GraphQL uses names for enum values.
  const values = Object.entries(call.body ?? {}).map(([field, value]) =>
    (operation.input as z.ZodObject).shape[field] instanceof z.ZodEnum
      ? [field, String(value).toUpperCase()]
      : [field, value],
  );
  const named = parametersOf(operation).map((parameter, index) => [parameter, call.ids[index]]);
  return ['POST', '/graphql', { query, variables: { input: Object.fromEntries([...named, ...values]) } }];
}

async function tokenOf(app: App): Promise<string> {
  const { clientId, clientSecret } = app.services.firstStart ?? {};
  const response = await fetch(`${app.url}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource: app.config.managementResource }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

async function makeCallRecords({ services }: App): Promise<CallRecords> {
  const { prisma } = services.database;
  const records = await makeRecords({ database: services.database, now: () => services.clock.now() });
  const emptyOrganization = ids.next('organization');
  const joined = ids.next('organization');
  const invitation = ids.next('organizationInvitation');
  await prisma.organization.createMany({
    data: [
      { id: emptyOrganization, name: 'Empty' },
      { id: joined, name: 'Joined' },
    ],
  });
  await prisma.organizationInvitation.create({
    data: {
      id: invitation,
      organizationId: joined,
      inviteeEmail: `user_${records.n}@example.com`,
      expiresAt: new Date(services.clock.now().getTime() + 86_400_000),
    },
  });
  return { ...records, emptyOrganization, invitation, unique: emptyOrganization.slice(-12) };
}
