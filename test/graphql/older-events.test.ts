import { globSync, readFileSync } from 'node:fs';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import { expect, test } from 'vitest';
import { startApi } from './api.ts';
import { openLiveClient } from '../support/live-client.ts';
import { perFile } from '../support/per-file.ts';

const migration = (name: string): string => readFileSync(`prisma/migrations/${name}/migration.sql`, 'utf8');

const api = perFile(startApi);

test('a subscription returns events of older versions in the present form', async () => {
  const made = await api.ask(`mutation {
    createApplication(input: { name: "Shop", type: NATIVE }) { application { id } }
    createApiResource(input: { name: "API", indicator: "urn:example:older" }) { apiResource { id } }
  }`);
  const [shop, resource] = [made.createApplication.application.id, made.createApiResource.apiResource.id];
  const client = openLiveClient(api);
  const watch = client.watch(`subscription { events { ... on EventMessage { event {
    ... on ApplicationCreatedEvent { application { id idTokenSigningAlg } }
    ... on ApiResourceCreatedEvent { apiResource { id accessTokenSigningAlg } }
  } } } }`);
  await watch.until(1);
  // As an older version stored them, and then the migration, in one transaction.
  const migrations = globSync(
    'prisma/migrations/*_{algorithms_in_events,one_name_per_kind_breaking}/migration.sql',
  ).sort();
  await api.kernel.database.pool.query(`
    INSERT INTO events (id, type, occurred_at, subject_kind, subject_id, actor, cause, data)
    SELECT CASE subject_kind WHEN 'application' THEN '${ids.next('event')}' ELSE '${ids.next('event')}' END, type, occurred_at, replace(subject_kind, 'apiResource', 'resource'), subject_id, actor, cause,
      CASE subject_kind WHEN 'application' THEN data #- '{application,idTokenSigningAlg}'
        ELSE jsonb_build_object('resource', data -> 'apiResource') #- '{resource,accessTokenSigningAlg}' END
    FROM events WHERE subject_id IN ('${shop}', '${resource}') ORDER BY sequence;
    ${migrations.map((file) => readFileSync(file, 'utf8')).join('')}`);
  await watch.until(3);
  expect(watch.messages.slice(1).map((message) => message.events?.event ?? message)).toEqual([
    { application: { id: shop, idTokenSigningAlg: 'ES256' } },
    { apiResource: { id: resource, accessTokenSigningAlg: 'ES256' } },
  ]);
  await client.client.dispose();
});

test('an event about an application that is older than a setting has its present default', async () => {
  const { pool } = api.kernel.database;
  const made = await api.ask('mutation { createApplication(input: { name: "Old", type: NATIVE }) { events { id } } }');
  const [{ id }] = made.createApplication.events;
  await pool.query(`UPDATE events SET data = data #- '{application,managementApiAllowed}' WHERE id = '${id}'`);
  const [, update = ''] = migration('20261126205555_management_api_allowed').split(/(?=^UPDATE )/m);
  await pool.query(update);
  const query = `query ($id: ID!) {
    event(id: $id) { ... on ApplicationCreatedEvent { application { name managementApiAllowed } } }
  }`;
  const { event } = await api.ask(query, { id });
  expect(event.application).toEqual({ name: 'Old', managementApiAllowed: false });
});

test('an event of version 0.1 is migrated to the present names, and readable even if inserted after the migration', async () => {
  const { pool } = api.kernel.database;
  const made = await api.ask(`mutation {
    createWebhook(input: { name: "Older", url: "https://older.example/", selection: "{ cause { operation } }" }) {
      webhook { id } events { id }
    }
  }`);
  const [webhookId, eventId] = [made.createWebhook.webhook.id, made.createWebhook.events[0].id];
  const asVersion01 = `
    UPDATE events SET cause = '{"operation": "createWebhook", "requestId": "req_older", "door": "sign-in"}',
      data = jsonb_set(data, '{webhook}', (data -> 'webhook') - ARRAY['orderingTimeoutSeconds', 'pausedUntil']
        || '{"holdBackSeconds": 7, "restsUntil": null}') || '{"changed": ["name", "holdBackSeconds"]}' WHERE id = '${eventId}';
    UPDATE webhooks SET selection = '{ cause { door } ... on WebhookCreatedEvent { webhook { holdBackSeconds } } }'`;
  const read = async () =>
    (await api.ask('query ($id: ID!) { event(id: $id) { data cause { channel applicationIds } } }', { id: eventId }))
      .event;

  await pool.query(asVersion01);
  expect((await read()).cause).toEqual({ channel: 'SIGN_IN', applicationIds: [] });
  await pool.query(migration('20261122110000_names_in_events_breaking'));
  const { data, cause } = await read();
  expect(cause).toEqual({ channel: 'SIGN_IN', applicationIds: [] });
  expect(data).toMatchObject({
    webhook: { id: webhookId, orderingTimeoutSeconds: 7, pausedUntil: null },
    changed: ['name', 'orderingTimeoutSeconds'],
  });
  expect(Object.keys(data.webhook)).not.toContain('holdBackSeconds');
  const { rows } = await pool.query('SELECT cause, selection FROM events, webhooks WHERE events.id = $1', [eventId]);
  expect(rows).toEqual([
    {
      cause: { operation: 'createWebhook', requestId: 'req_older', channel: 'sign-in' },
      selection: '{ cause { channel } ... on WebhookCreatedEvent { webhook { orderingTimeoutSeconds } } }',
    },
  ]);
});

