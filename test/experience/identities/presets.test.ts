import { expect, test } from 'vitest';
import { providerPresetOf } from '../../../src/vocabulary/identity-providers/identity-provider-presets.ts';
import { codeFor } from '../../support/browsers/flow-pages.ts';
import { goThrough } from '../../support/upstreams/identity-providers.ts';
import { perFile } from '../../support/per-file.ts';
import { startApple } from '../../support/upstreams/apple.ts';
import { startGitHub } from '../../support/upstreams/github.ts';
import { sealJson } from '../../../src/platform/crypto/secret-box.ts';
import { shareProvider } from './setup.ts';

/** Sign-ins at providers that are peculiar: in the manner of Apple, and of GitHub. */
const { issuer, provider, open, identitiesOf } = shareProvider();
const apple = perFile(startApple);
const github = perFile(startGitHub);

const sealed = (secrets: Record<string, string>) => ({
  secretNames: Object.keys(secrets),
  encryptedSecrets: sealJson(issuer.secretBox, secrets),
});

test('Apple posts the response from its own site, and states the name with the first sign-in only', async () => {
  const { id } = await provider({
    preset: 'apple',
    settings: { ...apple.settings, tenant: null },
    claims: { ...providerPresetOf('apple').claims },
    ...sealed({ privateKey: apple.privateKey }),
  });
  const page = await open();
  await goThrough(page, id);
  const { sub = '' } = (await page.finish()) ?? {};
  const user = await issuer.database.prisma.user.findUniqueOrThrow({ where: { id: sub } });
  // The address in the form is not signed.
  expect(user).toMatchObject({ name: 'Ada Lovelace', email: 'ada@privaterelay.example' });
  expect(user.emailVerifiedAt).not.toBeNull();
  const again = await open();
  await goThrough(again, id);
  expect((await again.finish())?.sub).toBe(sub);
});

test('GitHub has verified the primary address of its list, and no other one', async () => {
  const given = {
    preset: 'github',
    protocol: 'oauth2',
    settings: { ...github.settings },
    claims: { ...providerPresetOf('github').claims },
    ...sealed({ clientSecret: github.clientSecret }),
  };
  const { id } = await provider(given);
  const page = await open();
  await goThrough(page, id);
  const { sub = '' } = (await page.finish()) ?? {};
  const user = await issuer.database.prisma.user.findUniqueOrThrow({ where: { id: sub } });
  expect([user.email, user.name]).toEqual(['octocat@example.com', 'The Octocat']);
  expect(await identitiesOf(sub)).toMatchObject([{ subject: '583231', name: 'octocat@example.com' }]);
  github.user = { ...github.user, id: 583232 };
  github.emails = [
    { email: 'unverified@example.com', primary: true, verified: false },
    { email: 'second@example.com', primary: false, verified: true },
  ];
  const other = await open();
  expect((await goThrough(other, id)).step?.name).toBe('identify');
  await other.answer({ identifier: 'unverified@example.com' });
  await other.answer({ code: await codeFor(issuer, 'unverified@example.com') });
  expect((await other.finish())?.sub).not.toBe(sub);
});
