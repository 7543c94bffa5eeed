import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { setWebhookEnabled } from '../../../src/operations/webhooks/set-webhook-enabled.ts';
import { updateWebhook } from '../../../src/operations/webhooks/update-webhook.ts';
import { shareFixture } from './fixture.ts';
import { until } from '../../support/until.ts';

/** Webhooks whose generation changes: by another address, or by being enabled again. */
const { fixture, receiver } = shareFixture();

let held: ServerResponse[];
beforeEach(() => {
  held = [];
});
const paths = () => receiver.received.map(({ path }) => path);
const stored = (id: string) => fixture.kernel.database.prisma.webhook.findUniqueOrThrow({ where: { id } });
const move = (webhookId: string) => fixture.kernel.run(updateWebhook, { webhookId, url: `${receiver.url}/moved` });
const made = (count = 1) => Promise.all(Array.from({ length: count }, () => fixture.user()));
const hook = () => fixture.hook(receiver.url, { eventTypes: ['User.Created'] });
const fresh = { failures: 0, failingSince: null, pausedUntil: null, isEnabled: true };

/** Runs the worker until it has called the endpoint, whose response the test controls. */
async function serveUntilCalled(webhookId: string): Promise<() => Promise<unknown>> {
  receiver.answer((response) => void held.push(response));
  const serving = fixture.serve(webhookId);
  await until(() => held.length > 0);
  return () => serving;
}

describe('a webhook with a new address', () => {
  it('is sent to at once, whatever backoff applied to the old address', async () => {
    receiver.answer((response) => response.writeHead(429, { 'retry-after': '3600' }).end());
    const { id } = await hook();
    await made();
    await fixture.serve(id);
    expect(await stored(id)).toMatchObject({ failures: 1, failingSince: fixture.kernel.now() });
    const { events } = await move(id);
    expect(events).toMatchObject([{ data: { webhook: { failingSince: null, pausedUntil: null }, changed: ['url'] } }]);
    expect(await stored(id)).toMatchObject(fresh);
    receiver.answer(204);
    await made();
    await fixture.serve(id);
    expect(paths()).toEqual(['/events', '/events/moved']);
  });

  it('is not disabled by a 410 of the old address, nor affected by its failures', async () => {
    const { id } = await hook();
    for (const status of [410, 500]) {
      await made();
      const served = await serveUntilCalled(id);
      await move(id);
      held.pop()?.writeHead(status).end();
      await served();
      expect(await stored(id)).toMatchObject(fresh);
      await fixture.kernel.run(updateWebhook, { webhookId: id, url: receiver.url });
    }
  });

  it('is sent to before the result of the old address is stored', async () => {
    receiver.answer((response, { path }) => response.writeHead(path === '/events' ? 503 : 204).end());
    const { id } = await hook();
    await made(9);
    const again = await fixture.serve(id);
    expect(await stored(id)).toMatchObject({ failures: 5, pausedUntil: again });
    receiver.received.length = 0;
    await move(id);
    await made(9);
    expect(await fixture.serve(id)).toBeInstanceOf(Date);
    expect(paths().filter((path) => path === '/events/moved').length).toBeGreaterThanOrEqual(9);
    expect(await stored(id)).toMatchObject(fresh);
  });

  it('keeps its state if other fields change', async () => {
    receiver.answer((response) => response.writeHead(429, { 'retry-after': '3600' }).end());
    const { id } = await hook();
    await made();
    const again = await fixture.serve(id);
    await fixture.kernel.run(updateWebhook, { webhookId: id, name: 'Other' });
    expect(await stored(id)).toMatchObject({ failures: 1, pausedUntil: again });
  });
});

describe('a webhook that was disabled and enabled', () => {
  it('has a new generation: the result of an earlier attempt is ignored', async () => {
    receiver.answer(500);
    const { id } = await hook();
    await made(6);
    await fixture.serve(id);
    fixture.kernel.advance(6);
    const served = await serveUntilCalled(id);
    for (const isEnabled of [false, true]) await fixture.kernel.run(setWebhookEnabled, { webhookId: id, isEnabled });
    held.pop()?.writeHead(500).end();
    receiver.answer(204);
    await served();
    expect(await stored(id)).toMatchObject(fresh);
  });
});
