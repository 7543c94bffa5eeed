import { describe, expect, test } from 'vitest';
import { comeBack } from '../../support/upstreams/identity-providers.ts';
import { setPolicy } from '../../support/browsers/pages.ts';
import { type Lie, lies } from '../../support/upstreams/lies.ts';
import { shareTrials } from './trials.ts';

/** Trial sign-ins: what administrators see of a provider before people sign in with it. */
const { issuer, upstream, newPerson, newUser, provider, link, prisma, ...trials } = shareTrials();
const { newAdministrator, start, read, leadsTo, goThroughTrial } = trials;

describe('a trial sign-in', () => {
  test('shows the claims, what is read from them, and what would follow, with a provider that is disabled', async () => {
    const { email, sub } = newPerson({ locale: 'de_CH' });
    upstream.person = { ...upstream.person, acr: 'two', amr: ['pwd', 'otp'] };
    const { id } = await provider({ isEnabled: false, level2Values: ['otp'] });
    const administrator = await newAdministrator();
    const { trialId, end } = await goThroughTrial(administrator, id);
    expect(end).toBe(`${issuer.publicUrl}/console/sign-in/identity-providers/${id}?trial=${trialId}`);
    expect(await read(administrator, trialId)).toMatchObject({
      identityProviderId: id,
      state: 'RECEIVED',
      claims: { sub, email, email_verified: true, locale: 'de_CH' },
      acr: 'two',
      amr: ['pwd', 'otp'],
      identity: { subject: sub, email, isEmailVerified: true, name: 'Ada Lovelace', locale: 'de-CH', level: 2 },
      decision: {
        effect: 'SIGN_UP',
        rule: 'identityProvider.createsAccounts',
        userId: null,
        next: { isReady: true, refused: null },
      },
      refused: null,
      problem: null,
    });
  });

  test('is the same over REST', async () => {
    const { email } = newPerson();
    const { id } = await provider();
    const administrator = await newAdministrator();
    const started = await administrator.rest(`/identity-providers/${id}/trials`, { method: 'POST', body: '{}' });
    const { trialId, url } = (await started.json()) as { trialId: string; url: string };
    const path = `/identity-providers/${id}/trials/${trialId}`;
    expect(await (await administrator.rest(path)).json()).toMatchObject({ state: 'waiting', claims: null });
    const back = await comeBack(administrator.visitor, await leadsTo(administrator.visitor, url));
    await administrator.visitor.fetch(new URL(back.headers.get('location') ?? '', issuer.publicUrl));
    const read = (await (await administrator.rest(path)).json()) as object;
    expect(read).toMatchObject({ state: 'received', identity: { email }, decision: { effect: 'sign-up' } });
    const other = await provider();
    expect((await administrator.rest(`/identity-providers/${other.id}/trials/${trialId}`)).status).toBe(404);
  });

  test('changes no account, signs no one in, and records no failure', async () => {
    const { email } = newPerson();
    const user = await newUser(email);
    const { id } = await provider({ linking: 'automatic' });
    const administrator = await newAdministrator();
    const before = await prisma().identityProvider.findUniqueOrThrow({ where: { id } });
    const { trialId } = await goThroughTrial(administrator, id);
    expect(await read(administrator, trialId)).toMatchObject({ decision: { effect: 'LINK', userId: user.id } });
    upstream.lie('another nonce');
    await goThroughTrial(administrator, id);
    expect(await prisma().identityProvider.findUniqueOrThrow({ where: { id } })).toEqual(before);
    expect(await prisma().userIdentity.count({ where: { identityProviderId: id } })).toBe(0);
    expect(await prisma().user.findUniqueOrThrow({ where: { id: user.id } })).toEqual(user);
  });

  test('is an event, with the administrator as its actor', async () => {
    const { id } = await provider();
    const administrator = await newAdministrator();
    await start(administrator, id);
    const where = { type: 'IdentityProvider.Trial.Started', subjectId: id };
    const event = await prisma().event.findFirstOrThrow({ where });
    expect(event.actor).toMatchObject({ kind: 'user', id: administrator.user.id });
  });
});

