import { expect, test } from 'vitest';
import { perTest } from '../../support/per-file.ts';
import { startGitHub } from '../../support/upstreams/github.ts';
import { sendJson } from '../../support/upstreams/server.ts';
import { begin, gitHubConnection, identityOf, openProviders, signIn } from './fixture.ts';

const github = perTest(startGitHub);

test('a person of GitHub is the number of the account, and has the list of addresses', async () => {
  const identity = await identityOf(openProviders(), gitHubConnection(github));
  expect(identity).toEqual({
    subject: '583231',
    claims: { ...github.user, emails: github.emails },
    authenticatedAt: null,
    acr: null,
    amr: [],
  });
});

test('a request has PKCE and a state, and nothing of OpenID Connect', async () => {
  const request = { loginHint: 'ada@example.com', forcesSignIn: true };
  const { url, kept } = await begin(openProviders(), gitHubConnection(github), request);
  expect([...url.searchParams.keys()].toSorted()).toEqual([
    'client_id',
    'code_challenge',
    'code_challenge_method',
    'redirect_uri',
    'response_type',
    'scope',
    'state',
  ]);
  expect(kept.nonce).toBeNull();
});

test('an issuer in the response is ignored: there is none to compare it with', async () => {
  const change = (parameters: URLSearchParams) => parameters.set('iss', 'https://github.com/login/oauth');
  expect(await signIn(openProviders(), gitHubConnection(github), { change })).toHaveProperty('identity');
});

test('no list of addresses is requested of a provider that has none', async () => {
  const connection = gitHubConnection(github);
  const settings = { ...connection.settings, emailsEndpoint: null, subjectClaim: 'login' };
  const identity = await identityOf(openProviders(), { ...connection, settings });
  expect(identity).toMatchObject({ subject: 'octocat', claims: github.user });
  expect(identity.claims).not.toHaveProperty('emails');
  expect(github.paths).not.toContain('/user/emails');
});

test('a refusal of the person or of the client is one, also with status 200', async () => {
  const providers = openProviders();
  github.refuses = true;
  expect(await signIn(providers, gitHubConnection(github))).toMatchObject({
    problem: 'identity-refused',
    error: 'access_denied',
  });
  github.refuses = false;
  const connection = { ...gitHubConnection(github), version: 2, secrets: { clientSecret: 'wrong' } };
  expect(await signIn(providers, connection)).toEqual({
    problem: 'identity-refused',
    error: 'incorrect_client_credentials',
    message: expect.stringContaining('client_secret passed are incorrect'),
  });
});

test.each([
  ['no number or text', { id: { toString: 1 } }],
  ['a number that is not exact', { id: 2 ** 53 }],
  ['none', {}],
])('a subject that is %s is refused', async (_, user) => {
  github.user = user;
  const result = await signIn(openProviders(), gitHubConnection(github));
  expect(result).toEqual({ problem: 'identity-invalid', message: 'The claim "id" does not identify a person.' });
});

test.each([
  ['/user', ['a list'], 'identity-invalid'],
  ['/user/emails', { no: 'list' }, 'identity-invalid'],
  ['/user/emails', Array.from({ length: 2000 }, (_, index) => ({ email: `${index}@example.com` })), 'identity-invalid'],
])('a response at %s that is not what it should be is refused', async (path, body, problem) => {
  github.intercept(path, (_, response) => sendJson(response, body));
  expect(await signIn(openProviders(), gitHubConnection(github))).toMatchObject({ problem });
});

test.each(['/user', '/user/emails'])('a scope that is missing at %s is named by its address', async (path) => {
  github.intercept(path, (_, response) => sendJson(response, { message: 'Not Found' }, 404));
  expect(await signIn(openProviders(), gitHubConnection(github))).toEqual({
    problem: 'provider-unreachable',
    message: `${github.origin}${path}: The response has the status 404.`,
  });
});
