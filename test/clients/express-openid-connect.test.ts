import { afterAll, beforeAll, expect, test } from 'vitest';
import { Visitor } from '../support/browsers/browser.ts';
import { addApplication, addUser, password, startIssuer, type TestIssuer } from '../support/issuer.ts';
import { freePort } from '../support/servers/redis-server.ts';
import { startExpress } from './express.ts';
import { isAsked, open, signInTo, signOut, withPassword } from './journey.ts';

let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await startIssuer();
});
afterAll(() => issuer[Symbol.asyncDispose]());

test('express-openid-connect signs people in and out with its defaults', async () => {
  const { prisma } = issuer.database;
  const user = await addUser(prisma);
  const port = await freePort();
  const home = `http://localhost:${port}`;
  const uris = { redirectUris: [`${home}/callback`], postLogoutRedirectUris: [home] };
  const { id, clientSecret } = await addApplication(prisma, 'TRADITIONAL_WEB', uris);
  using _application = await startExpress(port, { issuer: issuer.issuer, clientId: id, clientSecret });
  const visitor = new Visitor();

  expect(await signInTo(home, withPassword({ identifier: user.username ?? '', password }), visitor)).toMatchObject({
    claims: { iss: issuer.issuer, aud: id, sub: user.id },
    person: { sub: user.id, email: user.email, name: user.name },
  });
  expect(await isAsked(home, visitor)).toBe(false);

  expect(await signOut(home, visitor)).toBe(`${home}/`);
  expect(await open(home, visitor)).toEqual({ claims: null, person: null });
  expect(await isAsked(home, visitor)).toBe(true);
});
