import * as client from 'openid-client';
import { afterEach, describe, expect, test } from 'vitest';
import { addApplication, addUser, startIssuer } from '../../support/issuer.ts';
import { setPolicy } from '../../support/browsers/pages.ts';
import { perFile } from '../../support/per-file.ts';
import {
  redirectUri,
  refusal,
  type RelyingParty,
  relyingParty,
  type SignedIn,
} from '../../support/browsers/relying-party.ts';

const minute = 60;
const hour = 3600;
const ways = { scope: 'openid offline_access', prompt: 'consent' };
const issuer = perFile(startIssuer);
afterEach(() => policy({}));

const policy = (session: { limitSeconds?: number; idleLimitSeconds?: number }) => setPolicy(issuer, { session });

interface Limits {
  sessionLimitSeconds?: number;
  sessionIdleLimitSeconds?: number;
}
async function signIn(limits: Limits = {}) {
  const { prisma } = issuer.database;
  const { username } = await addUser(prisma);
  const settings = { redirectUris: [redirectUri], ...limits };
  const party = await relyingParty(issuer.issuer, await addApplication(prisma, 'TRADITIONAL_WEB', settings));
  return { party, username, ...(await party.signIn(username, ways)) };
}

/** The outcome of an authorization request without interaction: "code", or the error. */
async function silently(party: RelyingParty, { visitor }: Pick<SignedIn, 'visitor'>): Promise<string> {
  const step = await visitor.follow((await party.start({ prompt: 'none' })).url, issuer.publicUrl);
  return 'left' in step ? (step.left.searchParams.get('error') ?? 'code') : 'a page';
}
const refresh = (party: RelyingParty, { tokens }: Pick<SignedIn, 'tokens'>) =>
  client.refreshTokenGrant(party.config, tokens.refresh_token ?? '');

describe('an idle limit of an application', () => {
  test('requires a new sign-in after that time without activity, and no earlier', async () => {
    const { party, ...signedIn } = await signIn({ sessionIdleLimitSeconds: hour });
    for (let times = 0; times < 3; times++) {
      issuer.advance(50 * minute);
      expect(await silently(party, signedIn)).toBe('code');
    }
    issuer.advance(61 * minute);
    expect(await silently(party, signedIn)).toBe('login_required');
    await party.signIn(signedIn.username, {}, signedIn.visitor);
    expect(await silently(party, signedIn)).toBe('code');
  });

  test('counts uses of the tokens of the session as activity', async () => {
    const { party, ...signedIn } = await signIn({ sessionIdleLimitSeconds: hour });
    issuer.advance(50 * minute);
    await refresh(party, signedIn);
    await issuer.uses.write();
    issuer.advance(50 * minute);
    expect(await silently(party, signedIn)).toBe('code');
  });

  test('ends refresh tokens that were not used for that time', async () => {
    const { party, ...signedIn } = await signIn({ sessionIdleLimitSeconds: hour });
    issuer.advance(50 * minute);
    const next = await refresh(party, signedIn);
    issuer.advance(50 * minute);
    const last = await client.refreshTokenGrant(party.config, next.refresh_token ?? '');
    issuer.advance(61 * minute);
    const late = client.refreshTokenGrant(party.config, last.refresh_token ?? '');
    expect(await refusal(late)).toMatchObject({ error: 'invalid_grant' });
  });

  test('does not concern other applications, whose requests are activity in the session', async () => {
    const other = await signIn();
    const limited = await signIn({ sessionIdleLimitSeconds: hour });
    issuer.advance(2 * hour);
    expect(await silently(limited.party, other)).toBe('login_required');
    expect(await silently(other.party, other)).toBe('code');
    expect(await silently(limited.party, other)).toBe('code');
  });
});

describe('the limits of the policy', () => {
  test('apply to every application: since the sign-in, however active the session is', async () => {
    const { party, ...signedIn } = await signIn();
    await policy({ limitSeconds: 2 * hour });
    for (const expected of ['code', 'login_required']) {
      issuer.advance(90 * minute);
      expect(await silently(party, signedIn)).toBe(expected);
    }
    expect(await refusal(refresh(party, signedIn))).toMatchObject({ error: 'invalid_grant' });
  });

  test('apply to every application: without activity', async () => {
    const { party, ...signedIn } = await signIn();
    await policy({ idleLimitSeconds: hour });
    issuer.advance(61 * minute);
    expect(await silently(party, signedIn)).toBe('login_required');
    expect(await refusal(refresh(party, signedIn))).toMatchObject({ error: 'invalid_grant' });
  });

  test.each([
    ['the policy', { limitSeconds: hour }, { sessionLimitSeconds: 10 * hour }],
    ['the application', { limitSeconds: 10 * hour }, { sessionLimitSeconds: hour }],
    ['the policy', { idleLimitSeconds: hour }, { sessionIdleLimitSeconds: 10 * hour }],
    ['the application', { idleLimitSeconds: 10 * hour }, { sessionIdleLimitSeconds: hour }],
  ])('give way to nothing: the shorter one applies, here that of %s', async (_whose, ofPolicy, ofApplication) => {
    await policy(ofPolicy);
    const { party, ...signedIn } = await signIn(ofApplication);
    issuer.advance(50 * minute);
    expect(await silently(party, signedIn)).toBe('code');
    issuer.advance(70 * minute);
    expect(await silently(party, signedIn)).toBe('login_required');
  });

  test('are none by default: a session lasts 14 days without activity', async () => {
    const { party, ...signedIn } = await signIn();
    issuer.advance(13 * 24 * hour);
    expect(await silently(party, signedIn)).toBe('code');
    issuer.advance(15 * 24 * hour);
    expect(await silently(party, signedIn)).toBe('login_required');
  });
});
