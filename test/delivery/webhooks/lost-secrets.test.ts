import { expect, it } from 'vitest';
import { rotateWebhookSecret } from '../../../src/operations/webhooks/rotate-webhook-secret.ts';
import { updateWebhook } from '../../../src/operations/webhooks/update-webhook.ts';
import { createSecretBox } from '../../../src/platform/crypto/secret-box.ts';
import { claimWebhooks } from '../../../src/store/webhooks/leases.ts';
import { shareFixture } from './fixture.ts';

const { fixture, receiver } = shareFixture();

/** With a key that the platform does not have. */
const sealedElsewhere = (text: string) =>
  Uint8Array.from(createSecretBox([Buffer.alloc(32, 8)]).seal(Buffer.from(text)));
const loseSecrets = (webhookId: string) =>
  fixture.kernel.database.prisma.webhookSecret.updateMany({
    where: { webhookId },
    data: { encryptedSecret: sealedElsewhere('whsec_lost') },
  });
const loseHeaders = (id: string) =>
  fixture.kernel.database.prisma.webhook.update({
    where: { id },
    data: { encryptedHeaders: sealedElsewhere('{"Authorization":"lost"}') },
  });
const hook = async (path: string, input: object = {}) =>
  (await fixture.hook(`${receiver.url}${path}`, { eventTypes: ['User.Created'], ...input })).id;

it('a webhook whose secret cannot be decrypted keeps no other from being claimed', async () => {
  const [lost, whole] = [await hook('/lost'), await hook('/whole')];
  await loseSecrets(lost);
  await fixture.user();
  await fixture.settle();
  const now = fixture.kernel.now();
  const candidates = [lost, whole].map((webhookId) => ({ webhookId, lastMatch: 1e9, waitingSince: now }));
  const claim = { candidates, dueBy: null, token: 'a token', limit: 2, now };
  const leases = await claimWebhooks(fixture.services, claim);
  expect(leases.map(({ webhookId }) => webhookId).sort()).toEqual([lost, whole].sort());
});

it('what is lost is the error of its attempts, which send nothing, until it is set again', async () => {
  const id = await hook('/lost', { headers: { Authorization: 'Bearer of-the-receiver' } });
  await loseSecrets(id);
  await loseHeaders(id);
  await fixture.user();
  await fixture.serve(id);
  expect(receiver.received).toEqual([]);
  const [first] = await fixture.deliveries(id);
  expect(first?.status).toBe('pending');
  expect(first?.log).toMatchObject([
    {
      failure: 'refused',
      error:
        'SECRETS_KEY does not decrypt the secret and the headers of the webhook: rotate the secret, set the headers.',
    },
  ]);
  await fixture.kernel.run(rotateWebhookSecret, { webhookId: id });
  await fixture.kernel.run(updateWebhook, { webhookId: id, headers: { Authorization: 'Bearer anew' } });
  fixture.until(first?.nextAttemptAt ?? new Date(0));
  await fixture.serve(id);
  // The lost secret is still among them, for receivers that do not have the new one.
  const signature = expect.stringMatching(/^v1,\S+$/);
  expect(receiver.received).toMatchObject([
    { headers: { authorization: 'Bearer anew', 'webhook-signature': signature } },
  ]);
  expect((await fixture.deliveries(id))[0]?.status).toBe('delivered');
});
