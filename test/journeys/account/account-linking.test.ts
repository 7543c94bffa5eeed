import { beforeEach, describe, expect, test } from 'vitest';
import { accountBrowser } from '../../support/browsers/account-pages.ts';
import { calls, channels, type Member, startAccounts } from '../../support/accounts/account-flows.ts';
import { addProvider, comeBack, providerEnvironment } from '../../support/upstreams/identity-providers.ts';
import { perFile } from '../../support/per-file.ts';
import { startUpstream } from '../../support/upstreams/upstream.ts';

/** People who link identities at a real provider with their own accounts. */
const accounts = perFile(() => startAccounts({ environment: providerEnvironment }));
const upstream = perFile(() => startUpstream({ clock: accounts.issuer.clock }));
let identityProviderId = '';
let people = 0;
beforeEach(async () => {
  await accounts.policy({});
  await accounts.prisma.identityProvider.updateMany({ data: { isShown: false } });
  identityProviderId = (await addProvider(accounts.issuer, upstream)).id;
  upstream.person = { sub: `subject ${++people}`, claims: { name: 'Ada', email: `at${people}@provider.example` } };
});

const pagesOf = ({ username, visitor }: Member) => accountBrowser(accounts.issuer, username, visitor);
const identitiesOf = (userId: string) =>
  accounts.prisma.userIdentity.findMany({ where: { userId, unlinkedAt: null }, select: { subject: true, name: true } });

/** Comes back from the provider, to the page of the flow. */
async function returnFrom({ visitor }: Member, next: string): Promise<string> {
  const back = await comeBack(visitor, next);
  expect(back.status).toBe(303);
  return back.headers.get('location') ?? '';
}

const linked = { type: 'User.Data.Updated', data: { changed: ['identities'] }, cause: { operation: 'linkIdentity' } };

describe.each(channels)('by %s', (name) => {
  test('a person gets the address of the provider, and comes back to a page that links the identity', async () => {
    const ada = await accounts.member();
    const begun = await calls[name](ada, { purpose: 'link-identity', identityProviderId });
    expect(begun).toMatchObject({ purpose: 'link-identity', step: { name: 'upstream' } });
    const path = await returnFrom(ada, begun.step.details.next);
    expect(path).toBe(`/account/flows/${begun.id}`);
    expect(await identitiesOf(ada.id)).toEqual([]);
    expect((await pagesOf(ada).post(path, { step: 'upstream' })).status).toBe(303);
    expect(await identitiesOf(ada.id)).toEqual([
      { subject: upstream.person.sub, name: `at${people}@provider.example` },
    ]);
    expect((await accounts.eventsAbout(ada.id)).at(-1)).toMatchObject(linked);
    expect((await ada.rest('GET', `/flows/${begun.id}`)).json).toMatchObject({ state: 'finished' });
  });

  test.each([
    ['that is disabled', { isEnabled: false }],
    ['that people are not offered', { isShown: false }],
  ])('a provider %s is not found', async (_, data) => {
    const ada = await accounts.member();
    await accounts.prisma.identityProvider.update({ where: { id: identityProviderId }, data });
    expect(await calls[name](ada, { purpose: 'link-identity', identityProviderId })).toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

test('on the pages, a button of the security page leads to the provider, and back to it', async () => {
  const ada = await accounts.member();
  const pages = pagesOf(ada);
  expect((await pages.open('/security')).html).toContain('Link Acme');
  const sent = await pages.send('security/link-identity', {}, `?id=${identityProviderId}`);
  const [, next = ''] = /href="(http:\/\/127[^"]+)"/.exec(sent.html) ?? [];
  const path = await returnFrom(ada, next.replaceAll('&amp;', '&'));
  const shown = await pages.open(path.replace('/account', ''));
  expect(shown.html).toContain(`at${people}@provider.example`);
  const ended = await pages.post(path, { step: 'upstream' });
  expect(ended.headers.get('location')).toMatch(/^\/account\/security\?notice=/);
  const { html } = await pages.open('/security');
  expect(html).toContain(`at${people}@provider.example`);
  expect(html).not.toContain('Link Acme');
  expect(await accounts.eventsAbout(ada.id)).toContainEqual(expect.objectContaining({ type: linked.type }));
});

describe('the proof of an identity', () => {
  const beginFor = async (member: Member) => calls.rest(member, { purpose: 'link-identity', identityProviderId });

  test('is of no use in another session, also of the same person', async () => {
    const ada = await accounts.member();
    const begun = await beginFor(ada);
    const path = await returnFrom(ada, begun.step.details.next);
    for (const other of [await accounts.again(ada), await accounts.member()]) {
      const response = await pagesOf(other).post(path, { step: 'upstream' });
      expect(response.headers.get('location')).toMatch(/^\/account\/security\?notice=/);
    }
    expect(await identitiesOf(ada.id)).toEqual([]);
  });

  test('links nothing after the session has ended', async () => {
    const ada = await accounts.member();
    const begun = await beginFor(ada);
    const path = await returnFrom(ada, begun.step.details.next);
    await accounts.prisma.user.update({ where: { id: ada.id }, data: { sessionEpoch: { increment: 1 } } });
    await pagesOf(ada).post(path, { step: 'upstream' });
    expect(await identitiesOf(ada.id)).toEqual([]);
  });

  test('takes no identity from another account', async () => {
    const [ada, grace] = [await accounts.member(), await accounts.member()];
    const of = await beginFor(grace);
    await pagesOf(grace).post(await returnFrom(grace, of.step.details.next), { step: 'upstream' });
    const begun = await beginFor(ada);
    const path = await returnFrom(ada, begun.step.details.next);
    const refused = await pagesOf(ada).post(path, { step: 'upstream' });
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain('Another account');
    expect([await identitiesOf(ada.id), await identitiesOf(grace.id)]).toMatchObject([[], [{}]]);
  });
});
