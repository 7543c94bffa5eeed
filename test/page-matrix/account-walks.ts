import type { Page } from 'playwright-core';
import { givePasskey } from '../experience/sign-in/passkey.ts';
import { codeFor } from '../support/browsers/flow-pages.ts';
import { drawPicture } from '../support/browsers/pictures.ts';
import { giveApp, totpCode } from '../support/totp.ts';
import { undoLinkTo } from '../support/undo-links.ts';
import { addOrganizations, otherSessions } from './account-records.ts';
import { choose, follow, signIn, submit, type Visit, type Walk } from './visit.ts';

const at = ({ stage }: Visit, page: Page, path: string) => page.goto(`${stage.issuer.publicUrl}/account${path}`);
/** Sends the form of an action. */
const send = (page: Page) => follow(page, () => page.click('section form:not(.acts form) > button'));

/** The pages of an account. */
export const accountWalks: Record<string, Walk> = {
  async 'an account with little'(visit) {
    const { stage, picture } = visit;
    const { username } = await stage.person({ name: null, emailVerifiedAt: null });
    const page = await stage.open();
    await at(visit, page, '');
    await signIn(page, username);
    await page.waitForURL('**/account');
    await picture(page, 'account-little');
    for (const path of ['profile', 'security', 'sessions', 'applications', 'organizations', 'data']) {
      await at(visit, page, `/${path}`);
      await picture(page, `account-little-${path}`);
    }
  },

  async 'an account with much'(visit) {
    const { stage, picture } = visit;
    const { issuer } = stage;
    const person = await stage.person({
      name: 'Johanna Maximiliane von und zu Hohenschwangau-Lichtenstein',
      email: 'johanna.maximiliane.hohenschwangau@subsidiary.example.com',
      phone: '+4915123456789',
      phoneVerifiedAt: issuer.clock.now(),
    });
    const key = await giveApp(issuer, person.id);
    await givePasskey(issuer, person.id);
    await addOrganizations(issuer, person);
    await otherSessions(stage, person, () => totpCode(key, issuer.clock.now()));
    issuer.advance(60);
    const page = await stage.open();
    await at(visit, page, '');
    await signIn(page, person.username);
    await choose(page, 'totp');
    await page.fill('#code', totpCode(key, issuer.clock.now()));
    await submit(page);
    await page.waitForURL('**/account');
    const image = await drawPicture(page, 'png', { width: 400, height: 400 });
    await at(visit, page, '/profile/picture');
    await page.setInputFiles('input[type=file]', { name: 'a.png', mimeType: 'image/png', buffer: image });
    await page.waitForTimeout(0);
    await send(page);
    await picture(page, 'account-saved');
    const from = new URLSearchParams({ client_id: stage.applicationId, return_to: 'https://app.example/callback' });
    for (const path of ['', '/security', '/sessions', '/applications', '/organizations', '/activity', '/data']) {
      await at(visit, page, `${path}?${from}`);
      await picture(page, `account-${path.slice(1) || 'overview'}`);
    }
  },

  async 'actions of an account'(visit) {
    const { stage, picture } = visit;
    const { username } = await stage.person();
    const page = await stage.open();
    await at(visit, page, '/profile');
    await signIn(page, username);
    await page.waitForURL('**/account/profile');
    for (const action of [
      'profile/username',
      'profile/picture',
      'security/password',
      'security/remove-password',
      'security/add-email',
      'security/add-phone',
      'security/remove-email',
      'sessions/end-other-sessions',
      'data/delete-account',
    ]) {
      await at(visit, page, `/${action}`);
      await picture(page, `action-${action.split('/')[1]}`);
    }
    await page.fill('#confirmation', 'nobody');
    await send(page);
    await picture(page, 'action-refused');
    await at(visit, page, '/security/password');
    await page.fill('#password', '99999999');
    await send(page);
    await picture(page, 'action-password-refused');
    await at(visit, page, '/security');
    await follow(page, () => page.click('form[action="/account/security/add-app"] button'));
    await picture(page, 'account-new-app');
    await page.fill('#code', totpCode((await page.textContent('code.key')) ?? '', stage.issuer.clock.now()));
    await page.waitForSelector('#codes');
    await submit(page);
    await picture(page, 'account-app-added');
  },

  async 'a change of an address that is taken back, and a deletion'(visit) {
    const { stage, picture } = visit;
    const { issuer } = stage;
    const { email, username } = await stage.person({ email: 'before.the.change@subsidiary.example.com' });
    const page = await stage.open();
    await at(visit, page, '/security/add-email');
    await signIn(page, username);
    await page.waitForURL('**/add-email');
    await send(page);
    await picture(page, 'account-new-email');
    await page.fill('#identifier', 'after.the.change@example.com');
    await submit(page);
    await picture(page, 'account-new-email-code');
    await follow(page, async () => page.fill('#code', await codeFor(issuer, 'after.the.change@example.com')));
    const link = await undoLinkTo(issuer, email ?? '');
    await page.goto(issuer.publicUrl + link);
    await picture(page, 'undo');
    await follow(page, () => page.click('form button'));
    await picture(page, 'undone');
    await page.goto(issuer.publicUrl + link);
    await picture(page, 'undo-used');
    const other = await stage.person();
    await at(visit, page, '/data/delete-account');
    await signIn(page, other.username);
    await page.waitForURL('**/delete-account');
    await page.fill('#confirmation', other.username ?? '');
    await send(page);
    await picture(page, 'account-deleted');
    await page.goto(issuer.publicUrl + (await undoLinkTo(issuer, other.email ?? '')));
    await picture(page, 'undo-deletion');
  },
};
