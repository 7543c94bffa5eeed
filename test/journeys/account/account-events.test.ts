import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { platformActor } from '../../../src/kernel/actor.ts';
import { accountOperations, recordMyExport } from '../../../src/operations/index.ts';
import { createWebhook } from '../../../src/operations/webhooks/create-webhook.ts';
import { endOfLog } from '../../support/accounts/account.ts';
import { accountChannels } from '../../support/accounts/account-channels.ts';
import { startAccounts } from '../../support/accounts/account-flows.ts';
import { openLiveClient, type LiveClient, type Watch } from '../../support/browsers/live-client.ts';
import { addUser } from '../../support/issuer.ts';
import { perFile } from '../../support/per-file.ts';
import { type Receiver, startReceiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';
import { changes } from './account-changes.ts';

/** Changes of people to their own accounts: by each channel the same events, which arrive everywhere. */
const accounts = perFile(() => startAccounts({ environment: { WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true' } }));
let receiver: Receiver;
let live: LiveClient;
let watch: Watch;
beforeAll(async () => {
  await accounts.policy({ phone: { countries: ['DE'] } });
  receiver = await startReceiver();
  const origin = { requestId: accounts.issuer.ids.next('request'), channel: 'platform' } as const;
  const hook = { name: 'Everything', url: receiver.url, eventTypes: [] };
  await accounts.issuer.execute(createWebhook, platformActor, hook, origin);
  live = openLiveClient({ url: `${accounts.issuer.url}/graphql` }, await readerToken());
  watch = live.watch('subscription { events { ... on EventMessage { event { id } } } }');
  await watch.until(1);
});
afterAll(async () => {
  await live.client.dispose();
  await receiver[Symbol.asyncDispose]();
});

/** A token of a person who may read events. */
async function readerToken(): Promise<string> {
  const { issuer, prisma, web } = accounts;
  const scopes = await prisma.scope.findMany({ where: { resource: { isBuiltIn: true }, name: { endsWith: ':read' } } });
  const reader = await addUser(prisma, { scopeIds: scopes.map(({ id }) => id) });
  const scope = scopes.map(({ name }) => name).join(' ');
  const parameters = { scope: `openid ${scope}`, resource: `${issuer.publicUrl}/api` };
  return (await web.signIn(reader.username, parameters)).tokens.access_token;
}

/** The events since a position. */
const eventsAfter = (sequence: bigint) =>
  accounts.prisma.event.findMany({ where: { sequence: { gt: sequence } }, orderBy: { sequence: 'asc' } });

const described = ({ type, data }: { type: string; data: unknown }): string =>
  [type, ...((data as { changed?: string[] }).changed ?? [])].join(' ');
const causeOf = (event: { cause: unknown } | undefined) => event?.cause as { channel: string; operation: string };

const cases = Object.entries(changes).flatMap(([name, change]) =>
  (change.doors ?? accountChannels).map((door) => [name, door, change] as const),
);

describe('on one’s own account', () => {
  test.each(cases)(
    '%s by %s is the same events in the log, a webhook and a subscription',
    async (_name, door, change) => {
      const { person, prepare, make, events, operations } = change;
      const ada = await (person ? person(accounts) : accounts.member());
      const acting = { accounts, ada };
      const id = (await prepare?.(acting)) ?? '';
      const before = await endOfLog(accounts.issuer);
      await make(door, acting, id);
      const logged = await eventsAfter(before);
      expect(logged.map(described)).toEqual(events);
      expect(new Set(logged.map((event) => causeOf(event).operation))).toEqual(new Set(operations));
      expect(causeOf(logged[0]).channel).toBe(door);
      const delivered = () => receiver.received.map(({ headers }) => headers['webhook-id']);
      const streamed = () => watch.messages.map((message) => message?.events?.event?.id as string);
      await until(() => logged.every((one) => delivered().includes(one.id) && streamed().includes(one.id)));
    },
  );

  test('each operation is one of them', () => {
    const named = new Set(Object.values(changes).flatMap(({ operations }) => operations));
    const names = [...accountOperations, recordMyExport].map(({ name }) => name);
    expect(names.filter((name) => !named.has(name))).toEqual([]);
  });
});
