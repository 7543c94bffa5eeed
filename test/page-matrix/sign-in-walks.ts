import { codeFor } from '../support/browsers/flow-pages.ts';
import {
  choose,
  enterIdentifier,
  follow,
  leave,
  signIn,
  start,
  submit,
  type Walk,
  withoutValidation,
} from './visit.ts';

/** Ways to sign in, mistakes, and what refuses a person. */
export const signInWalks: Record<string, Walk> = {
  async 'sign-in'(visit) {
    const { email } = await visit.stage.person();
    const page = await start(visit);
    await visit.picture(page, 'sign-in');
    await withoutValidation(page);
    await submit(page);
    await visit.picture(page, 'sign-in-nothing');
    await enterIdentifier(page, email);
    await visit.picture(page, 'password');
    await page.fill('#password', 'wrong');
    await submit(page);
    await visit.picture(page, 'password-wrong');
    for (let count = 0; count < 9; count++) {
      await page.fill('#password', 'wrong');
      await submit(page);
    }
    await visit.picture(page, 'locked');
  },

  async 'codes by mail'(visit) {
    const { email } = await visit.stage.person({ email: 'a.rather.long.name.of.a.person@subsidiary.example.com' });
    const page = await start(visit);
    await enterIdentifier(page, email);
    await choose(page, 'email-code');
    await visit.picture(page, 'code');
    await follow(page, () => page.fill('#code', '000000'));
    await visit.picture(page, 'code-wrong');
  },

  async 'codes by SMS'(visit) {
    await visit.stage.policy({ first: ['phone-code'] });
    const page = await start(visit);
    await visit.picture(page, 'sign-in-by-phone');
    await enterIdentifier(page, '+4915123456789');
    await visit.picture(page, 'code-of-sms');
    await visit.stage.policy();
  },

  async 'a forgotten password'(visit) {
    const { issuer } = visit.stage;
    const { email } = await visit.stage.person();
    const page = await start(visit);
    await enterIdentifier(page, email);
    await choose(page, 'reset');
    await visit.picture(page, 'reset');
    await submit(page);
    await visit.picture(page, 'reset-code');
    await follow(page, async () => page.fill('#code', await codeFor(issuer, email ?? '')));
    await visit.picture(page, 'new-password');
    await page.fill('#password', 'password');
    await page.click('button[name=answer]');
    await page.waitForSelector('[role=alert]');
    await visit.picture(page, 'new-password-refused');
    await page.fill('#password', 'seven wooden ships at sea');
    await submit(page);
    await visit.picture(page, 'after-reset');
  },

  async 'passkeys alone'(visit) {
    await visit.stage.policy({ first: ['passkey'] });
    await visit.picture(await start(visit), 'passkey-only');
    await visit.stage.policy();
  },

  async 'who goes on, and what an application may do'({ stage, ...visit }) {
    const { username } = await stage.person({ name: 'Johanna von und zu Hohenschwangau-Lichtenstein' });
    const { indicator: resource, scope } = stage.api;
    const page = await start({ stage, ...visit });
    await leave(page, () => signIn(page, username));
    await start({ stage, ...visit }, { page, prompt: 'select_account' });
    await visit.picture(page, 'select-account');
    const wanted = { party: stage.partner, scope: `openid profile email phone ${scope}`, resource };
    await start({ stage, ...visit }, { page, ...wanted });
    await visit.picture(page, 'consent');
    await page.goto(`${stage.issuer.issuer}/session/end?client_id=${stage.applicationId}`);
    await visit.picture(page, 'sign-out');
    await follow(page, () => page.click('button[name=logout]'));
    await page.waitForURL('**/session/end/success**');
    await visit.picture(page, 'signed-out');
  },

  async refusals(visit) {
    const { stage, picture } = visit;
    const suspendedAt = stage.issuer.clock.now();
    const deletionDueAt = new Date(suspendedAt.getTime() + 86_400_000);
    for (const [title, data] of [
      ['suspended', { suspendedAt }],
      ['deletion-pending', { suspendedAt, deletionDueAt }],
    ] as const) {
      const { username } = await stage.person(data);
      const page = await start(visit);
      await signIn(page, username);
      await picture(page, title);
    }
    const page = await start(visit);
    await enterIdentifier(page, 'nobody@example.com');
    await choose(page, 'email-code');
    await follow(page, async () => page.fill('#code', await codeFor(stage.issuer, 'nobody@example.com')));
    await picture(page, 'unknown-account');
  },

  async problems(visit) {
    const { stage, picture } = visit;
    const page = await stage.open();
    const at = (path: string) => page.goto(stage.issuer.publicUrl + path);
    await at('/oidc/auth?client_id=none');
    await picture(page, 'unknown-application');
    await at(`/oidc/auth?client_id=${stage.applicationId}&redirect_uri=https://none.example`);
    await picture(page, 'wrong-redirect');
    await at('/sign-in/none');
    await picture(page, 'expired');
    await at('/reset-password');
    await picture(page, 'reset-alone');
    await page.context().clearCookies();
    await page.fill('#identifier', 'ada@example.com');
    await submit(page);
    await picture(page, 'page-expired');
    await at('/account/return');
    await picture(page, 'not-signed-in');
    const over = await start(visit);
    const address = over.url();
    const { username } = await stage.person();
    await leave(over, () => signIn(over, username));
    await over.goto(address);
    await picture(over, 'already-signed-in');
  },
};
