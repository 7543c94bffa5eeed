import { expect, test } from 'vitest';
import { signInPolicySchema } from '../../src/domain/flow/policy.ts';
import { storePolicy } from '../../src/store/flows/policies.ts';
import { Visitor } from '../support/browsers/browser.ts';
import { codeFor, openPage } from '../support/browsers/flow-pages.ts';
import { addApplication, startIssuer } from '../support/issuer.ts';
import { perFile } from '../support/per-file.ts';
import { redirectUri, relyingParty } from '../support/browsers/relying-party.ts';
import { totpCode } from '../support/totp.ts';

const issuer = perFile(startIssuer);

test('each answer of a sign-up can reach another process, one that has started since included', async () => {
  const { prisma } = issuer.database;
  const policy = { signUp: { isOpen: true, requires: ['username', 'password'] }, second: { required: 'always' } };
  await storePolicy(prisma, signInPolicySchema.parse(policy));
  const application = await addApplication(prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] });
  const web = await relyingParty(issuer.issuer, application);
  let process = issuer;
  const reachable = (url: URL) => new URL(url.href.replace(issuer.publicUrl, process.url));
  const page = await openPage(issuer, web, { visitor: new Visitor((url, init) => fetch(reachable(url), init)) });

  await using second = await startIssuer({ beside: issuer });
  process = second;
  const email = 'grace@example.com';
  await page.answer({ way: 'sign-up' });
  process = issuer;
  await page.answer({ identifier: email });
  process = second;
  expect(await page.answer({ code: await codeFor(issuer, email) })).toMatchObject({ step: { name: 'fields' } });
  process = issuer;
  const newAccount = { username: 'grace', password: 'seven wooden ships at sea' };
  const shown = await page.answer(newAccount);
  const key = shown.step?.details.app?.key ?? '';
  process = second;
  expect(await page.get()).toMatchObject({ step: { name: 'enrol-totp', details: { app: { key } } } });
  const codes = await page.answer({ code: totpCode(key, second.clock.now()) });
  expect(codes).toMatchObject({ step: { name: 'backup-codes' } });

  await using third = await startIssuer({ beside: issuer });
  process = third;
  expect(await page.get()).toMatchObject({ step: { details: { backupCodes: codes.step?.details.backupCodes } } });
  expect(await page.answer({})).toMatchObject({ next: expect.any(String) });
  process = second;
  expect(await page.finish()).toMatchObject({ acr: 'urn:mandate:level:2' });
  expect([issuer, second, third].flatMap(({ faults }) => faults)).toEqual([]);
});
