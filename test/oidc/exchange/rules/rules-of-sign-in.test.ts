import { beforeEach, describe, expect, test } from 'vitest';
import { opaqueToken } from '../../../support/exchanges/token-endpoint.ts';
import {
  accessTokenType,
  basic,
  exchangeGrant,
  form,
  formHeaders,
  sendTokenRequest,
} from '../../../support/exchanges/token-requests.ts';
import { explainer } from '../../explain/explainer.ts';
import { refused } from '../requests/management-exchanges.ts';
import { forOrders, startRuledExchanges } from './ruled-exchanges.ts';

const fixture = await startRuledExchanges();
const { endpoint, ada, signedIn, tokenWith, setRules, exchange } = fixture;
beforeEach(fixture.renew);

describe('an application that requires a sign-in', () => {
  const signedInAt = (seconds: number, acr = 'urn:mandate:level:1') =>
    tokenWith({ acr, auth_time: endpoint.now() - seconds });
  const tooOld = 'the sign-in behind the subject token is older than this application may use';
  const tooWeak = 'the sign-in behind the subject token does not have the level that this application requires';
  const insufficient = (description: string) => refused('insufficient_user_authentication', description);

  test('is refused a token of an older one, and one that does not state it', async () => {
    await setRules({ maxAuthenticationAge: 300 });
    expect(await exchange(forOrders, undefined, {}, await signedInAt(300))).toMatchObject({ status: 200 });
    expect(await exchange(forOrders, undefined, {}, await signedInAt(301))).toEqual(insufficient(tooOld));
    expect(await exchange(forOrders)).toEqual(insufficient(tooOld));
    const opaque = await opaqueToken(endpoint, 'AccessToken', signedIn);
    expect(await exchange(forOrders, undefined, {}, opaque)).toEqual(insufficient(tooOld));
  });

  test('is refused a token of a lower level, of an unknown one and of none', async () => {
    const levels = ['urn:mandate:level:1', 'urn:mandate:level:2', 'phr'];
    const errors = async (requiredAcr: string) => {
      await setRules({ requiredAcr });
      const seen = [];
      for (const acr of [...levels, 'urn:other', '']) {
        seen.push((await exchange(forOrders, undefined, {}, await signedInAt(0, acr))).status);
      }
      return seen;
    };
    expect(await errors('urn:mandate:level:1')).toEqual([200, 200, 200, 400, 400]);
    expect(await errors('urn:mandate:level:2')).toEqual([400, 200, 200, 400, 400]);
    expect(await errors('phr')).toEqual([400, 400, 200, 400, 400]);
    expect(await exchange(forOrders)).toEqual(insufficient(tooWeak));
  });

  test('learns what the person must do, with and without the fast path (RFC 9470)', async () => {
    await setRules({ maxAuthenticationAge: 300, requiredAcr: 'phr' });
    const fields = { subject_token: await signedInAt(0), subject_token_type: accessTokenType, resource: forOrders };
    const body = form({ grant_type: exchangeGrant, ...fields });
    for (const url of [endpoint.on, endpoint.off]) {
      const { status, json } = await sendTokenRequest(url, {
        headers: { ...formHeaders, authorization: basic(fixture.backend()) },
        body,
      });
      expect([status, json]).toEqual([
        400,
        {
          error: 'insufficient_user_authentication',
          error_description: tooWeak,
          max_age: 300,
          acr_values: 'phr',
        },
      ]);
    }
  });

  test('is answered by the explanation in the same way, as far as the token is described', async () => {
    await setRules({ maxAuthenticationAge: 300, requiredAcr: 'phr' });
    const explain = await explainer(endpoint.app);
    const question = { applicationId: fixture.backend().id, userId: ada.id, resource: forOrders };
    const at = (seconds: number) => new Date((endpoint.now() - seconds) * 1000).toISOString();
    const isMet = async (described: object) => {
      const { outcome, rules } = await explain({ ...question, ...described });
      return [rules.find(({ rule }) => rule === 'AUTHENTICATION')?.isMet, outcome.reason];
    };
    expect(await isMet({})).toEqual([null, null]);
    expect(await isMet({ subjectAcr: 'phr' })).toEqual([null, null]);
    expect(await isMet({ subjectAcr: 'phr', subjectAuthenticatedAt: at(300) })).toEqual([true, null]);
    expect(await isMet({ subjectAuthenticatedAt: at(301) })).toEqual([false, 'AUTHENTICATION_TOO_OLD']);
    expect(await isMet({ subjectAcr: '' })).toEqual([false, 'AUTHENTICATION_TOO_OLD']);
  });
});
