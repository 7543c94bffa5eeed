import type { Browser } from 'playwright-core';
import { expect } from 'vitest';
import { Visitor } from './browser.ts';
import { accessibilityProblems } from './chromium.ts';
import { codeFor, stepsAt } from './flow-pages.ts';
import type { TestIssuer } from '../issuer.ts';

/** A page that belongs to no application. */
type Path = '/reset-password' | '/sign-up';

/** A browser on the page, whose answers are JSON. */
export async function openAlone({ publicUrl }: TestIssuer, path: Path, visitor = new Visitor()) {
  return { visitor, ...(await stepsAt(visitor, new URL(path, publicUrl))) };
}

/** The page after the code of an address was entered. */
export async function provenAlone(issuer: TestIssuer, path: Path, email: string) {
  const page = await openAlone(issuer, path);
  await page.answer({ identifier: email });
  await page.answer({ code: await codeFor(issuer, email) });
  return page;
}

/** The first page: its path, and the parts that Chromium shows and presses. */
interface FirstPage {
  path: Path;
  heading: string;
  button: string;
}

/** Enters an address on a narrow screen, and continues with the link of the mail. */
export async function continueByMail(
  issuer: TestIssuer,
  browser: Browser,
  { path, heading, button }: FirstPage,
  { email, javaScriptEnabled }: { email: string; javaScriptEnabled: boolean },
) {
  const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 320, height: 800 } });
  const page = await context.newPage();
  const check = async (title: string) => {
    await page.getByRole('heading', { name: title, exact: true, level: 1 }).waitFor();
    if (javaScriptEnabled) expect(await accessibilityProblems(page)).toEqual([]);
  };
  await page.goto(new URL(path, issuer.publicUrl).href);
  await check(heading);
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: button }).click();
  await check('Check your email');
  const inbox = await fetch(new URL(`/inbox.json?to=${encodeURIComponent(email)}&wait=5`, issuer.url));
  const { messages } = (await inbox.json()) as { messages: { link: string }[] };
  await page.goto(messages[0]?.link ?? '');
  await page.getByRole('button', { name: /^Continue as/ }).click();
  return { context, page, check };
}
