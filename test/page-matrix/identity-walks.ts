import { addProvider } from '../support/upstreams/identity-providers.ts';
import { password } from '../support/issuer.ts';
import { startUpstream, type Upstream } from '../support/upstreams/upstream.ts';
import { follow, leave, signIn, start, submit, type Visit, type Walk } from './visit.ts';

/** A walk with two identity providers, of which the second one is real. */
const withProviders =
  (walk: (visit: Visit, at: { upstream: Upstream; id: string }) => Promise<void>): Walk =>
  async (visit) => {
    const { issuer } = visit.stage;
    await using upstream = await startUpstream({ clock: issuer.clock });
    await addProvider(issuer, upstream, { name: 'Google', preset: 'google' });
    const { id } = await addProvider(issuer, upstream, { name: 'Customer login of Acme' });
    try {
      await walk(visit, { upstream, id });
    } finally {
      await issuer.database.prisma.identityProvider.updateMany({ data: { isEnabled: false } });
    }
  };

/** Sign-ins at identity providers, and the question whether to link an identity. */
export const identityWalks: Record<string, Walk> = {
  'identity providers': withProviders(async (visit, { upstream, id }) => {
    const { stage, picture } = visit;
    const { email } = await stage.person();
    upstream.person = { sub: 'ada', claims: { name: 'Ada Lovelace', email, email_verified: true } };
    const page = await start(visit);
    await picture(page, 'sign-in-providers');
    await follow(page, () => page.click(`button[value="identity:${id}"]`));
    await page.waitForSelector('#password');
    await picture(page, 'identity-account');
    await page.fill('#password', password);
    await submit(page);
    await picture(page, 'identity-confirm');
    await leave(page, () => page.click('button[name=answer]'));
  }),

  'an identity provider that refuses': withProviders(async (visit, { upstream, id }) => {
    upstream.refuse('access_denied');
    const page = await start(visit);
    await follow(page, () => page.click(`button[value="identity:${id}"]`));
    await page.waitForSelector('h1');
    await page.waitForURL('**/sign-in/**');
    await visit.picture(page, 'identity-refused');
  }),

  'linked accounts': withProviders(async (visit, { upstream, id }) => {
    const { stage, picture } = visit;
    const { username } = await stage.person();
    upstream.person = { sub: 'grace', claims: { email: 'grace.hopper@subsidiary.example.com' } };
    const page = await stage.open();
    const security = () => page.goto(`${stage.issuer.publicUrl}/account/security`);
    await security();
    await signIn(page, username);
    await page.waitForURL('**/account/security');
    await picture(page, 'account-security-providers');
    await page.click(`form[action*="link-identity"]:has(input[value="${id}"]) button`);
    await page.waitForURL('**/account/security?notice=*');
    await picture(page, 'account-security-linked');
    await page.click('a[href*="unlink-identity"], form[action*="unlink-identity"] button');
    await page.waitForURL('**/unlink-identity**');
    await picture(page, 'account-unlink-identity');
  }),
};
