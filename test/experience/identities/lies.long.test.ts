import { beforeEach, describe, expect, test } from 'vitest';
import { accountBrowser } from '../../support/browsers/account-pages.ts';
import { openPage, type ShownPage } from '../../support/browsers/flow-pages.ts';
import { calls, startAccounts } from '../../support/accounts/account-flows.ts';
import { addProvider, comeBack, linkTo, providerEnvironment } from '../../support/upstreams/identity-providers.ts';
import { addUser } from '../../support/issuer.ts';
import { perFile } from '../../support/per-file.ts';
import { misbehaviors, startUpstream } from '../../support/upstreams/upstream.ts';
import { type Lie, lies } from '../../support/upstreams/lies.ts';

/** Everything that a provider can do wrong, for each purpose with which a person goes there. */
const accounts = perFile(() => startAccounts({ environment: providerEnvironment }));
const upstream = perFile(() => startUpstream({ clock: accounts.issuer.clock }));
let providerId = '';
let people = 0;
beforeEach(async () => {
  upstream.lie(null);
  upstream.restore();
  await upstream.rotateKeys();
  // All of its addresses are called.
  upstream.claimsIn = 'userinfo';
  const claims = { name: 'Ada', email: `lies${++people}@provider.example`, email_verified: true };
  upstream.person = { sub: `subject ${people}`, claims };
  providerId = (await addProvider(accounts.issuer, upstream)).id;
});

/** A person who goes to the provider with a purpose, and goes on after the return. */
interface Visitor {
  /** Goes there and comes back. Returns the reference of the attempt, and the statuses of all responses. */
  goThrough(): Promise<{ reference: string; statuses: number[] }>;
}

async function onSignInPage(): Promise<Visitor> {
  const page = await openPage(accounts.issuer, accounts.web);
  return {
    async goThrough() {
      const begun = await page.answer({ way: `identity:${providerId}` });
      const { next } = begun.step?.details ?? {};
      const statuses = next === undefined ? [] : [(await comeBack(page.visitor, next)).status];
      const back = await page.get();
      const end: ShownPage = back.step?.details.identity === undefined ? back : await page.answer({});
      return { reference: begun.reference ?? '', statuses: [...statuses, begun.status, back.status, end.status] };
    },
  };
}

const purposes: Record<string, () => Promise<Visitor>> = {
  async 'sign-in'() {
    const ada = await addUser(accounts.prisma);
    await linkTo(accounts.issuer, ada.id, providerId, upstream.person.sub);
    return onSignInPage();
  },
  'sign-up': onSignInPage,
  async link() {
    const ada = await accounts.member();
    const pages = accountBrowser(accounts.issuer, ada.username, ada.visitor);
    return {
      async goThrough() {
        const begun = await calls.rest(ada, { purpose: 'link-identity', identityProviderId: providerId });
        const { next } = begun.step.details;
        const returned = next === undefined ? [] : [(await comeBack(ada.visitor, next)).status];
        const end = await pages.post(`/account/flows/${begun.id}`, { step: 'upstream' });
        return { reference: begun.reference, statuses: [...returned, end.status] };
      },
    };
  },
};

/** The records that no lie may change: accounts, identities, and what is in the event log about them. */
async function stored() {
  const [users, identities, events] = await Promise.all([
    accounts.prisma.user.count(),
    accounts.prisma.userIdentity.findMany({ orderBy: { id: 'asc' } }),
    accounts.prisma.event.count({ where: { type: { not: 'IdentityProvider.Failing' } } }),
  ]);
  return { users, identities, events };
}

async function reasonsOf(reference: string) {
  const where = { reference: reference.replace('-', '') };
  const attempt = await accounts.prisma.signInAttempt.findFirst({ where, include: { entries: true } });
  return attempt?.entries.flatMap(({ reason }) => reason ?? []) ?? [];
}

/** Goes through while the provider does something. Returns the reasons of the attempt. */
async function refusedWith(purpose: string): Promise<string[]> {
  const person = await purposes[purpose]?.();
  const before = await stored();
  const { reference, statuses } = (await person?.goThrough()) ?? { reference: '', statuses: [500] };
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expect(await stored()).toEqual(before);
  return reasonsOf(reference);
}

const lastErrorOf = async () =>
  (await accounts.prisma.identityProvider.findUniqueOrThrow({ where: { id: providerId } })).lastError;

/** A callback that names no sign-in of ours is nobody's, so no attempt and no provider is at fault. */
const ofNobody: readonly Lie[] = ['another state', 'no state'];

describe.each(Object.keys(purposes))('a %s at a provider', (purpose) => {
  test.each(Object.keys(lies) as Lie[])('has no effect if the provider lies with %s', async (lie) => {
    upstream.lie(lie);
    const reasons = await refusedWith(purpose);
    expect(reasons).toEqual(ofNobody.includes(lie) ? [] : ['identity-invalid']);
    expect((await lastErrorOf()) === null).toBe(ofNobody.includes(lie));
  });

  test('has no effect if the provider signs with a key that it does not publish', async () => {
    await upstream.rotateKeys({ isPublished: false });
    expect(await refusedWith(purpose)).toEqual(['identity-invalid']);
  });

  // One that never responds is in away.test.ts.
  const { slow: _slow, ...broken } = misbehaviors;
  const cases = Object.keys(broken).flatMap((name) =>
    ['/.well-known/openid-configuration', '/token', '/jwks', '/me'].map((path) => [name, path] as const),
  );
  test.each(cases)('has no effect if the response is %s at %s', async (name, path) => {
    upstream.intercept(path, (_, response) => broken[name as keyof typeof broken](response));
    expect(await refusedWith(purpose)).toEqual([name === 'garbled' ? 'identity-invalid' : 'provider-unreachable']);
    expect(await lastErrorOf()).toEqual(expect.any(String));
  });

  test('has an effect if the provider is honest, with new keys, too', async () => {
    await upstream.rotateKeys();
    const person = await purposes[purpose]?.();
    const before = await stored();
    await person?.goThrough();
    expect((await stored()).events).toBeGreaterThan(before.events);
    expect(await lastErrorOf()).toBeNull();
  });
});
