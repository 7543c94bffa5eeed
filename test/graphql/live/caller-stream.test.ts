import { expect, it } from 'vitest';
import type { Send } from '../../../src/delivery/event-log/subscribe.ts';
import { Failure, forbidden } from '../../../src/domain/failure.ts';
import type { LiveCaller } from '../../../src/graphql/context/live-access.ts';
import { callerStream } from '../../../src/graphql/context/caller-stream.ts';
import { actorWith } from '../../support/kernel.ts';

/** A stream whose messages the test sends. `released` counts the releases of its subscription. */
function startStream() {
  let released = 0;
  const started = Promise.withResolvers<Send<string>>();
  const finish = Promise.withResolvers<void>();
  const until = new AbortController();
  const live: LiveCaller = {
    actor: () => actorWith(),
    until: until.signal,
    require: () => () => void released++,
    refresh: async () => actorWith(),
    end: () => undefined,
  };
  const requirement = { isMet: () => true, refusal: forbidden('events:read') };
  const stream = callerStream<string>(live, requirement, async (send, signal) => {
    started.resolve(send);
    const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    await Promise.race([finish.promise, aborted]);
  });
  return { stream, released: () => released, started: started.promise, finish, until };
}
const end = { done: true, value: undefined };

it('sends all messages to a consumer that does not iterate, and is released once', async () => {
  const { stream, released, started, finish } = startStream();
  const received: string[] = [];
  const all = stream.pipeTo((message) => void received.push(message));
  const send = await started;
  void send('one');
  void send('two');
  finish.resolve();
  await all;
  await stream.return?.();
  expect(received).toEqual(['one', 'two']);
  expect(released()).toBe(1);
});

it('holds each message until it is requested, and makes the sender wait', async () => {
  const { stream, started } = startStream();
  const first = stream.next();
  const send = await started;
  let isTaken = false;
  const sent = send('one')?.then(() => send('two'));
  void sent?.then(() => {
    isTaken = true;
  });
  expect(await first).toEqual({ done: false, value: 'one' });
  await new Promise(setImmediate);
  expect(isTaken).toBe(false);
  expect(await stream.next()).toEqual({ done: false, value: 'two' });
  expect(await stream.return?.()).toEqual(end);
  await sent;
  expect(await stream.next()).toEqual(end);
});

it('ends while its consumer waits for the next message, and drops later messages', async () => {
  const { stream, released, started } = startStream();
  const first = stream.next();
  const send = await started;
  await stream.return?.();
  expect(await first).toEqual(end);
  await send('too late');
  expect(released()).toBe(1);
});

it('rejects its consumer if it fails, before or after the consumer requests a message', async () => {
  const waiting = startStream();
  const next = waiting.stream.next();
  waiting.finish.reject(new Error('failed'));
  await expect(next).rejects.toThrow('failed');
  const later = startStream();
  const first = later.stream.next();
  void (await later.started)('one');
  await first;
  later.finish.reject(new Error('failed, too'));
  await new Promise(setImmediate);
  await expect(later.stream.next()).rejects.toThrow('failed, too');
  expect(later.released()).toBe(1);
});

it('ends with the error that ended its caller', async () => {
  const { stream, until, released } = startStream();
  const next = stream.next();
  until.abort(new Failure('UNAUTHENTICATED', 'The access token has expired.'));
  await expect(next).rejects.toThrow('The access token has expired.');
  expect(released()).toBe(1);
});

it('can end before it has started', async () => {
  const { stream, released } = startStream();
  await stream.return?.();
  expect(await stream.next()).toEqual(end);
  expect(released()).toBe(1);
});
