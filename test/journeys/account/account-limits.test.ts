import * as client from 'openid-client';
import { describe, expect, it } from 'vitest';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { defaultExperienceId } from '../../../src/vocabulary/sign-in-experience.ts';
import { type Act, act, doors, type Person, startAccountPlatform } from '../../support/accounts/account.ts';
import { endSession, forget, leave, newPassword, rename, revoke } from '../../support/accounts/account-acts.ts';
import { perFile } from '../../support/per-file.ts';

const platform = perFile(startAccountPlatform);
const prisma = () => platform.issuer.database.prisma;

describe.each(doors)('by %s, an operation on an account', (door) => {
  const run = ({ token }: Pick<Person, 'token'>, one: Act) => act(platform.issuer, door, token, one);

  it('finds nothing of others', async () => {
    const [ada, joan] = [await platform.person(), await platform.person()];
    const device = await prisma().device.findFirstOrThrow({ where: { userId: joan.id } });
    const theirs = ids.next('organization');
    await prisma().organization.create({
      data: { id: theirs, name: 'Theirs', users: { create: { userId: joan.id } } },
    });
    for (const one of [endSession(joan.sessionId), forget(device.id), leave(theirs), revoke(platform.applicationId)])
      expect(await run(ada, one)).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('needs the scope account:write', async () => {
    const reader = await platform.person({}, 'openid account:read');
    expect(await run(reader, rename('Reader'))).toMatchObject({ code: 'FORBIDDEN' });
  });

  it('changes only what the policy allows', async () => {
    const ada = await platform.person();
    const where = { id: defaultExperienceId };
    const { policy } = await prisma().signInExperience.findUniqueOrThrow({ where });
    await prisma().signInExperience.update({
      where,
      data: { policy: { ...(policy as object), account: { allows: ['username'] } } },
    });
    expect(await run(ada, rename('Not allowed'))).toMatchObject({ code: 'CONFLICT', paths: ['name'] });
    expect(await run(ada, newPassword())).toMatchObject({ code: 'CONFLICT', paths: ['password'] });
    await prisma().signInExperience.update({ where, data: { policy: policy as object } });
    expect(await run(ada, rename('Allowed'))).toMatchObject({ code: null });
  });

  it('needs a sign-in of the highest level that the account can reach, for a credential', async () => {
    const ada = await platform.person();
    await addTotp(ada.id);
    const refused = await run(ada, newPassword());
    expect(refused).toMatchObject({
      status: 401,
      code: 'INSUFFICIENT_USER_AUTHENTICATION',
      maxAge: 900,
      acrValues: 'urn:mandate:level:2',
    });
    const challenge = refused.headers.get('www-authenticate');
    expect(challenge).toMatch(/^Bearer error="insufficient_user_authentication", .*acr_values="urn:mandate:level:2"/);
    expect(await run(ada, rename('Still allowed'))).toMatchObject({ code: null });
  });
});

it.each(doors)('by %s, a credential needs a recent sign-in, and nothing else does', async (door) => {
  const ada = await platform.person();
  const { tokens } = await platform.signInAgain(ada);
  platform.issuer.advance(901);
  const resource = `${platform.issuer.publicUrl}/account`;
  const { access_token: token } = await client.refreshTokenGrant(platform.web.config, tokens.refresh_token ?? '', {
    resource,
  });
  const refused = await act(platform.issuer, door, token, newPassword());
  expect(refused).toMatchObject({ status: 401, code: 'INSUFFICIENT_USER_AUTHENTICATION', maxAge: 900 });
  expect(refused.headers.get('www-authenticate')).toContain('max_age="900"');
  expect(refused.acrValues).toBe(undefined);
  expect(await act(platform.issuer, door, token, rename('Later'))).toMatchObject({ code: null });
});

/** An authenticator app of a person, which this test does not use. */
async function addTotp(userId: string): Promise<void> {
  const secret = { encryptedSecret: Buffer.of(1), lastStep: 0 };
  const data = { id: ids.next('factor'), userId, kind: 'totp', name: 'Phone', createdAt: new Date(), ...secret };
  await prisma().factor.create({ data: data as never });
}

const attempts = [
  { title: 'a person may try 20 usernames in an hour', most: 20, route: 'PATCH /profile' },
  { title: 'a person may export the account three times a day', most: 3, route: 'GET /export' },
] as const;
it.each(attempts)('$title', async ({ most, route }) => {
  const [ada, joan] = [await platform.person(), await platform.person()];
  // Is taken, and refused.
  const input = route === 'PATCH /profile' ? { username: joan.username } : {};
  const call = () => act(platform.issuer, 'rest', ada.token, { name: 'limited', route, input });
  for (let number = 0; number < most; number++) expect((await call()).code).not.toBe('RATE_LIMITED');
  const refused = await call();
  expect(refused).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
  // Nothing else is limited, and no one else.
  expect(await act(platform.issuer, 'rest', ada.token, rename('Ada King'))).toMatchObject({ code: null });
  expect(await act(platform.issuer, 'rest', joan.token, rename('Joan'))).toMatchObject({ code: null });
});
