import { describe, expect, test } from 'vitest';
import { lockProvider } from '../../../src/store/identity-providers/providers.ts';
import { comeBack, goThrough } from '../../support/upstreams/identity-providers.ts';
import { waitingForLocks } from '../../support/servers/database.ts';
import { visitUpstream } from '../../support/upstreams/person.ts';
import { shareProvider } from './setup.ts';

const { issuer, upstream, newPerson, provider, open, lastEvent, reasonsOf } = shareProvider();

describe('a provider that', () => {
  test.each([
    ['is disabled', { isEnabled: false }],
    ['is changed', { version: { increment: 1 } }],
  ])('%s while a person is there signs no one in', async (_, data) => {
    const { email } = newPerson();
    const { id } = await provider();
    const page = await open();
    const begun = await page.answer({ way: `identity:${id}` });
    await issuer.database.prisma.identityProvider.update({ where: { id }, data });
    await comeBack(page.visitor, begun.step?.details.next);
    const shown = await page.get();
    expect(shown.step).toMatchObject({ name: 'upstream', details: {} });
    expect(await reasonsOf(shown)).toEqual(['provider-disabled']);
    expect((await page.answer({})).step?.name).toBe('upstream');
    expect(await issuer.database.prisma.user.count({ where: { email } })).toBe(0);
  });

  test('is disabled after the return signs no one in', async () => {
    newPerson();
    const { id } = await provider();
    const page = await open();
    const begun = await page.answer({ way: `identity:${id}` });
    await comeBack(page.visitor, begun.step?.details.next);
    await page.get();
    await issuer.database.prisma.identityProvider.update({ where: { id }, data: { isEnabled: false } });
    expect((await page.answer({})).refused?.reason).toBe('provider-disabled');
  });

  test('is changed while an account is created links it with no one: its subjects may be other people now', async () => {
    const { email } = newPerson();
    const { id } = await provider();
    const page = await open();
    const begun = await page.answer({ way: `identity:${id}` });
    await comeBack(page.visitor, begun.step?.details.next);
    await page.get();
    const { prisma } = issuer.database;
    const answer = await prisma.$transaction(async (tx) => {
      await lockProvider(tx, id);
      const answered = page.answer({});
      await expect.poll(() => waitingForLocks(issuer.database), { interval: 5 }).toBe(1);
      await tx.identityProvider.update({ where: { id }, data: { version: { increment: 1 } } });
      return { answered };
    });
    expect((await answer.answered).step).toBeDefined();
    expect(await prisma.userIdentity.count({ where: { identityProviderId: id } })).toBe(0);
    expect(await prisma.user.count({ where: { email } })).toBe(0);
  });

  test('has a visitor who writes an error into the response is failing, without what they wrote', async () => {
    newPerson();
    const { id } = await provider();
    upstream.refuse('access_denied');
    const page = await open();
    const begun = await page.answer({ way: `identity:${id}` });
    const { url } = await visitUpstream(begun.step?.details.next ?? '');
    const written = new URL(url);
    written.searchParams.set('error', 'invalid_scope');
    written.searchParams.set('error_description', 'Call +1 555 0100');
    await page.visitor.fetch(written);
    expect((await issuer.database.prisma.identityProvider.findUniqueOrThrow({ where: { id } })).lastError).toBe(
      'The provider responded with the error "invalid_scope".',
    );
  });

  test.each(['another nonce', 'another issuer in the response', 'another subject in userinfo'] as const)(
    'lies with %s signs no one in, and administrators see why',
    async (lie) => {
      const { email } = newPerson();
      const { id } = await provider();
      upstream.claimsIn = 'userinfo';
      upstream.lie(lie);
      const page = await open();
      const shown = await goThrough(page, id);
      upstream.claimsIn = 'id-token';
      expect(shown.step).toMatchObject({ name: 'upstream', details: {} });
      expect(await reasonsOf(shown)).toEqual(['identity-invalid']);
      expect(await issuer.database.prisma.user.count({ where: { email } })).toBe(0);
      const { lastError } = await issuer.database.prisma.identityProvider.findUniqueOrThrow({ where: { id } });
      expect(lastError).toEqual(expect.any(String));
      expect((await lastEvent('IdentityProvider.Failing')).subjectId).toBe(id);
      upstream.lie(null);
      await goThrough(page, id);
      expect((await page.finish())?.sub).toEqual(expect.stringMatching(/^user_/));
    },
  );

  test('the person refuses lets them choose another way, and is not failing', async () => {
    newPerson();
    const { id } = await provider();
    upstream.refuse('access_denied');
    const page = await open();
    const shown = await goThrough(page, id);
    expect(await reasonsOf(shown)).toEqual(['identity-refused']);
    expect((await page.answer({ way: 'sign-in' })).step?.name).toBe('identify');
    expect((await issuer.database.prisma.identityProvider.findUniqueOrThrow({ where: { id } })).lastError).toBeNull();
  });
});

