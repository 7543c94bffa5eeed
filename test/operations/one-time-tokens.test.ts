import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { tokenParts } from '../../src/domain/people/one-time-token.ts';
import type { Actor } from '../../src/kernel/actor.ts';
import { createOrganizationInvitation } from '../../src/operations/invitations/create-organization-invitation.ts';
import { resendOrganizationInvitation } from '../../src/operations/invitations/resend-organization-invitation.ts';
import { createOneTimeToken } from '../../src/operations/one-time-tokens/create-one-time-token.ts';
import { revokeOneTimeToken } from '../../src/operations/one-time-tokens/revoke-one-time-token.ts';
import { removeOldTokens } from '../../src/store/one-time-tokens/tokens.ts';
import { actorWith, refusalOf, startKernel } from '../support/kernel.ts';
import { perFile, perTest } from '../support/per-file.ts';
import { makeRecords, testSecretBox } from '../support/records.ts';

const kernel = perFile(() => startKernel({ canSendMail: true }));
const w = perTest(() => makeRecords(kernel));

interface Input {
  email?: string;
  userId?: string;
  organizationIds?: string[];
  expiresIn?: number;
  sendsMail?: boolean;
  language?: 'en' | 'de';
}
const create = (input: Input, ...permissions: Parameters<typeof actorWith>) =>
  kernel.run(createOneTimeToken, input, actorWith(...permissions));
const stored = (id: string) =>
  kernel.database.prisma.oneTimeToken.findUniqueOrThrow({ where: { id }, omit: { secretHash: false } });
/** The time in so many seconds. */
const later = (seconds: number) => new Date(kernel.now().getTime() + seconds * 1000).toISOString();
const messagesTo = (recipient: string) =>
  kernel.database.prisma.message.findMany({ where: { recipient }, omit: { encryptedParameters: false } });

