import * as client from 'openid-client';
import { expect, test } from 'vitest';
import { addApplication, addUser, startIssuer } from '../../support/issuer.ts';
import { redirectUri, relyingParty } from '../../support/browsers/relying-party.ts';

/** Seconds from the machine's clock to the database's: longer than the lifetime of an ID token. */
const offset = 7200;

test("an ID token uses the time of the database instead of the machine's, and is accepted as id_token_hint", async () => {
  await using issuer = await startIssuer();
  const { prisma } = issuer.database;
  const application = await addApplication(prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] });
  const shop = await relyingParty(issuer.issuer, application);
  const { username } = await addUser(prisma);
  issuer.advance(offset);
  const { tokens, visitor } = await shop.signIn(username, { max_age: '600' });
  const { iat = 0, exp = 0, auth_time: authTime = 0 } = tokens.claims() ?? {};
  const now = Date.now() / 1000 + offset;
  expect([iat, exp - 3600, authTime].filter((time) => Math.abs(time - now) > 60)).toEqual([]);
  const back = await visitor.fetch(client.buildEndSessionUrl(shop.config, { id_token_hint: tokens.id_token ?? '' }));
  expect(back.status).toBe(303);
  expect(issuer.faults).toEqual([]);
});
