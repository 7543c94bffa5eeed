import { decodeJwt } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import { addApplication, addUser } from '../../support/issuer.ts';
import { claimsOf, mint, signInRecords } from '../../support/exchanges/token-endpoint.ts';
import {
  accessTokenType,
  type Fields,
  sendTokenRequest,
  type TokenAnswer,
} from '../../support/exchanges/token-requests.ts';
import { startFixture } from './fixture.ts';
import { suspensions } from './suspensions.ts';

/** The claims that a token keeps through several exchanges. */
const fixture = await startFixture();
const { endpoint, records } = fixture;
afterAll(() => fixture[Symbol.asyncDispose]());

const exchange = (changed: Fields = {}) => sendTokenRequest(endpoint.on, fixture.ask(changed));
const { suspendAndReactivate, setSuspended, during } = suspensions(endpoint);
const organizationOf = ({ json }: TokenAnswer) => decodeJwt(json.access_token ?? '')['organization_id'];

describe('how and when the person was authenticated', () => {
  const level = { acr: 'urn:mandate:level:2', amr: ['pwd', 'otp', 'mfa'], auth_time: 1_700_000_000 };
  const levelOf = ({ json }: TokenAnswer) => {
    const { acr, amr, auth_time } = decodeJwt(json.access_token ?? '');
    return { acr, amr, auth_time };
  };
  const exchanged = async (url: string, claims: object) => {
    const subject = await mint(endpoint, { ...claimsOf(endpoint, fixture.ada), ...claims });
    return sendTokenRequest(url, fixture.ask({ subject_token: subject }));
  };

  test.each([endpoint.on, endpoint.off])(
    'stays that of the subject token, through several exchanges (%#)',
    async (url) => {
      const first = await exchanged(url, level);
      expect(levelOf(first)).toEqual(level);
      const second = await sendTokenRequest(url, fixture.ask({ subject_token: first.json.access_token ?? '' }));
      expect(levelOf(second)).toEqual(level);
    },
  );

  test('is not stated without it, and never by the client', async () => {
    const plain = await exchanged(endpoint.on, {});
    expect(levelOf(plain)).toEqual({ acr: undefined, amr: undefined, auth_time: undefined });
    const given = await sendTokenRequest(endpoint.on, fixture.ask({ acr: 'phr', auth_time: '1' }));
    expect(levelOf(given)).toEqual({ acr: undefined, amr: undefined, auth_time: undefined });
  });
});

describe('an application in the actor chain', () => {
  const { prisma } = endpoint.app.services.database;
  const add = () => addApplication(prisma, 'MACHINE_TO_MACHINE', { tokenExchangeAllowed: true });
  const exchangeBy = async (client: { id: string; clientSecret: string }, subject_token: string) =>
    sendTokenRequest(endpoint.on, fixture.askAs(client, { subject_token }));

  /** Three applications that exchanged in turn, the token of the last one, and a fourth application. */
  async function makeChain() {
    const applications = [await add(), await add(), await add()] as const;
    let token = fixture.token;
    for (const client of applications) token = (await exchangeBy(client, token)).json.access_token ?? '';
    return { applications, token, next: await add() };
  }

  test.each([0, 1, 2])(
    'invalidates the chain when it is suspended, also after its reactivation (%i)',
    async (place) => {
      const { applications, token, next } = await makeChain();
      const applicationId = applications[place]?.id ?? '';
      await setSuspended(applicationId, true);
      expect(await exchangeBy(next, token)).toMatchObject({
        status: 400,
        json: {
          error: 'invalid_request',
          error_description: 'the subject token was obtained through an application that is suspended',
        },
      });
      await setSuspended(applicationId, false);
      expect(await exchangeBy(next, token)).toMatchObject({
        status: 400,
        json: { error: 'invalid_request', error_description: 'the subject token was revoked' },
      });
      // Tokens that it obtains from now on are valid, and so are exchanges of these.
      const again = (await exchangeBy(applications[place] ?? next, fixture.token)).json.access_token ?? '';
      const second = (await exchangeBy(next, again)).json.access_token ?? '';
      expect((await exchangeBy(await add(), second)).status).toBe(200);
      // Another suspension ends those, too.
      await suspendAndReactivate(applicationId);
      expect((await exchangeBy(await add(), second)).status).toBe(400);
    },
  );

  test('invalidates a concurrent exchange when it is suspended and reactivated', async () => {
    const { applications, token, next } = await makeChain();
    const request = fixture.askAs(next, { subject_token: token });
    expect(await during(() => suspendAndReactivate(applications[0].id), request)).toMatchObject({
      status: 400,
      json: { error_description: 'the subject token was revoked' },
    });
  });

  test.each([0, 1, 2])('invalidates the chain when it is deleted (%i)', async (place) => {
    const { applications, token, next } = await makeChain();
    await prisma.application.delete({ where: { id: applications[place]?.id ?? '' } });
    expect(await exchangeBy(next, token)).toMatchObject({
      status: 400,
      json: {
        error: 'invalid_request',
        error_description: 'the subject token was obtained through an application that no longer exists',
      },
    });
  });

  test('stops its own exchanges only when its token exchange is disabled', async () => {
    const { applications, token, next } = await makeChain();
    const where = { id: { in: applications.map(({ id }) => id) } };
    await prisma.application.updateMany({ where, data: { tokenExchangeAllowed: false, version: { increment: 1 } } });
    expect((await exchangeBy(next, token)).status).toBe(200);
    expect((await exchangeBy(applications[0], token)).json.error).toBe('unauthorized_client');
  });

  test('can occur twice in one chain', async () => {
    const [one, other] = [await add(), await add()];
    let token = fixture.token;
    for (const client of [one, other, one]) token = (await exchangeBy(client, token)).json.access_token ?? '';
    expect((await exchangeBy(other, token)).status).toBe(200);
  });
});

