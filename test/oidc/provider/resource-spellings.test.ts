import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { platformActor } from '../../../src/kernel/actor.ts';
import { createApiResource } from '../../../src/operations/api-resources/create-api-resource.ts';
import { createRole } from '../../../src/operations/roles/create-role.ts';
import { Visitor } from '../../support/browsers/browser.ts';
import { addApplication, addResource, addUser, startIssuer } from '../../support/issuer.ts';
import { perFile } from '../../support/per-file.ts';
import { redirectUri, refusal, type RelyingParty, relyingParty } from '../../support/browsers/relying-party.ts';

const origin = { requestId: 'req_test', channel: 'graphql' as const };
const [plain, slashed, query] = ['https://plain.example', 'https://slashed.example/', 'https://query.example?v=1'];
const deep = 'https://deep.example/api';
const issuer = perFile(startIssuer);
let web: RelyingParty;
let scopeIds: string[];

beforeAll(async () => {
  const { prisma } = issuer.database;
  const resources = await Promise.all([plain, slashed, query, deep].map((one) => addResource(prisma, one, ['read'])));
  scopeIds = resources.flatMap((resource) => resource.scopeIds);
  const application = await addApplication(prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] });
  web = await relyingParty(issuer.issuer, application);
});

const person = () => addUser(issuer.database.prisma, { scopeIds });
const audienceOf = ({ access_token: token }: { access_token: string }) => decodeJwt(token).aud;

/** The registered spelling, and the other one (RFC 3986 §6.2.3). */
const spellings: [registered: string, other: string][] = [
  [plain, 'https://plain.example/'],
  [slashed, 'https://slashed.example'],
  [query, 'https://query.example/?v=1'],
];

describe('a resource indicator means the same with and without the slash of an empty path', () => {
  test.each(spellings)(
    'all requests of a sign-in accept either spelling, and its tokens are for %s',
    async (registered, other) => {
      const user = await person();
      for (const [asked, redeemed] of [
        [other, registered],
        [registered, other],
        [other, other],
      ] as const) {
        const journey = await web.start({ scope: 'openid read', resource: asked });
        const back = await new Visitor().signIn(journey.url, user.username);
        const tokens = await web.redeem(journey, back, { resource: redeemed });
        expect([audienceOf(tokens), tokens.scope]).toEqual([registered, 'read']);
        for (const resource of [registered, other]) {
          const next = await client.refreshTokenGrant(web.config, tokens.refresh_token ?? '', { resource });
          expect([audienceOf(next), next.scope]).toEqual([registered, 'read']);
        }
      }
    },
  );

  test.each(spellings)(
    'pushed and posted authorization requests accept either spelling of %s',
    async (registered, other) => {
      const user = await person();
      const { url, ...journey } = await web.start({ scope: 'openid read', resource: other });
      const pushed = await client.buildAuthorizationUrlWithPAR(web.config, url.searchParams);
      const back = await new Visitor().signIn(pushed, user.username);
      const tokens = await web.redeem({ url, ...journey }, back, { resource: registered });
      expect(audienceOf(tokens)).toBe(registered);
      const { status } = await fetch(`${issuer.issuer}/auth`, {
        method: 'POST',
        body: url.searchParams,
        redirect: 'manual',
      });
      expect(status).toBe(303);
    },
  );

  test('a request that names both spellings names one resource', async () => {
    const user = await person();
    const { url, ...journey } = await web.start({ scope: 'openid read', resource: plain });
    url.searchParams.append('resource', `${plain}/`);
    const back = await new Visitor().signIn(url, user.username);
    const tokens = await web.redeem({ url, ...journey }, back, { resource: plain });
    expect(audienceOf(tokens)).toBe(plain);
  });

  test('the slash of a longer path counts: that is another resource', async () => {
    const { url } = await web.start({ scope: 'openid read', resource: `${deep}/` });
    const answer = await new Visitor().follow(url, issuer.publicUrl);
    expect('left' in answer && answer.left.searchParams.get('error')).toBe('invalid_target');
    const call = client.clientCredentialsGrant(web.config, { resource: `${deep}/` });
    expect(await refusal(call)).toMatchObject({ error: 'invalid_target' });
  });
});

describe('the registration of an API resource', () => {
  const register = (indicator: string) =>
    issuer.execute(createApiResource, platformActor, { name: 'API', indicator }, origin);
  const isTaken = { code: 'TAKEN', problems: [{ path: ['indicator'] }] };

  it.each(spellings)('refuses the other spelling of %s', async (_registered, other) => {
    await expect(register(other)).rejects.toMatchObject(isTaken);
  });

  it('accepts one of two spellings that are registered at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const host = `https://race-${round}.example`;
      const outcomes = await Promise.allSettled([register(host), register(`${host}/`)]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: isTaken });
    }
  });

  it('accepts both if the path is longer', async () => {
    expect(await register(`${deep}/`)).toBeDefined();
  });
});

test('a role takes its scopes by either spelling', async () => {
  const scopes = spellings.map(([, resource]) => ({ resource, name: 'read' }));
  const input = { name: 'Readers', scopes };
  const { output } = await issuer.execute(createRole, platformActor, input, origin);
  const held = await issuer.database.prisma.roleScope.count({ where: { roleId: output.role } });
  expect(held).toBe(3);
});