test('ids and kinds in events of version 0.1 are migrated to the new names', async () => {
  const { pool } = api.kernel.database;
  const made = await api.ask(`mutation {
    createApiResource(input: { name: "Kinds", indicator: "urn:example:kinds" }) { apiResource { id } }
    createOrganizationRole(input: { name: "Kinds" }) { organizationRole { id } }
    createWebhook(input: { name: "Kinds", url: "https://kinds.example/", subjectKinds: [API_RESOURCE] }) {
      webhook { id } events { id }
    }
  }`);
  const { apiResource } = made.createApiResource;
  const { webhook, events } = made.createWebhook;
  const next = await api.ask(`mutation {
    createScope(input: { apiResourceId: "${apiResource.id}", name: "a:b" }) { events { id } }
    deleteOrganizationRole(input: { organizationRoleId: "${made.createOrganizationRole.organizationRole.id}" }) {
      events { id }
    }
  }`);
  const changed = [...events, ...next.createScope.events, ...next.deleteOrganizationRole.events].map(({ id }) => id);
  const stored = async () =>
    (await pool.query('SELECT data FROM events WHERE id = ANY ($1) ORDER BY sequence', [changed])).rows;
  const present = await stored();

  const earlier = `replace(replace(data::text, 'apiResource', 'resource'), 'organizationInvitationIds', 'invitationIds')`;
  await pool.query(`UPDATE events SET data = ${earlier}::jsonb WHERE id = ANY ($1)`, [changed]);
  const selection = '{ ... on OrganizationRoleDeletedEvent { invitationIds } }';
  await pool.query('UPDATE webhooks SET selection = $2 WHERE id = $1', [webhook.id, selection]);
  expect(JSON.stringify(await stored())).toMatch(/"resourceId".*"invitationIds"/);
  await pool.query(migration('20261122113000_ids_in_events_breaking'));
  expect(await stored()).toEqual(present);
  const { rows } = await pool.query('SELECT selection FROM webhooks WHERE id = $1', [webhook.id]);
  expect(rows).toEqual([{ selection: '{ ... on OrganizationRoleDeletedEvent { organizationInvitationIds } }' }]);
});

test('a selection of the profile of a user, which had no fields in version 0.1, becomes one of all its fields, and the interface has its present name', async () => {
  const { pool } = api.kernel.database;
  const selection =
    '{ ... on UserCreatedEvent { user { id profile } } ...profile } fragment profile on LiveEvent { profile: id }';
  const made = await api.ask(`mutation {
    createWebhook(input: { name: "Profile", url: "https://profile.example/" }) { webhook { id } }
  }`);
  const { id } = made.createWebhook.webhook;
  await pool.query('UPDATE webhooks SET selection = $2 WHERE id = $1', [id, selection]);
  await pool.query(migration('20261122181500_profile_in_selections_breaking'));
  await pool.query(migration('20261123041630_one_event_type_breaking'));
  const { rows } = await pool.query('SELECT selection FROM webhooks WHERE id = $1', [id]);
  expect(rows[0].selection).toContain('user { id profile { givenName familyName');
  expect(rows[0].selection).toContain('} ...profile } fragment profile on Event { profile: id }');
  const migrated = `mutation ($input: UpdateWebhookInput!) { updateWebhook(input: $input) { webhook { selection } } }`;
  await api.ask(migrated, { input: { webhookId: id, selection: rows[0].selection } });
});
