import { describe, expect, it } from 'vitest';
import { testWebhook } from '../../../src/operations/webhooks/test-webhook.ts';
import { eventTypes } from '../../../src/vocabulary/events.ts';
import { actorWith, originOf, refusalOf, platformActor } from '../../support/kernel.ts';
import { shareFixture } from './fixture.ts';

const { fixture, receiver } = shareFixture();

describe('a test event', () => {
  const example = (webhookId: string) => fixture.kernel.run(testWebhook, { webhookId, eventType: 'User.Created' });

  it('is sent at once, like a real event, and its result is returned', async () => {
    fixture.until(new Date());
    receiver.answer((response) => response.writeHead(202).end('thank you'));
    const { id, secret } = await fixture.hook(receiver.url, {
      eventTypes: ['User.Deleted'],
      headers: { 'X-Key': 'k' },
    });
    const { output, events } = await example(id);
    expect(output).toMatchObject({ webhook: id, status: 202, failure: null, error: null, responseBody: 'thank you' });
    receiver.verify(secret);
    expect(receiver.received).toMatchObject([
      { headers: { 'x-key': 'k' }, json: { type: 'User.Created', hookId: id, cause: { operation: 'testWebhook' } } },
    ]);
    expect(events).toMatchObject([{ type: 'Webhook.Tested', data: { eventType: 'User.Created', status: 202 } }]);
    expect(await fixture.deliveries(id)).toEqual([]);
  });

  it('can have any event type', async () => {
    const { id } = await fixture.hook(receiver.url);
    for (const eventType of eventTypes) await fixture.kernel.run(testWebhook, { webhookId: id, eventType });
    expect(receiver.received.map(({ json }) => json.type)).toEqual(eventTypes);
  });

  it('a failing endpoint has its response, or the error, returned', async () => {
    receiver.answer(500);
    const { id } = await fixture.hook(receiver.url);
    expect((await example(id)).output).toMatchObject({ status: 500, failure: 'status', responseBody: 'as configured' });
    const unreachable = await fixture.hook('http://127.0.0.1:9/');
    expect((await example(unreachable.id)).output).toMatchObject({
      status: null,
      failure: 'connect',
      responseBody: null,
    });
  });

  it('is not sent by a dry run', async () => {
    const { id } = await fixture.hook(receiver.url);
    const { output } = await fixture.kernel.dryRun(platformActor, ({ execute }) =>
      execute(testWebhook, actorWith(), { webhookId: id, eventType: 'User.Created' }, originOf('req_rehearsal')),
    );
    expect(output).toMatchObject({ webhook: id, status: null, durationMs: null });
    expect(receiver.received).toEqual([]);
  });

  it('an unknown webhook is NOT_FOUND', async () => {
    const refused = example('hook_01h455vb4pex5vsknk084sn02q');
    expect(await refusalOf(refused)).toMatchObject({ code: 'NOT_FOUND', paths: ['webhookId'] });
  });
});
