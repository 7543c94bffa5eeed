import { expect, test } from 'vitest';
import { platformActor } from '../../src/kernel/actor.ts';
import { createWebhook } from '../../src/operations/webhooks/create-webhook.ts';
import type { EventType } from '../../src/vocabulary/events.ts';
import { act } from '../support/account.ts';
import { deletion } from '../support/account-acts.ts';
import { calls, channels, freeAddress, type Member, startAccounts } from '../support/account-flows.ts';
import { openLiveClient } from '../support/browsers/live-client.ts';
import { addUser } from '../support/issuer.ts';
import { perFile } from '../support/per-file.ts';
import { startReceiver } from '../support/servers/receiver.ts';
import { totpCode } from '../support/totp.ts';
import { openUndo, undoLinkTo } from '../support/undo-links.ts';
import { until } from '../support/until.ts';

const accounts = perFile(() => startAccounts({ environment: { WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true' } }));

/** A token of a person who may read events. */
async function readerToken(): Promise<string> {
  const { issuer, prisma, web } = accounts;
  const scopes = await prisma.scope.findMany({ where: { name: { in: ['events:read', 'users:read'] } } });
  const reader = await addUser(prisma, { scopeIds: scopes.map(({ id }) => id) });
  const parameters = { scope: 'openid events:read users:read', resource: `${issuer.publicUrl}/api` };
  return (await web.signIn(reader.username, parameters)).tokens.access_token;
}

/** Adds an email address, and an authenticator app with backup codes. */
async function addBoth(member: Member, channel: (typeof channels)[number]): Promise<void> {
  const call = calls[channel];
  const email = freeAddress();
  const flow = await call(member, { purpose: 'link-email', email });
  const fields = { code: await accounts.codeFor(email) };
  await call(member, { flowId: flow.id, version: flow.version, step: 'code', fields });
  const begun = await call(member, { purpose: 'link-factor', factor: 'totp' });
  const code = totpCode(begun.step.details.app.key, accounts.issuer.clock.now());
  const shown = await call(member, { flowId: begun.id, version: begun.version, step: 'enrol-totp', fields: { code } });
  await call(member, { flowId: begun.id, version: shown.version, step: 'backup-codes' });
}

type Channel = (typeof channels)[number];
type Logged = Awaited<ReturnType<typeof accounts.eventsAbout>>;

/** Runs what causes events with each channel, and waits for the logged ones in a webhook and a subscription. */
async function receivedEverywhere(
  eventTypes: EventType[],
  cause: (channel: Channel) => Promise<Logged>,
): Promise<void> {
  await using receiver = await startReceiver();
  const origin = { requestId: accounts.issuer.ids.next('request'), channel: 'platform' } as const;
  const hook = { name: eventTypes.join(' '), url: receiver.url, eventTypes };
  await accounts.issuer.execute(createWebhook, platformActor, hook, origin);
  const live = openLiveClient({ url: `${accounts.issuer.url}/graphql` }, await readerToken());
  const watch = live.watch('subscription { events { ... on EventMessage { event { id typeName subject { id } } } } }');
  await watch.until(1);
  for (const channel of channels) {
    const ids = (await cause(channel)).map(({ id }) => id);
    const delivered = () => receiver.received.map(({ headers }) => headers['webhook-id']);
    await until(() => ids.every((id) => delivered().includes(id)));
    const streamed = () => watch.messages.map((message) => message?.events?.event?.id);
    await until(() => ids.every((id) => streamed().includes(id)));
  }
  await live.client.dispose();
}

test('What people add is the same event in the webhook, the subscription and the log, by both channels', async () => {
  await receivedEverywhere(['User.Data.Updated'], async (channel) => {
    const ada = await accounts.member();
    await addBoth(ada, channel);
    const logged = (await accounts.eventsAbout(ada.id)).filter(({ type }) => type === 'User.Data.Updated');
    expect(logged.map(({ data }) => data.changed)).toEqual([['email', 'emailVerifiedAt'], ['factors']]);
    for (const { cause } of logged) expect(cause.channel).toBe(channel);
    return logged;
  });
});

test('An account that is deleted and kept is the same events in the webhook, the subscription and the log', async () => {
  await receivedEverywhere(['User.SuspensionStatus.Updated', 'User.Sessions.Ended'], async (channel) => {
    const ada = await accounts.member();
    await act(accounts.issuer, channel, ada.token, deletion(ada.username));
    await openUndo(accounts.issuer, await undoLinkTo(accounts.issuer, ada.email), 'POST');
    const logged = (await accounts.eventsAbout(ada.id)).slice(-3);
    expect(logged.map(({ type, cause }) => [type, cause.channel])).toEqual([
      ['User.SuspensionStatus.Updated', channel],
      ['User.Sessions.Ended', channel],
      ['User.SuspensionStatus.Updated', 'sign-in'],
    ]);
    return logged;
  });
});
