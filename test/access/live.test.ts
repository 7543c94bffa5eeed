import { afterEach, describe, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { permissionNames } from '../../src/vocabulary/permissions.ts';
import { openLiveClient, type LiveClient, type Watch } from '../support/browsers/live-client.ts';
import { administratorOf, type Caller, holder, startManagementApi, tokenOf } from '../support/management-api.ts';
import { perFile } from '../support/per-file.ts';
import { openSubscriptions, subscriptions } from './table.ts';

const api = perFile(startManagementApi);

const consoles: LiveClient[] = [];
afterEach(async () => {
  for (const { client } of consoles.splice(0)) await client.dispose();
});
function watch(caller: Caller, field: string): Watch {
  const opened = openLiveClient(api, tokenOf(caller));
  consoles.push(opened);
  return opened.watch(`subscription { ${field} }`);
}

const message = '{ __typename ... on EventMessage { event { organizationId } } }';
const fields: Record<string, () => string> = {
  events: () => `events ${message}`,
  userChanged: () => `userChanged(id: "${api.ours.user}") ${message}`,
  organizationChanged: () => `organizationChanged(id: "${api.ours.organization}") ${message}`,
  newDelegations: () => 'newDelegations { __typename }',
  exchanges: () => 'exchanges { exchanges { id } omitted }',
  webhookDeliveries: () => `webhookDeliveries(id: "${api.ours.webhook}") { deliveries { id } }`,
  revocations: () => 'revocations { __typename }',
};
/** The first message of each subscription. */
const begun: Record<string, object> = {
  webhookDeliveries: { deliveries: [] },
  exchanges: { exchanges: [], omitted: 0 },
  revocations: { __typename: 'RevocationMessage' },
};

it('the table has a row for every subscription', () => {
  const there = Object.keys(schema.getSubscriptionType()?.getFields() ?? {});
  expect([...Object.keys(subscriptions), ...openSubscriptions].sort()).toEqual(there.sort());
  expect(Object.keys(fields).sort()).toEqual(Object.keys(subscriptions).sort());
});

describe('a subscription', () => {
  it.each(Object.entries(subscriptions))(
    '%s is permitted for the callers in the table',
    async (name, [where, ...needed]) => {
      const field = fields[name]?.() ?? '';
      const missing = permissionNames.filter((permission) => !needed.includes(permission));
      const administrator = administratorOf(api.ours);
      const isEnough = where === 'in its organization';
      for (const caller of [holder(), holder(...missing), ...(isEnough ? [] : [administrator])]) {
        const refused = watch(caller, field);
        await refused.end();
        expect(refused.messages[0]?.errors[0]?.extensions.code).toBe('FORBIDDEN');
      }
      for (const caller of [holder(...needed), ...(isEnough ? [administrator] : [])]) {
        const watched = watch(caller, field);
        await watched.until(1);
        expect(watched.messages[0]).toEqual({ [name]: begun[name] ?? { __typename: 'CaughtUp' } });
      }
    },
  );

  it('sends an administrator of one organization the events of that organization only', async () => {
    const ours = watch(administratorOf(api.ours), `events ${message}`);
    const everything = watch(holder('events:read'), `events ${message}`);
    const theirs = watch(administratorOf(api.ours), `organizationChanged(id: "${api.theirs.organization}") ${message}`);
    await Promise.all([ours.until(1), everything.until(1), theirs.until(1)]);
    for (const { organization } of [api.theirs, api.ours]) {
      const mutation = `mutation { updateOrganization(input: { organizationId: "${organization}", name: "New" }) { organization { id } } }`;
      expect((await api.graphql(mutation, holder('organizations:write'))).codes).toEqual([]);
    }
    await everything.until(3);
    await ours.until(2);
    expect(ours.messages.slice(1)).toEqual([
      { events: { __typename: 'EventMessage', event: { organizationId: api.ours.organization } } },
    ]);
    expect(theirs.messages).toHaveLength(1);
  });
});
