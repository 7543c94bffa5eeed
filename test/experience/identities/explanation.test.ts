import { beforeAll, describe, expect, test } from 'vitest';
import { type Administrator, openAdministration } from '../../support/administrator.ts';
import { setPolicy } from '../../support/browsers/pages.ts';
import { goThrough } from '../../support/upstreams/identity-providers.ts';
import { shareProvider } from './setup.ts';

/** The identity providers in the explanation of a sign-in, held against the pages. */
const { issuer, newPerson, newUser, provider, link, open } = shareProvider();
let administrator: Administrator;
beforeAll(async () => {
  administrator = await openAdministration(issuer);
});

const query = `query ($input: ExplainSignInInput!) { explainSignIn(input: $input) {
  providers { identityProviderId name isLinked isUsable missing next { step ways isReady refused rule } } } }`;
const explain = async (input: object) => (await administrator.ask(query, { input })).explainSignIn.providers;

describe('the explanation of a sign-in', () => {
  test('shows that a person can sign in with a provider that is linked, as the pages do', async () => {
    const { email, sub } = newPerson();
    const { id } = await provider();
    const user = await newUser(email);
    await link(user.id, id, sub);
    expect(await explain({ userId: user.id })).toMatchObject([
      { identityProviderId: id, name: 'Acme', isLinked: true, isUsable: true, missing: null, next: { isReady: true } },
    ]);
    const page = await open();
    await goThrough(page, id);
    expect((await page.finish())?.sub).toBe(user.id);
  });

  test('shows what follows with one that is not linked, as the pages do', async () => {
    const { email } = newPerson();
    const { id } = await provider();
    const user = await newUser(email);
    const [way] = await explain({ identifier: email });
    expect(way).toMatchObject({ isLinked: false, isUsable: true, next: { step: 'PASSWORD' } });
    expect((await goThrough(await open(), id)).step?.name).toBe('password');
    await issuer.database.prisma.identityProvider.update({ where: { id }, data: { linking: 'automatic' } });
    expect(await explain({ userId: user.id })).toMatchObject([{ next: { isReady: true } }]);
    await issuer.database.prisma.identityProvider.update({ where: { id }, data: { linking: 'never' } });
    expect(await explain({ userId: user.id })).toMatchObject([
      { next: { refused: 'IDENTITY_UNLINKED', rule: 'identityProvider.linking' } },
    ]);
  });

  test('does not expect a link in silence with an account that holds permissions', async () => {
    const { email } = newPerson();
    await provider({ linking: 'automatic' });
    const scope = await issuer.database.prisma.scope.findFirstOrThrow({ where: { name: 'users:read' } });
    await newUser(email, { scopeIds: [scope.id] });
    expect(await explain({ identifier: email })).toMatchObject([{ next: { step: 'PASSWORD' } }]);
  });

  test('shows why a provider that is linked cannot be used: it is disabled, or the pages do not offer it', async () => {
    const { email, sub } = newPerson();
    const [disabled, hidden] = [await provider({ isEnabled: false }), await provider({ isShown: false })];
    const user = await newUser(email);
    await link(user.id, disabled.id, sub);
    await link(user.id, hidden.id, sub);
    expect(await explain({ userId: user.id })).toMatchObject([
      {
        identityProviderId: disabled.id,
        isUsable: false,
        missing: 'The identity provider is disabled.',
        next: { refused: 'PROVIDER_DISABLED', rule: 'identityProvider.isEnabled' },
      },
      { identityProviderId: hidden.id, isUsable: false, missing: 'The pages do not offer this identity provider.' },
    ]);
  });

  test('names the provider that the domain of an address requires, for each way', async () => {
    await setPolicy(issuer, { signUp: { isOpen: true, requires: [] } });
    const { id } = await provider({ domains: ['customer.example'], isRequired: true, isShown: false });
    const required = 'query ($input: ExplainSignInInput!) { explainSignIn(input: $input) { next { refused rule } } }';
    const user = await newUser('ada@customer.example');
    const input = { userId: user.id, verifications: ['PASSWORD'] };
    const { next } = (await administrator.ask(required, { input })).explainSignIn;
    expect(next).toEqual({ refused: 'SSO_REQUIRED', rule: 'identityProvider.isRequired' });
    expect(await explain({ identifier: 'new@customer.example' })).toMatchObject([
      { identityProviderId: id, isLinked: false, isUsable: true, next: { isReady: true } },
    ]);
    const asNew = { identifier: 'new@customer.example', verifications: ['EMAIL'] };
    const refused = (await administrator.ask(required, { input: asNew })).explainSignIn.next;
    expect(refused).toEqual({ refused: 'SSO_REQUIRED', rule: 'identityProvider.isRequired' });
  });
});