describe('a response', () => {
  test('is accepted once, and in the flow that began', async () => {
    newPerson();
    const { id } = await provider();
    const [ada, eve] = [await open(), await open()];
    const begun = await ada.answer({ way: `identity:${id}` });
    const first = await comeBack(ada.visitor, begun.step?.details.next);
    const again = await comeBack(ada.visitor, begun.step?.details.next);
    expect([first.status, again.status]).toEqual([303, 303]);
    // Eve's browser does not have the cookie of the flow.
    const opened = await eve.visitor.fetch(new URL(first.headers.get('location') ?? '', issuer.publicUrl));
    expect(opened.status).toBe(410);
    await ada.get();
    await ada.answer({});
    expect((await ada.finish())?.sub).toEqual(expect.stringMatching(/^user_/));
  });

  test.each([
    ['for another provider', (url: URL, other: string) => void (url.pathname = `/sign-in/return/${other}`)],
    [
      'with another secret in its state',
      (url: URL) => url.searchParams.set('state', `${url.searchParams.get('state')?.slice(0, -1)}_`),
    ],
    ['without state', (url: URL) => url.searchParams.delete('state')],
  ])('%s changes nothing', async (_, change) => {
    newPerson();
    const { id } = await provider();
    const { id: other } = await provider();
    const page = await open();
    const begun = await page.answer({ way: `identity:${id}` });
    const { url } = await visitUpstream(begun.step?.details.next ?? '');
    const changed = new URL(url);
    change(changed, other);
    expect((await page.visitor.fetch(changed)).status).toBe(410);
    // The real one still works.
    expect((await page.visitor.fetch(url)).status).toBe(303);
    await page.get();
    await page.answer({});
    await page.finish();
  });

  test('ten minutes later is too late', async () => {
    newPerson();
    const { id } = await provider();
    const page = await open();
    const begun = await page.answer({ way: `identity:${id}` });
    issuer.advance(601);
    await comeBack(page.visitor, begun.step?.details.next);
    expect((await page.get()).step?.details.identity).toBeUndefined();
  });
});

test('a new sign-in that an application requests is requested of the provider, too', async () => {
  newPerson();
  const { id } = await provider();
  const first = await open();
  const begun = await first.answer({ way: `identity:${id}` });
  const requestOf = (next = '') => {
    const { searchParams } = new URL(next);
    return [searchParams.get('prompt'), searchParams.get('max_age')];
  };
  expect(requestOf(begun.step?.details.next)).toEqual([null, null]);
  await comeBack(first.visitor, begun.step?.details.next);
  await first.get();
  await first.answer({});
  await first.finish();
  const again = await open({ visitor: first.visitor, parameters: { prompt: 'login' } });
  const { step } = await again.answer({ way: `identity:${id}` });
  expect(requestOf(step?.details.next)).toEqual(['login', '0']);
});
