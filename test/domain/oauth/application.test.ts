import { describe, expect, test } from 'vitest';
import {
  type ApplicationSettings,
  exchangeObstacles,
  mayExchange,
  requireConsistent,
  requireMayExchange,
} from '../../../src/domain/oauth/application.ts';
import { applicationTypes } from '../../../src/vocabulary/resources.ts';
import { Failure } from '../../../src/domain/failure.ts';

const settings: ApplicationSettings = {
  type: 'TRADITIONAL_WEB',
  kind: 'SERVICE',
  ownerId: null,
  isThirdParty: false,
  tokenExchangeAllowed: false,
  accountApiAllowed: false,
  pkceRequired: true,
  redirectUris: [],
  postLogoutRedirectUris: [],
  corsOrigins: [],
  grantTypes: [],
  jwks: null,
};

/** The paths of the refusal; empty if the settings are valid. */
function refusedAt(run: () => void): string[] {
  try {
    run();
    return [];
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'BAD_USER_INPUT') throw error;
    return error.problems.map(({ path }) => path.join('.'));
  }
}
const check = (changes: Partial<ApplicationSettings>) =>
  refusedAt(() => requireConsistent({ ...settings, ...changes }));

const web = 'https://app.example.com';
const cases: [string, Partial<ApplicationSettings>, string[]][] = [
  ['a web application without PKCE', { pkceRequired: false }, []],
  ['a browser application without PKCE', { type: 'SINGLE_PAGE', pkceRequired: false }, ['pkceRequired']],
  ['a native application without PKCE', { type: 'NATIVE', pkceRequired: false }, ['pkceRequired']],
  ['a service with keys', { type: 'MACHINE_TO_MACHINE', jwks: { keys: [] } }, []],
  ['a browser application with keys', { type: 'SINGLE_PAGE', jwks: { keys: [] } }, ['jwks']],
  ['a third party that may exchange tokens', { isThirdParty: true, tokenExchangeAllowed: true }, ['isThirdParty']],
  ['a third party', { isThirdParty: true }, []],
  ['an agent without an owner', { kind: 'AGENT' }, ['ownerId']],
  ['an agent with an owner', { kind: 'AGENT', ownerId: 'user_1' }, []],
  ['a service that people return to', { type: 'MACHINE_TO_MACHINE', redirectUris: [web] }, ['redirectUris']],
  [
    'a service with a logout address',
    { type: 'MACHINE_TO_MACHINE', postLogoutRedirectUris: [web] },
    ['postLogoutRedirectUris'],
  ],
  ['a refresh token without a code', { grantTypes: ['REFRESH_TOKEN'] }, ['grantTypes.0']],
  ['a grant that is given twice', { grantTypes: ['AUTHORIZATION_CODE', 'AUTHORIZATION_CODE'] }, ['grantTypes.1']],
  ['a service with origins', { type: 'MACHINE_TO_MACHINE', corsOrigins: [web] }, ['corsOrigins']],
  ['good addresses', { redirectUris: [web], postLogoutRedirectUris: [web], corsOrigins: [web] }, []],
  ['bad redirect URIs', { redirectUris: [web, 'a', web, 'b:c'] }, ['redirectUris.1', 'redirectUris.3']],
  ['a bad logout address', { postLogoutRedirectUris: [`${web}/#a`] }, ['postLogoutRedirectUris.0']],
  ['a bad origin', { corsOrigins: [`${web}/`] }, ['corsOrigins.0']],
  [
    'several mistakes at once',
    { type: 'NATIVE', pkceRequired: false, redirectUris: ['x:y'] },
    ['pkceRequired', 'redirectUris.0'],
  ],
];

describe('the settings of an application', () => {
  test.each(cases)('are checked: %s', (_title, changes, paths) => expect(check(changes)).toEqual(paths));
});

describe('tokenExchangeAllowed', () => {
  test.each([
    ['MACHINE_TO_MACHINE', false, []],
    ['TRADITIONAL_WEB', false, []],
    ['MACHINE_TO_MACHINE', true, ['tokenExchangeAllowed']],
    ['TRADITIONAL_WEB', true, ['tokenExchangeAllowed']],
    ['SINGLE_PAGE', false, ['tokenExchangeAllowed']],
    ['NATIVE', false, ['tokenExchangeAllowed']],
  ] as const)('the type %s (third-party: %s) is refused at %j', (type, isThirdParty, paths) => {
    expect(refusedAt(() => requireMayExchange({ type, isThirdParty }))).toEqual(paths);
  });
});

describe('token exchange by an application', () => {
  const both = [true, false];
  const all = applicationTypes.flatMap((type) =>
    both.flatMap((isThirdParty) => both.map((tokenExchangeAllowed) => ({ type, isThirdParty, tokenExchangeAllowed }))),
  );

  test('requires the setting, a first-party application and a confidential one', () => {
    const allowed = all
      .filter(mayExchange)
      .map(({ type, isThirdParty, tokenExchangeAllowed }) => [type, isThirdParty, tokenExchangeAllowed]);
    expect(allowed).toEqual([
      ['MACHINE_TO_MACHINE', false, true],
      ['TRADITIONAL_WEB', false, true],
    ]);
  });

  test('lists an obstacle for every unmet condition, and none otherwise', () => {
    for (const application of all) {
      const active = { isSuspended: false, isOwnerActive: true };
      const obstacles = exchangeObstacles({ ...application, ...active });
      expect([application, obstacles.length === 0]).toEqual([application, mayExchange(application)]);
      const inactive = { isSuspended: true, isOwnerActive: false };
      expect(exchangeObstacles({ ...application, ...inactive })).toEqual([...obstacles, 'SUSPENDED', 'OWNER_INACTIVE']);
    }
    const none = { isThirdParty: true, tokenExchangeAllowed: false, isSuspended: false, isOwnerActive: true };
    expect(exchangeObstacles({ type: 'NATIVE', ...none })).toEqual(['DISABLED', 'THIRD_PARTY', 'PUBLIC_CLIENT']);
  });
});
