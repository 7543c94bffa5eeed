import { describe, expect, it } from 'vitest';
import { setUserSuspended } from '../../../src/operations/users/set-user-suspended.ts';
import { updateWebhook } from '../../../src/operations/webhooks/update-webhook.ts';
import { perTest } from '../../support/per-file.ts';
import { startReceiver } from '../../support/servers/receiver.ts';
import { startFixture } from './fixture.ts';

const fixture = perTest(startFixture);
const receiver = perTest(startReceiver);

const selection = '{ typeName actor { kind } ... on UserCreatedEvent { user { id username } } }';

describe('a webhook with a selection', () => {
  it('receives the selected data, and of the event itself only id, type and time', async () => {
    fixture.until(new Date()); // The published package uses its own clock.
    const { id, secret } = await fixture.hook(receiver.url, { selection, eventTypes: ['User.Created'] });
    const userId = await fixture.user();
    await fixture.serve(id);
    const [{ json, headers } = { json: {}, headers: {} as Record<string, string> }] = receiver.received;
    expect(json).toEqual({
      id: headers['webhook-id'],
      type: 'User.Created',
      timestamp: fixture.kernel.now().toISOString(),
      data: {
        typeName: 'User.Created',
        actor: { kind: 'USER' },
        user: { id: userId, username: expect.stringMatching(/^user\d+$/) },
      },
      hookId: id,
      sequence: 1,
      previous: null,
    });
    receiver.verify(secret);
  });

  it('receives other event types as well, with the selected fields that they have', async () => {
    const { id } = await fixture.hook(receiver.url, { selection });
    const userId = await fixture.user();
    await fixture.kernel.run(setUserSuspended, { userId, isSuspended: true });
    await fixture.serve(id);
    await fixture.serve(id);
    expect(receiver.received.map(({ json }) => json.data)).toEqual([
      { typeName: 'User.Created', actor: { kind: 'USER' }, user: { id: userId, username: expect.any(String) } },
      { typeName: 'User.SuspensionStatus.Updated', actor: { kind: 'USER' } },
    ]);
  });

  it('receives the whole event after the selection is removed, from the next attempt on', async () => {
    const { id } = await fixture.hook(receiver.url, { selection, eventTypes: ['User.Created'] });
    await fixture.user();
    await fixture.kernel.run(updateWebhook, { webhookId: id, selection: null });
    await fixture.serve(id);
    expect(receiver.received.map(({ json }) => Object.keys(json))).toEqual([
      ['id', 'type', 'timestamp', 'data', 'actor', 'cause', 'subject', 'hookId', 'sequence', 'previous'],
    ]);
  });
});
