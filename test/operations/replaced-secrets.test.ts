import { describe, expect, test } from 'vitest';
import { nextSecretName } from '../../src/domain/oauth/application-settings.ts';
import { matchingSecret } from '../../src/oidc/clients.ts';
import { addApplicationSecret } from '../../src/operations/applications/add-application-secret.ts';
import { replaceApplicationSecret } from '../../src/operations/applications/replace-application-secret.ts';
import { refusalOf, startKernel } from '../support/kernel.ts';
import { perFile, perTest } from '../support/per-file.ts';
import { makeRecords } from '../support/records.ts';

const kernel = perFile(startKernel);
const w = perTest(() => makeRecords(kernel));

/** A secret of the service, which is then replaced. */
async function replaced(changes: object = {}, settings: object = {}) {
  const input = { applicationId: w.service, name: 'production', ...settings };
  const { output: old } = await kernel.run(addApplicationSecret, input);
  const run = await kernel.run(replaceApplicationSecret, { secretId: old.applicationSecret, ...changes });
  return { old, ...run };
}
const stored = () =>
  kernel.database.prisma.applicationSecret.findMany({
    where: { applicationId: w.service },
    omit: { hash: false },
    orderBy: { name: 'asc' },
  });
/** Whether the application is accepted with a secret, so many seconds from now. */
async function isAccepted(secret: string, seconds: number): Promise<boolean> {
  const at = new Date(kernel.now().getTime() + seconds * 1000);
  return matchingSecret({ secrets: await stored() }, secret, at) !== undefined;
}
const day = 86_400;

describe('a secret that is replaced', () => {
  test('is accepted for another day, beside the new one', async () => {
    const { old, output } = await replaced();
    expect(await isAccepted(old.secret, day - 60)).toBe(true);
    expect(await isAccepted(old.secret, day + 60)).toBe(false);
    expect(await isAccepted(output.secret, 365 * day)).toBe(true);
    expect(output.secret).not.toBe(old.secret);
  });

  test('is gone at once with an overlap of 0', async () => {
    const { old, output } = await replaced({ overlapSeconds: 0 });
    expect(await isAccepted(old.secret, 0)).toBe(false);
    expect((await stored()).map(({ id }) => id)).toEqual([output.applicationSecret]);
  });

  test('ends no later than it would have without', async () => {
    const expiresAt = new Date(kernel.now().getTime() + 3_600_000).toISOString();
    const { output } = await replaced({ overlapSeconds: 30 * day }, { expiresAt });
    expect(output.replacedSecretExpiresAt).toBe(expiresAt);
  });

  test('is in the event with its end, beside the new one, both without values', async () => {
    const { old, output, events } = await replaced();
    const [{ type, data } = { type: '', data: {} }] = events;
    expect(type).toBe('Application.Secrets.Updated');
    expect(data).toMatchObject({
      addedSecrets: [{ id: output.applicationSecret, name: 'production 2', expiresAt: null }],
      revokedSecrets: [{ id: old.applicationSecret, expiresAt: output.replacedSecretExpiresAt }],
    });
    expect(JSON.stringify(events)).not.toContain(output.secret.slice(0, 9));
  });

  test('must be one of the application, and leave it as it is if the new one is refused', async () => {
    const { output: other } = await kernel.run(addApplicationSecret, { applicationId: w.service, name: 'other' });
    const wrong = { applicationId: w.application, secretId: other.applicationSecret };
    expect(await refusalOf(kernel.run(replaceApplicationSecret, wrong))).toMatchObject({ code: 'NOT_FOUND' });
    const taken = { secretId: other.applicationSecret, name: 'other' };
    expect(await refusalOf(kernel.run(replaceApplicationSecret, taken))).toMatchObject({
      code: 'TAKEN',
      paths: ['name'],
    });
    const long = { secretId: other.applicationSecret, overlapSeconds: 31 * day };
    expect(await refusalOf(kernel.run(replaceApplicationSecret, long))).toMatchObject({
      code: 'BAD_USER_INPUT',
      paths: ['overlapSeconds'],
    });
    expect(await stored()).toMatchObject([{ name: 'other', expiresAt: null }]);
  });
});

test('the name of a new secret is that of the replaced one, with the next free number', () => {
  const secrets = ['production', 'production 2', 'production 3'].map((name) => ({ name }));
  expect(nextSecretName('production', secrets)).toBe('production 4');
  expect(nextSecretName('production 3', secrets)).toBe('production 4');
  expect(nextSecretName('staging', secrets)).toBe('staging 2');
  expect(nextSecretName('x'.repeat(128), secrets).length).toBeLessThanOrEqual(128);
});