describe('what would follow', () => {
  type Decided = { effect: string; rule: string; userId: string | null; next: object };
  const cases: [string, object, (email: string, sub: string, id: string) => Promise<Decided>][] = [
    [
      'for an identity that is linked: a sign-in',
      {},
      async (email, sub, id) => {
        const user = await newUser(email);
        await link(user.id, id, sub);
        return { effect: 'SIGN_IN', rule: 'user.identities', userId: user.id, next: { step: null, isReady: true } };
      },
    ],
    [
      'for a suspended account: a refusal',
      {},
      async (email, sub, id) => {
        const user = await newUser(email, { suspendedAt: new Date() });
        await link(user.id, id, sub);
        const next = { refused: 'ACCOUNT_SUSPENDED' };
        return { effect: 'REFUSE', rule: 'user.suspendedAt', userId: user.id, next };
      },
    ],
    [
      'for the address of an account: the proof of that account',
      {},
      async (email) => {
        const { id: userId } = await newUser(email);
        return { effect: 'LINK', rule: 'identityProvider.linking', userId, next: { step: 'PASSWORD' } };
      },
    ],
    [
      'for the address of an account with automatic linking: the link',
      { linking: 'automatic' },
      async (email) => {
        const { id: userId } = await newUser(email);
        return { effect: 'LINK', rule: 'identityProvider.linking', userId, next: { isReady: true } };
      },
    ],
    [
      'for the address of an account without linking: a refusal',
      { linking: 'never' },
      async (email) => {
        const { id: userId } = await newUser(email);
        const next = { refused: 'IDENTITY_UNLINKED' };
        return { effect: 'REFUSE', rule: 'identityProvider.linking', userId, next };
      },
    ],
    [
      'for a new person while sign-up is closed: a refusal',
      { createsAccounts: false },
      async () => {
        const next = { refused: 'UNKNOWN_ACCOUNT' };
        return { effect: 'REFUSE', rule: 'policy.signUp.isOpen', userId: null, next };
      },
    ],
    [
      'for a new person whose domain requires another provider: a refusal',
      {},
      async (email) => {
        await provider({ domains: [email.split('@')[1] ?? ''], isRequired: true });
        const next = { refused: 'SSO_REQUIRED' };
        return { effect: 'REFUSE', rule: 'identityProvider.isRequired', userId: null, next };
      },
    ],
  ];

  test.each(cases)('is decided %s', async (_, data, prepare) => {
    await setPolicy(issuer, {});
    const { email, sub } = newPerson();
    const { id } = await provider(data);
    const administrator = await newAdministrator();
    const decision = await prepare(email, sub, id);
    const { trialId } = await goThroughTrial(administrator, id);
    expect(await read(administrator, trialId)).toMatchObject({ decision });
  });

  test('is a refusal for an address outside of the domains of a provider that is trusted for them', async () => {
    newPerson();
    const { id } = await provider({ addressTrust: 'domains', domains: ['other.example'] });
    const administrator = await newAdministrator();
    const { trialId } = await goThroughTrial(administrator, id);
    expect(await read(administrator, trialId)).toMatchObject({
      state: 'RECEIVED',
      claims: { email: expect.any(String) },
      identity: null,
      decision: null,
      refused: 'IDENTITY_DOMAIN',
    });
  });
});

describe('a trial sign-in', () => {
  const lost: readonly Lie[] = ['another state', 'no state'];

  test.each(Object.keys(lies) as Lie[])('is refused, with the reason, if the provider lies with %s', async (lie) => {
    newPerson();
    const { id } = await provider();
    const administrator = await newAdministrator();
    upstream.claimsIn = lie === 'another subject in userinfo' ? 'userinfo' : 'id-token';
    upstream.lie(lie);
    const { trialId } = await goThroughTrial(administrator, id);
    upstream.claimsIn = 'id-token';
    const trial = await read(administrator, trialId);
    if (lost.includes(lie)) return expect(trial).toMatchObject({ state: 'WAITING', claims: null });
    expect(trial).toMatchObject({
      state: 'RECEIVED',
      claims: null,
      identity: null,
      decision: null,
      refused: expect.stringMatching(/^(IDENTITY_INVALID|PROVIDER_UNREACHABLE)$/),
      problem: expect.any(String),
    });
  });

  test('ends at once if the provider cannot be reached, which the result explains', async () => {
    const { id, settings } = await provider();
    const gone = { ...(settings as object), issuer: 'http://127.0.0.1:9' };
    await prisma().identityProvider.update({ where: { id }, data: { settings: gone } });
    const administrator = await newAdministrator();
    const { trialId, url } = await start(administrator, id);
    expect(await leadsTo(administrator.visitor, url)).toContain(
      `/console/sign-in/identity-providers/${id}?trial=${trialId}`,
    );
    expect(await read(administrator, trialId)).toMatchObject({
      state: 'RECEIVED',
      refused: 'PROVIDER_UNREACHABLE',
      problem: expect.stringContaining('127.0.0.1:9'),
    });
  });

  test('ends if its provider is changed meanwhile', async () => {
    newPerson();
    const { id } = await provider();
    const administrator = await newAdministrator();
    const { trialId, url } = await start(administrator, id);
    const next = await leadsTo(administrator.visitor, url);
    await prisma().identityProvider.update({ where: { id }, data: { version: { increment: 1 } } });
    const back = await comeBack(administrator.visitor, next);
    await administrator.visitor.fetch(new URL(back.headers.get('location') ?? '', issuer.publicUrl));
    expect(await read(administrator, trialId)).toMatchObject({ refused: 'PROVIDER_DISABLED', claims: null });
  });
});
