import { describe, expect, test } from 'vitest';
import { setPolicy } from '../../support/browsers/pages.ts';
import { goThrough } from '../../support/upstreams/identity-providers.ts';
import { password } from '../../support/issuer.ts';
import { shareProvider } from './setup.ts';

const { issuer, upstream, newPerson, newUser, provider, open, link, reasonsOf } = shareProvider();

describe('the domain of an address', () => {
  test('leads to its provider, with an account or without, and a password that is sent with it is not compared', async () => {
    const { email } = newPerson();
    await provider({ domains: ['example.com'], isShown: false });
    await newUser(email);
    const shown = await Promise.all(
      [email, 'nobody@example.com'].map(async (identifier) => {
        const page = await open();
        const { step, status } = await page.answer({ identifier, password });
        const { details, ...rest } = step ?? {};
        return { status, rest, next: new URL(details?.next ?? '').searchParams.get('login_hint') };
      }),
    );
    const [known, unknown] = shown;
    expect(known?.next).toBe(email);
    expect({ ...known, next: '' }).toEqual({ ...unknown, next: '' });
  });

  test('leads back to the other ways of an account, if its provider is not required', async () => {
    const { email } = newPerson();
    await provider({ domains: ['example.com'] });
    const user = await newUser(email);
    const page = await open();
    expect((await page.answer({ identifier: email })).step).toMatchObject({ name: 'upstream' });
    await page.answer({ way: 'identify' });
    await page.answer({ step: 'identify', identifier: email, password });
    expect((await page.finish())?.sub).toBe(user.id);
  });

  test('requires the provider if it is set so, except of administrators', async () => {
    const { email } = newPerson();
    const other = await provider({ name: 'Other' });
    await provider({ domains: ['example.com'], isRequired: true });
    const user = await newUser(email);
    await link(user.id, other.id, upstream.person.sub);
    const page = await open();
    const shown = await goThrough(page, other.id);
    expect(shown.refused?.reason).toBe('sso-required');
    expect(await reasonsOf(shown)).toEqual(['sso-required']);
  });

  test('requires it of new accounts, too', async () => {
    await setPolicy(issuer, { signUp: { isOpen: true, requires: [] } });
    await provider({ domains: ['example.com'], isRequired: true });
    const page = await open();
    expect((await page.answer({ way: 'email-code', identifier: 'new@example.com' })).step?.name).toBe('code');
    // The page does not show that none was sent.
    const where = { recipient: 'new@example.com' };
    expect((await issuer.database.prisma.message.findMany({ where })).map(({ state }) => state)).toEqual(['withheld']);
  });

  test('requires it of new accounts whose address another provider vouches for', async () => {
    const { email } = newPerson();
    const other = await provider({ name: 'Other' });
    await provider({ domains: ['example.com'], isRequired: true });
    const shown = await goThrough(await open(), other.id);
    expect(shown.refused?.reason).toBe('sso-required');
    expect(await issuer.database.prisma.user.count({ where: { email } })).toBe(0);
  });
});
