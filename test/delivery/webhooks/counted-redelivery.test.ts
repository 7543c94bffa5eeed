import { describe, expect, it } from 'vitest';
import { setWebhookEnabled } from '../../../src/operations/webhooks/set-webhook-enabled.ts';
import { startApi } from '../../graphql/api.ts';
import { perFile } from '../../support/per-file.ts';
import { startReceiver } from '../../support/servers/receiver.ts';
import { giveUp, startFixture } from './fixture.ts';

const api = perFile(startApi);
const fixture = perFile(() => startFixture(api.kernel));
const receiver = perFile(startReceiver);

/** A webhook with a failed delivery, and an event from while it was disabled. */
async function makeMissing(): Promise<{ webhookId: string; since: string; ada: string }> {
  const { id: webhookId } = await fixture.hook(receiver.url, { eventTypes: ['User.Created'] });
  const since = fixture.kernel.now().toISOString();
  const ada = await fixture.user();
  await giveUp({ fixture, receiver }, webhookId);
  await fixture.kernel.run(setWebhookEnabled, { webhookId, isEnabled: false });
  await fixture.user();
  await fixture.settle();
  await fixture.kernel.run(setWebhookEnabled, { webhookId, isEnabled: true });
  fixture.kernel.advance(1);
  return { webhookId, since, ada };
}

async function countOf(name: string, input: object, dryRun: boolean): Promise<number> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const query = `mutation ($input: ${type}!, $dryRun: Boolean) { ${name}(input: $input, dryRun: $dryRun) { deliveryCount } }`;
  return (await api.ask(query, { input, dryRun }))[name].deliveryCount;
}

describe('a dry run', () => {
  it.each([
    ['redeliverFailedSince', 1],
    ['redeliverMissingSince', 2],
    ['backfillWebhook', 1],
  ])('the dry run of %s counts what the run then sends, and schedules nothing', async (name, count) => {
    const { webhookId, since } = await makeMissing();
    const before = await fixture.deliveries(webhookId);
    expect(await countOf(name, { webhookId, since }, true)).toBe(count);
    expect(await fixture.deliveries(webhookId)).toEqual(before);
    expect(await countOf(name, { webhookId, since }, false)).toBe(count);
    expect(await countOf(name, { webhookId, since }, true)).toBe(0);
  });

  it('the dry run of redeliverFailedSince counts with the filter of the run', async () => {
    const { webhookId, since, ada } = await makeMissing();
    const count = (filter: object) => countOf('redeliverFailedSince', { webhookId, since, ...filter }, true);
    expect(await count({ subjectId: ada, eventTypes: ['USER_CREATED'] })).toBe(1);
    expect(await count({ subjectId: webhookId })).toBe(0);
    expect(await count({ eventTypes: ['USER_DELETED'] })).toBe(0);
  });
});
