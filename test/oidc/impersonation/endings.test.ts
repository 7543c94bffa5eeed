import { describe, expect, test } from 'vitest';
import { revocationsOf } from '../../../src/domain/events/revocations.ts';
import { impersonationTokenType } from '../../../src/vocabulary/token-exchange.ts';
import { permissionNames } from '../../../src/vocabulary/permissions.ts';
import { isRefused } from '../../support/browsers/revocation-feed.ts';
import { waitingForLocks } from '../../support/servers/database.ts';
import { claimsIn, startImpersonations } from './impersonations.ts';

const fixture = await startImpersonations();
const { endpoint, records, desk, support, prisma, graphql, start, exchange, introspect, managing, subjectToken } =
  fixture;

/** All permissions, as from a recent sign-in. */
const everything = await managing(permissionNames.join(' '));

type Tx = Parameters<Parameters<typeof prisma.$transaction>[0]>[0];

async function mutate(name: string, input: object): Promise<void> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const answer = await graphql(
    everything,
    `mutation ($input: ${type}!) { ${name}(input: $input) { events { typeName } } }`,
    {
      input,
    },
  );
  expect(answer.errors).toBeUndefined();
}

/** The revocations in the feed since a position of the log. */
async function revocationsSince(sequence: bigint) {
  const events = await prisma.event.findMany({ where: { sequence: { gt: sequence } }, orderBy: { sequence: 'asc' } });
  return events.flatMap(({ type, subjectId, occurredAt, data }) =>
    revocationsOf({ type, subjectId, occurredAt, data }),
  );
}
const lastSequence = async () => (await prisma.event.findFirst({ orderBy: { sequence: 'desc' } }))?.sequence ?? 0n;

/** A new impersonation, with a token that another application has exchanged. */
async function impersonate() {
  const { json } = await start();
  const later = (await exchange(records.backend, json.access_token)).json.access_token ?? '';
  expect(await introspect(records.backend, later)).toMatchObject({ active: true });
  return { token: json.access_token ?? '', later, grantId: String(claimsIn(json.access_token)['grant_id']) };
}

describe('an impersonation', () => {
  test.each<[string, (grantId: string) => Promise<void>, (() => Promise<void>)?]>([
    ['by its end', (grantId) => mutate('endImpersonation', { userId: records.ada.id, grantId })],
    [
      'when the application may no longer impersonate',
      () => mutate('setApplicationImpersonation', { applicationId: desk.id, impersonationAllowed: false }),
      () => mutate('setApplicationImpersonation', { applicationId: desk.id, impersonationAllowed: true }),
    ],
    [
      'when the application may no longer exchange tokens',
      () => mutate('setApplicationTokenExchange', { applicationId: desk.id, tokenExchangeAllowed: false }),
      async () => {
        await mutate('setApplicationTokenExchange', { applicationId: desk.id, tokenExchangeAllowed: true });
        await mutate('setApplicationImpersonation', { applicationId: desk.id, impersonationAllowed: true });
      },
    ],
    [
      'when the application is suspended',
      () => mutate('setApplicationSuspended', { applicationId: desk.id, isSuspended: true }),
      () => mutate('setApplicationSuspended', { applicationId: desk.id, isSuspended: false }),
    ],
    [
      'when the administrator is suspended',
      () => mutate('setUserSuspended', { userId: support.id, isSuspended: true }),
      () => mutate('setUserSuspended', { userId: support.id, isSuspended: false }),
    ],
    ['when the administrator is signed out everywhere', () => mutate('endUserSessions', { userId: support.id })],
    [
      'when the user is suspended',
      () => mutate('setUserSuspended', { userId: records.ada.id, isSuspended: true }),
      () => mutate('setUserSuspended', { userId: records.ada.id, isSuspended: false }),
    ],
    ['when the user is signed out everywhere', () => mutate('endUserSessions', { userId: records.ada.id })],
  ])('ends at once, at introspection, at exchanges and in the feed of what ended, %s', async (_how, end, restore) => {
    const { token, later, grantId } = await impersonate();
    const before = await lastSequence();
    await end(grantId);
    await restore?.();
    for (const path of ['on', 'off'] as const)
      expect((await exchange(records.secondBackend, token, {}, path)).json.error).toBe('invalid_request');
    expect(await introspect(records.backend, later)).toEqual({ active: false });
    const entries = await revocationsSince(before);
    expect([isRefused(token, entries), isRefused(later, entries)]).toEqual([true, true]);
    // An impersonation that begins afterwards is another one.
    const { token: next } = await impersonate();
    expect(isRefused(next, entries)).toBe(false);
  });

  test('it ends when it expires: there is nothing to end then', async () => {
    const { token, grantId } = await impersonate();
    endpoint.advance(900);
    const before = await lastSequence();
    const input = { userId: records.ada.id, grantId };
    const answer = await graphql(
      await managing('users:impersonate'),
      'mutation ($input: EndImpersonationInput!) { endImpersonation(input: $input) { events { typeName } } }',
      { input },
    );
    expect(answer.errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    await mutate('setApplicationImpersonation', { applicationId: desk.id, impersonationAllowed: false });
    await mutate('setApplicationImpersonation', { applicationId: desk.id, impersonationAllowed: true });
    expect(await revocationsSince(before)).toEqual([]);
    expect((await exchange(records.backend, token)).json.error).toBe('invalid_request');
    expect(await introspect(desk, token)).toEqual({ active: false });
  });
});

describe('a beginning', () => {
  const ofDesk = { where: { id: desk.id } };
  test.each<[string, (tx: Tx) => Promise<unknown>, () => Promise<unknown>, string]>([
    [
      'the application may no longer impersonate',
      (tx) => tx.application.update({ ...ofDesk, data: { impersonationAllowed: false } }),
      () => prisma.application.update({ ...ofDesk, data: { impersonationAllowed: true } }),
      'unauthorized_client',
    ],
    [
      'the user is signed out everywhere',
      (tx) => tx.user.update({ where: { id: records.ada.id }, data: { sessionEpoch: { increment: 1 } } }),
      () => Promise.resolve(),
      'invalid_request',
    ],
  ])('waits for a change in progress, and is refused after it: %s', async (_what, change, restore, error) => {
    const fields = { subject_token: await subjectToken(), subject_token_type: impersonationTokenType };
    const { database } = endpoint.app.services;
    let answer: ReturnType<typeof fixture.ask> | undefined;
    await prisma.$transaction(async (tx) => {
      await change(tx);
      answer = fixture.ask(desk, fields);
      const state = { isAnswered: false };
      void answer.then(() => (state.isAnswered = true));
      while (!state.isAnswered && !(await waitingForLocks(database))) await Promise.resolve();
    });
    expect((await answer)?.json).toMatchObject({ error });
    await restore();
  });
});

test('it ends when the administrator is deleted, with an event about the user, and prepared tokens with it', async () => {
  const { id } = await prisma.user.findUniqueOrThrow({ where: { id: support.id } });
  const prepared = await subjectToken();
  const { token } = await impersonate();
  const before = await lastSequence();
  await mutate('deleteUser', { userId: id });
  expect(await introspect(desk, token)).toEqual({ active: false });
  expect(isRefused(token, await revocationsSince(before))).toBe(true);
  const [ended] = (await fixture.events('User.Impersonation.Ended')).slice(-1);
  expect(ended).toMatchObject({ subjectId: records.ada.id, data: { administratorId: id } });
  const fields = { subject_token: prepared, subject_token_type: impersonationTokenType };
  expect((await fixture.ask(desk, fields)).json).toMatchObject({ error: 'invalid_request' });
});
