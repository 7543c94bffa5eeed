import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems } from '../support/chromium.ts';
import { startConsole, type TestConsole } from '../support/console.ts';

let console_: TestConsole;
beforeAll(async () => {
  console_ = await startConsole();
});
afterAll(() => console_[Symbol.asyncDispose]());

describe('the preview of the sign-in page', () => {
  it('is the real page in light, dark and on a phone, and can neither be answered nor run a script', async () => {
    const page = await console_.open('/sign-in/preview');
    const frame = page.frameLocator('iframe[title=Preview]');
    const ground = () => frame.locator('html').evaluate((element) => getComputedStyle(element).backgroundColor);
    await frame.getByText('Sign in', { exact: true }).first().waitFor();
    await expect.poll(ground).toBe('rgb(238, 240, 245)');
    await page.getByText('Dark', { exact: true }).click();
    await expect.poll(ground).toBe('rgb(17, 20, 28)');
    await page.getByText('Phone', { exact: true }).click();
    expect(await page.locator('iframe').evaluate((element) => element.clientWidth)).toBe(360);
    expect(await page.locator('iframe').getAttribute('sandbox')).toBe('');
    expect(await frame.locator('script').count()).toBe(0);
    expect(await frame.locator('body').getAttribute('inert')).toBe('');
    await page.getByText('Reset the password', { exact: true }).click();
    await frame.getByRole('heading', { includeHidden: true }).first().waitFor({ state: 'attached' });
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(console_.complaints).toEqual([]);
  });

  it('is drawn with the policy of the dialog, before it is saved', async () => {
    const { prisma } = console_.app.services.database;
    const [experience] = await prisma.signInExperience.findMany();
    const waysToAccount = async (isOpen: boolean): Promise<number> => {
      const input = { signInExperienceId: experience?.id, policy: { signUp: { isOpen } } };
      const query = `do=updateSignInExperience&with=${encodeURIComponent(JSON.stringify(input))}`;
      const page = await console_.open(`/sign-in?${query}`);
      const dialog = page.getByRole('dialog', { name: 'Update sign in experience' });
      await dialog.getByText('Sign-in page', { exact: true }).click();
      const frame = dialog.frameLocator('iframe[title=Preview]');
      await frame.getByText('Email or username').first().waitFor();
      return frame.getByText('Create an account').count();
    };
    expect(await waysToAccount(true)).toBe(1);
    expect(await waysToAccount(false)).toBe(0);
    expect(await prisma.signInExperience.findMany()).toEqual([experience]);
    expect(console_.complaints).toEqual([]);
  });

  it('does not open the real pages to frames', async () => {
    const { publicUrl } = console_.app.config;
    const answer = await fetch(`${publicUrl}/sign-in/nothing`, { headers: { accept: 'text/html' } });
    expect(answer.headers.get('content-security-policy') ?? '').toContain("frame-ancestors 'none'");
    const page = await fetch(`${publicUrl}/console/sign-in`);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain('frame-src blob:;');
  });
});

describe('the signing keys', () => {
  it('are on a time line, which follows a rotation', async () => {
    const page = await console_.open('/keys');
    const line = page.getByRole('figure');
    await line.getByText('signs now').first().waitFor();
    const spans = (phase: string): Promise<number> => line.locator(`.key-track [data-phase=${phase}]`).count();
    expect(await spans('signs')).toBeGreaterThan(0);
    const before = await spans('waits');
    await console_.call('mutation { rotateSigningKeys(input: {}) { isReplay } }');
    await expect.poll(() => spans('waits')).toBeGreaterThan(before);
    await line.getByText('comes next').first().waitFor();
    expect(console_.complaints).toEqual([]);
  });
});