describe('a token restricted to an organization', () => {
  const { acme, globex, backend, secondBackend } = records;
  const everything = { scope: undefined };
  const confined = async (changed: Fields = {}) =>
    (await exchange({ organization_id: acme, ...everything, ...changed })).json.access_token ?? '';
  const exchangeAgain = (token: string, changed: Fields = {}, client = secondBackend) =>
    sendTokenRequest(endpoint.on, fixture.askAs(client, { subject_token: token, ...everything, ...changed }));
  const refused = (error_description: string) => ({ status: 400, json: { error: 'access_denied', error_description } });

  test('is exchanged for one restricted to the same organization by default', async () => {
    const second = await exchangeAgain(await confined());
    // orders:write is held in the other organization only.
    expect(second.json['scope']).toBe('orders:list orders:read');
    expect(organizationOf(second)).toBe(acme);
    const third = await exchangeAgain(second.json.access_token ?? '', {}, backend);
    expect([third.json['scope'], organizationOf(third)]).toEqual(['orders:list orders:read', acme]);
  });

  test('is exchanged if the same organization is requested', async () => {
    expect(organizationOf(await exchangeAgain(await confined(), { organization_id: acme }))).toBe(acme);
  });

  test.each([
    ['another organization of the user', globex],
    ['an organization of which the user is no member', records.initech],
    ['an organization that does not exist', 'org_01h455vb4pex5vsknk084sn02q'],
    ['no organization id at all', 'x'],
  ])('is not exchanged for %s', async (_title, organization_id) => {
    const answer = await exchangeAgain(await confined(), { organization_id });
    expect(answer).toMatchObject(refused('the subject token is confined to another organization'));
  });

  test('is not exchanged after the user has left the organization', async () => {
    const { prisma } = endpoint.app.services.database;
    const user = await addUser(prisma);
    const token = await mint(endpoint, claimsOf(endpoint, await signInRecords(endpoint, user.id, records.shop.id)));
    await prisma.organizationUser.create({ data: { organizationId: acme, userId: user.id } });
    const member = await confined({ subject_token: token });
    expect((await exchangeAgain(member)).status).toBe(200);
    await prisma.organizationUser.deleteMany({ where: { userId: user.id } });
    expect(await exchangeAgain(member)).toMatchObject(refused('the user is not a member of this organization'));
  });

  test('is an actor token in exchanges for that organization only', async () => {
    const actor = { actor_token: await confined(), actor_token_type: accessTokenType };
    const otherwise = refused('the actor token is confined to another organization than the exchange');
    expect(await exchange(actor)).toMatchObject(otherwise);
    expect(await exchange({ ...actor, organization_id: globex })).toMatchObject(otherwise);
    expect((await exchange({ ...actor, organization_id: acme })).status).toBe(200);
    expect((await exchangeAgain(await confined(), actor)).status).toBe(200);
  });
});