describe('a one-time token', () => {
  test('is returned once, with its link, and only its hash is stored', async () => {
    const { output, events } = await create({ userId: w.user });
    const { id = '', secret = '' } = tokenParts(output.token ?? '') ?? {};
    expect(id).toBe(output.oneTimeToken);
    expect(output).toMatchObject({ link: `https://mandate.example/link/${output.token}`, mailSent: false });
    const row = await stored(id);
    expect(Buffer.from(row.secretHash)).toEqual(hash('sha256', secret, 'buffer'));
    expect(JSON.stringify([row, events])).not.toContain(secret);
  });

  test('expires after ten minutes, or the given time, at most 7 days', async () => {
    const lifetimeOf = async (expiresIn?: number) => {
      const { output } = await create({ userId: w.user, ...(expiresIn !== undefined && { expiresIn }) });
      return ((await stored(output.oneTimeToken)).expiresAt.getTime() - kernel.now().getTime()) / 1000;
    };
    expect([await lifetimeOf(), await lifetimeOf(60), await lifetimeOf(604_800)]).toEqual([600, 60, 604_800]);
    for (const expiresIn of [59, 604_801, 1.5])
      expect(await refusalOf(create({ userId: w.user, expiresIn }))).toMatchObject({ paths: ['expiresIn'] });
  });

  test('a token whose email address is returned is for the account with that address', async () => {
    const { output } = await create({ email: `USER_${w.n}@example.com` });
    expect(await stored(output.oneTimeToken)).toMatchObject({ userId: w.user, email: null });
    expect(await refusalOf(create({ email: 'nobody@example.com' }))).toMatchObject({
      code: 'BAD_USER_INPUT',
      paths: ['email'],
    });
  });

  test('is sent to the address instead, and then not returned', async () => {
    const email = `new_${w.n}@example.com`;
    const { output } = await create({ email, sendsMail: true, language: 'de' });
    expect(output).toMatchObject({ token: null, link: null, mailSent: true });
    expect(await stored(output.oneTimeToken)).toMatchObject({ userId: null, email });
    const [message] = await messagesTo(email);
    expect(message).toMatchObject({ template: 'one-time-link', language: 'de', state: 'pending' });
    const parameters = JSON.parse(testSecretBox.open(Buffer.from(message?.encryptedParameters ?? [])).toString());
    expect(parameters.link).toContain(`/link/${output.oneTimeToken}.`);
    expect(kernel.nudged).toContainEqual({ kind: 'messages' });
  });

  test('the token of a user is sent to the address of the user', async () => {
    const { output } = await create({ userId: w.user, sendsMail: true });
    expect(await stored(output.oneTimeToken)).toMatchObject({ userId: w.user, email: `user_${w.n}@example.com` });
  });

  test('cannot be sent without a way to send mail', async () => {
    await using silent = await startKernel();
    const input = { email: 'ada@example.com', sendsMail: true };
    expect(await refusalOf(silent.run(createOneTimeToken, input))).toMatchObject({
      code: 'CONFLICT',
      paths: ['sendsMail'],
    });
    expect(await silent.database.prisma.oneTimeToken.count()).toBe(0);
  });

  test('tokens and invitations are sent to an address five times in ten minutes, also by concurrent calls', async () => {
    const email = `new_${w.n}@example.com`;
    const invitation = { organizationId: w.organization, inviteeEmail: email };
    await kernel.run(createOrganizationInvitation, invitation);
    const calls = await Promise.allSettled(Array.from({ length: 8 }, () => create({ email, sendsMail: true })));
    expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    const refusal = await refusalOf(create({ email, sendsMail: true }));
    expect(refusal).toMatchObject({ code: 'RATE_LIMITED', paths: ['email'] });
    expect(refusal.message).toBe(
      `Too many messages were sent to this address. The next one can be sent at ${later(600)}.`,
    );
    expect(await messagesTo(email)).toHaveLength(5);
    expect(await kernel.database.prisma.oneTimeToken.count({ where: { email } })).toBe(5);
    kernel.advance(601);
    expect((await create({ email, sendsMail: true })).output).toMatchObject({ mailSent: true });
  });

  test('is sent to the address of a user at most 20 times a day, and returned any number of times', async () => {
    for (let window = 0; window < 4; window++) {
      for (let count = 0; count < 5; count++) await create({ userId: w.user, sendsMail: true });
      kernel.advance(601);
    }
    const refusal = await refusalOf(create({ userId: w.user, sendsMail: true }));
    expect(refusal).toMatchObject({ code: 'RATE_LIMITED', paths: ['userId'] });
    expect((await create({ userId: w.user })).output).toMatchObject({ mailSent: false, link: expect.any(String) });
  });

  test('is sent although an administrator of an organization has used up the invitations of it', async () => {
    const email = `new_${w.n}@example.com`;
    const administrator = {
      ...actorWith('users:read'),
      permissions: new Set<never>(),
      organizations: new Map([[w.organization, new Set(['organizations:write'] as const)]]),
    };
    const invitation = { organizationId: w.organization, inviteeEmail: email };
    const { output } = await kernel.run(createOrganizationInvitation, invitation, administrator);
    const resent = { organizationInvitationId: output.organizationInvitation };
    const resend = (actor = administrator as Actor) => kernel.run(resendOrganizationInvitation, resent, actor);
    for (let count = 1; count < 5; count++) await resend();
    expect(await refusalOf(resend())).toMatchObject({ code: 'RATE_LIMITED', paths: ['organizationInvitationId'] });
    expect((await create({ email, sendsMail: true })).output).toMatchObject({ mailSent: true });
    expect((await resend(actorWith())).output).toMatchObject({ mailSent: true });
    const other = await makeRecords(kernel);
    const elsewhere = {
      ...administrator,
      organizations: new Map([[other.organization, new Set(['organizations:write'] as const)]]),
    };
    const invited = await kernel.run(
      createOrganizationInvitation,
      { organizationId: other.organization, inviteeEmail: email },
      elsewhere,
    );
    expect(invited.output).toMatchObject({ mailSent: true });
  });

  test.each<[string, () => Input, string]>([
    ['neither a user nor an address', () => ({}), 'email'],
    ['both', () => ({ userId: w.user, email: 'ada@example.com' }), 'userId'],
    ['a user who does not exist', () => ({ userId: 'user_01h455vb4pex5vsknk084sn02q' }), 'userId'],
    [
      'an organization that does not exist',
      () => ({ userId: w.user, organizationIds: ['org_01h455vb4pex5vsknk084sn02q'] }),
      'organizationIds.0',
    ],
  ])('is refused for %s', async (_what, input, path) => {
    expect(await refusalOf(create(input()))).toMatchObject({ paths: [path] });
  });

  test('a token that adds to organizations requires the permission to add members', async () => {
    const input = { userId: w.user, organizationIds: [w.organization, w.organization] };
    expect(await refusalOf(create(input, 'users:write'))).toMatchObject({ code: 'FORBIDDEN' });
    const { output } = await create(input, 'users:write', 'organizations:write');
    expect((await stored(output.oneTimeToken)).organizationIds).toEqual([w.organization]);
  });
});

describe('revoking a one-time token', () => {
  test('is refused after its use', async () => {
    await kernel.database.prisma.oneTimeToken.update({ where: { id: w.oneTimeToken }, data: { usedAt: kernel.now() } });
    const revoked = kernel.run(revokeOneTimeToken, { oneTimeTokenId: w.oneTimeToken });
    expect(await refusalOf(revoked)).toMatchObject({ code: 'CONFLICT', paths: ['oneTimeTokenId'] });
  });
});

test('maintenance removes tokens a week after they expired', async () => {
  const { pool, prisma } = kernel.database;
  const week = 7 * 86_400_000;
  const expiresAt = (await stored(w.oneTimeToken)).expiresAt.getTime();
  const count = () => prisma.oneTimeToken.count({ where: { id: w.oneTimeToken } });
  await removeOldTokens({ pool }, new Date(expiresAt + week));
  expect(await count()).toBe(1);
  await removeOldTokens({ pool }, new Date(expiresAt + week + 1));
  expect(await count()).toBe(0);
});
