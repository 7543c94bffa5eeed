import { expect, it } from 'vitest';
import { type Take, told } from '../../src/delivery/told.ts';

/** Messages that are told when the test says so, and what became of them. */
function teller() {
  const ended: string[] = [];
  const started = Promise.withResolvers<Take<string>>();
  const finish = Promise.withResolvers<void>();
  const messages = told<string>(
    async (take, until) => {
      started.resolve(take);
      const aborted = new Promise<void>((resolve) => until.addEventListener('abort', () => resolve()));
      await Promise.race([finish.promise, aborted]);
    },
    () => void ended.push('ended'),
  );
  return { messages, ended, started: started.promise, finish };
}
const over = { done: true, value: undefined };

it('tells everything to who takes it, and ends once', async () => {
  const { messages, ended, started, finish } = teller();
  const taken: string[] = [];
  const all = messages.tellAll((message) => void taken.push(message));
  const take = await started;
  void take('one');
  void take('two');
  finish.resolve();
  await all;
  await messages.return();
  expect(taken).toEqual(['one', 'two']);
  expect(ended).toEqual(['ended']);
});

it('holds each message until it is asked for, and says so to who tells', async () => {
  const { messages, started } = teller();
  const first = messages.next();
  const take = await started;
  await take('one');
  expect(await first).toEqual({ done: false, value: 'one' });
  let isTaken = false;
  const second = Promise.resolve(take('two')).then(() => {
    isTaken = true;
  });
  await new Promise(setImmediate);
  expect(isTaken).toBe(false);
  expect(await messages.next()).toEqual({ done: false, value: 'two' });
  await second;
  expect(await messages.return()).toEqual(over);
  expect(await messages.next()).toEqual(over);
});

it('ends while the next message is waited for, also when nobody takes what is told', async () => {
  const { messages, ended, started } = teller();
  const first = messages.next();
  const take = await started;
  await messages.return();
  expect(await first).toEqual(over);
  await take('too late');
  expect(ended).toEqual(['ended']);
});

it('hands its failure to who asks, whether it was waiting or comes later', async () => {
  const waiting = teller();
  const next = waiting.messages.next();
  waiting.finish.reject(new Error('gone'));
  await expect(next).rejects.toThrow('gone');
  const later = teller();
  const first = later.messages.next();
  await (await later.started)('one');
  await first;
  later.finish.reject(new Error('gone, too'));
  await new Promise(setImmediate);
  await expect(later.messages.next()).rejects.toThrow('gone, too');
  expect(later.ended).toEqual(['ended']);
});

it('ends without having begun', async () => {
  const { messages, ended } = teller();
  await messages.return();
  expect(ended).toEqual(['ended']);
});
