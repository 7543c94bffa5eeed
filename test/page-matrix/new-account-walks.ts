import type { Page } from 'playwright-core';
import { addAuthenticator } from '../support/browsers/authenticator.ts';
import { codeFor } from '../support/browsers/flow-pages.ts';
import { password } from '../support/issuer.ts';
import { totpCode } from '../support/totp.ts';
import {
  choose,
  enterIdentifier,
  follow,
  leave,
  start,
  submit,
  type Visit,
  type Walk,
  withoutValidation,
} from './visit.ts';

const newPassword = 'seven wooden ships at sea';

/** New accounts, and second factors. */
export const newAccountWalks: Record<string, Walk> = {
  async 'a new account with an authenticator app'(visit) {
    const { stage, picture } = visit;
    await stage.policy({ second: { required: 'always' } });
    const page = await start(visit);
    await choose(page, 'sign-up');
    await picture(page, 'sign-up');
    await withoutValidation(page);
    await page.fill('#identifier', 'nobody');
    await submit(page);
    await picture(page, 'sign-up-wrong');
    await page.fill('#identifier', 'ada@gmail.com');
    await submit(page);
    await picture(page, 'sign-up-code');
    await follow(page, async () => page.fill('#code', await codeFor(stage.issuer, 'ada@gmail.com')));
    await picture(page, 'fields');
    await page.fill('#username', 'countess');
    await page.fill('#name', 'Ada Lovelace');
    await page.fill('#password', 'password');
    await page.check('[name=terms]');
    await page.click('button[name=answer]');
    await page.waitForSelector('[role=alert]');
    await picture(page, 'fields-refused');
    await page.fill('#password', newPassword);
    await submit(page);
    await picture(page, 'new-app');
    await page.click('summary');
    const key = (await page.textContent('code.key')) ?? '';
    await picture(page, 'new-app-key');
    await follow(page, () => page.fill('#code', totpCode(key, stage.issuer.clock.now())));
    await picture(page, 'backup-codes');
    await leave(page, () => submit(page));
    await page.context().clearCookies();
    await stage.policy();
    await withPassword(visit, page, 'countess', newPassword);
    await picture(page, 'app-code');
    await page.fill('#code', '000000');
    await submit(page);
    await picture(page, 'app-code-wrong');
    await choose(page, 'backup-code');
    await picture(page, 'backup-code');
  },

  async 'a passkey'(visit) {
    const { stage, picture } = visit;
    const { username } = await stage.person();
    await stage.policy({ second: { required: 'always', ways: ['passkey', 'totp', 'backup-code'] } });
    const page = await stage.open();
    await addAuthenticator(page);
    await withPassword(visit, page, username);
    await choose(page, 'enrol-passkey');
    await picture(page, 'new-passkey');
    await follow(page, () => page.click('button[data-passkey]'));
    await leave(page, () => submit(page));
    await stage.policy();
    await page.context().clearCookies();
    await withPassword(visit, page, username);
    await picture(page, 'second-passkey');
    await leave(page, () => page.click('button[data-passkey]'));
    await page.context().clearCookies();
    await start(visit, { page });
    await leave(page, () => page.click('button[data-passkey]'));
    // The browser keeps by which way its person has signed in.
    await page.context().clearCookies({ name: /^(?!.*way)/ });
    await start(visit, { page });
    await enterIdentifier(page, username);
    await picture(page, 'passkey-first');
  },

  async 'accounts without an application'(visit) {
    const { stage, picture } = visit;
    const { email } = await stage.person();
    const page = await stage.open();
    const begin = async (address: string | null): Promise<void> => {
      await page.goto(`${stage.issuer.publicUrl}/sign-up`);
      await page.fill('#identifier', address ?? '');
      await submit(page);
      await follow(page, async () => page.fill('#code', await codeFor(stage.issuer, address ?? '')));
    };
    await begin(email);
    await picture(page, 'account-exists');
    await page.context().clearCookies();
    await begin('grace@example.com');
    await page.fill('#username', 'grace');
    await page.fill('#name', 'Grace Hopper');
    await page.fill('#password', newPassword);
    await page.check('[name=terms]');
    await submit(page);
    await picture(page, 'account-created');
    await stage.policy({ signUp: { isOpen: false } });
    await page.context().clearCookies();
    await page.goto(`${stage.issuer.publicUrl}/sign-up`);
    await picture(page, 'sign-up-closed');
    await stage.policy();
  },
};

async function withPassword(visit: Visit, page: Page, username: string | null, secret = password): Promise<void> {
  await start(visit, { page });
  await enterIdentifier(page, username);
  await page.fill('#password', secret);
  await submit(page);
}
