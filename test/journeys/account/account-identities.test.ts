import { beforeEach, describe, expect, test } from 'vitest';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { identityProviderRecord } from '../../support/records/identity-provider-record.ts';
import { type Member, startAccounts } from '../../support/accounts/account-flows.ts';
import { perFile } from '../../support/per-file.ts';
import { testSecretBox } from '../../support/records.ts';
import { messageTo, openUndo, undoLinkTo } from '../../support/undo-links.ts';

/** The accounts at identity providers that people see at their own accounts, and unlink. */
const accounts = perFile(startAccounts);
beforeEach(() => accounts.policy({}));

/** Links an identity of a new provider to an account. */
async function link({ id: userId }: Pick<Member, 'id'>, { isEnabled = true, createdAt = new Date() } = {}) {
  const identityProviderId = ids.next('identityProvider');
  const data = { ...identityProviderRecord(identityProviderId, testSecretBox), name: 'Customer login', isEnabled };
  await accounts.prisma.identityProvider.create({ data });
  const id = ids.next('userIdentity');
  const identity = { id, userId, identityProviderId, subject: ids.secret(), name: 'ada-l', createdAt };
  await accounts.prisma.userIdentity.create({ data: identity });
  return { id, identityProviderId };
}
/** An account without a password or a verified address. */
const withoutWays = { passwordHash: null, emailVerifiedAt: null };
const take = (member: Member, data: object) => accounts.prisma.user.update({ where: { id: member.id }, data });
const unlink = (member: Member, id: string) => member.rest('DELETE', `/identities/${id}`);

describe('the identities of an account', () => {
  test('are the same over REST and GraphQL, each with its provider, and without those that were unlinked', async () => {
    const ada = await accounts.member();
    const { id, identityProviderId } = await link(ada);
    const other = await link(ada);
    expect((await unlink(ada, other.id)).status).toBe(200);
    const identity = {
      id,
      name: 'ada-l',
      identityProviderId,
      identityProviderName: 'Customer login',
      lastUsedAt: null,
    };
    const { json } = await ada.rest('GET', '/identities');
    expect(json).toEqual({ items: [{ ...identity, createdAt: expect.any(String) as string }] });
    const { data } = await ada.graphql(
      '{ viewer { account { identities { id name identityProviderId identityProviderName lastUsedAt } } } }',
    );
    expect(data.viewer.account.identities).toEqual([identity]);
  });

  test('are unlinked over GraphQL, with an event and a message to the person', async () => {
    const ada = await accounts.member();
    const { id } = await link(ada);
    const { data, errors } = await ada.graphql(
      'mutation ($id: ID!) { unlinkMyIdentity(input: { identityId: $id }) { account { version identities { id } } } }',
      { id },
    );
    expect([data?.unlinkMyIdentity.account, errors]).toEqual([{ version: 2, identities: [] }, []]);
    expect((await accounts.eventsAbout(ada.id)).at(-1)).toMatchObject({
      type: 'User.Data.Updated',
      data: { changed: ['identities'] },
      cause: { channel: 'graphql', operation: 'unlinkMyIdentity' },
    });
    await messageTo(accounts.issuer, ada.email, /no longer linked/);
  });

  test('are those of the person alone', async () => {
    const [ada, grace] = [await accounts.member(), await accounts.member()];
    const { id } = await link(grace);
    expect(await unlink(ada, id)).toMatchObject({ status: 404, json: { code: 'NOT_FOUND' } });
  });

  test('stay if the policy does not let people change them', async () => {
    const ada = await accounts.member();
    const { id } = await link(ada);
    await accounts.policy({ account: { allows: ['profile'] } });
    expect(await unlink(ada, id)).toMatchObject({ status: 409, json: { code: 'CONFLICT' } });
  });
});

describe('an identity of an enabled provider is a way to sign in', () => {
  test('the last one is not unlinked', async () => {
    const ada = await accounts.member();
    const { id } = await link(ada);
    await take(ada, withoutWays);
    expect(await unlink(ada, id)).toMatchObject({
      status: 409,
      json: { code: 'CONFLICT', detail: expect.stringContaining('could not sign in any more') as string },
    });
  });

  test('two of the same provider are one way, those of two providers stand in for an address', async () => {
    const ada = await accounts.member();
    await take(ada, { passwordHash: null });
    const { identityProviderId } = await link(ada);
    const second = { id: ids.next('userIdentity'), userId: ada.id, identityProviderId, subject: 'second' };
    await accounts.prisma.userIdentity.create({ data: second });
    expect((await ada.rest('DELETE', '/email')).status).toBe(409);
    await link(ada);
    expect((await ada.rest('DELETE', '/email')).status).toBe(200);
  });

  test('one of a disabled provider is none: the password is not removed', async () => {
    const ada = await accounts.member();
    await accounts.policy({ first: ['password'] });
    const { identityProviderId } = await link(ada, { isEnabled: false });
    const remove = () => ada.rest('PUT', '/password', { password: null });
    expect((await remove()).status).toBe(409);
    await accounts.prisma.identityProvider.update({ where: { id: identityProviderId }, data: { isEnabled: true } });
    expect((await remove()).status).toBe(200);
  });
});

test('the link that takes a changed address back unlinks what was linked since the sign-in, and no more', async () => {
  const ada = await accounts.member();
  const day = 86_400_000;
  const now = accounts.issuer.clock.now().getTime();
  const earlier = { createdAt: new Date(now - day) };
  const kept = [await link(ada, earlier), await link(ada, earlier)];
  expect((await ada.rest('DELETE', '/email')).status).toBe(200);
  await link(ada, { createdAt: new Date(now + 1000) });
  const response = await openUndo(accounts.issuer, await undoLinkTo(accounts.issuer, ada.email), 'POST');
  expect(response.status).toBe(200);
  const left = await accounts.prisma.userIdentity.findMany({
    where: { userId: ada.id, unlinkedAt: null },
    orderBy: { id: 'asc' },
  });
  expect(left.map(({ id }) => id)).toEqual(kept.map(({ id }) => id));
  expect((await accounts.eventsAbout(ada.id)).at(-2)).toMatchObject({
    data: { changed: expect.arrayContaining(['identities']) as string[] },
  });
});
