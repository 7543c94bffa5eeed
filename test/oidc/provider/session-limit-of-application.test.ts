import * as client from 'openid-client';
import { expect, test } from 'vitest';
import { addApplication, addUser, startIssuer } from '../../support/issuer.ts';
import { redirectUri, refusal, relyingParty } from '../../support/browsers/relying-party.ts';

const hour = 3600;
const ways = { scope: 'openid offline_access', prompt: 'consent' };

test('an application with a limit needs a new sign-in after it, while the session lasts for the others', async () => {
  await using issuer = await startIssuer();
  const { prisma } = issuer.database;
  const { username } = await addUser(prisma);
  const party = async (sessionLimitSeconds: number | null) => {
    const settings = { redirectUris: [redirectUri], sessionLimitSeconds };
    return relyingParty(issuer.issuer, await addApplication(prisma, 'TRADITIONAL_WEB', settings));
  };
  const [limited, other] = [await party(12 * hour), await party(null)];
  const { tokens, visitor } = await limited.signIn(username, ways);
  const long = await other.signIn(null, ways, visitor);
  const silently = async ({ start }: typeof limited, parameters: Record<string, string> = {}) => {
    const step = await visitor.follow((await start({ prompt: 'none', ...parameters })).url, issuer.publicUrl);
    return 'left' in step ? (step.left.searchParams.get('error') ?? 'code') : step;
  };

  issuer.advance(11 * hour);
  expect(await silently(limited)).toBe('code');
  const rotated = await client.refreshTokenGrant(limited.config, tokens.refresh_token ?? '');
  expect(rotated.refresh_token).toBeTypeOf('string');

  issuer.advance(2 * hour);
  expect(await silently(limited)).toBe('login_required');
  expect(await silently(limited, { max_age: '999999' })).toBe('login_required');
  const refused = client.refreshTokenGrant(limited.config, rotated.refresh_token ?? '');
  expect(await refusal(refused)).toMatchObject({ error: 'invalid_grant' });
  expect(await silently(other)).toBe('code');
  expect((await client.refreshTokenGrant(other.config, long.tokens.refresh_token ?? '')).access_token).toBeDefined();

  await limited.signIn(username, {}, visitor);
  expect(await silently(limited)).toBe('code');
  expect(issuer.faults).toEqual([]);
});
