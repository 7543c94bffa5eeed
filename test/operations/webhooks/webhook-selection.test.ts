import { describe, expect, test } from 'vitest';
import { createWebhook } from '../../../src/operations/webhooks/create-webhook.ts';
import { updateWebhook } from '../../../src/operations/webhooks/update-webhook.ts';
import type { Failure } from '../../../src/domain/failure.ts';
import { refusalOf, startKernel } from '../../support/kernel.ts';
import { perFile } from '../../support/per-file.ts';

const kernel = perFile(startKernel);

const good = { name: 'Index', url: 'https://index.example/events' };
const selection = '{ id ... on UserCreatedEvent { user { id email } } }';
const create = (input: object = {}) => kernel.run(createWebhook, { ...good, ...input });
const kept = async (webhookId: string) =>
  (await kernel.database.prisma.webhook.findUniqueOrThrow({ where: { id: webhookId } })).selection;

describe('the selection of a webhook', () => {
  test('is stored unchanged, contained in its event, and can be changed and removed', async () => {
    const { output, events } = await create({ selection });
    expect(await kept(output.webhook)).toBe(selection);
    expect(events).toMatchObject([{ type: 'Webhook.Created', data: { webhook: { selection } } }]);
    const other = `\n  { typeName }\n`;
    const { events: updates } = await kernel.run(updateWebhook, { webhookId: output.webhook, selection: other });
    expect(updates).toMatchObject([{ data: { webhook: { selection: other }, changed: ['selection'] } }]);
    expect((await kernel.run(updateWebhook, { webhookId: output.webhook, selection: other })).events).toEqual([]);
    await kernel.run(updateWebhook, { webhookId: output.webhook, name: 'Another' });
    expect(await kept(output.webhook)).toBe(other);
    await kernel.run(updateWebhook, { webhookId: output.webhook, selection: null });
    expect(await kept(output.webhook)).toBeNull();
  });

  test('is null by default: the whole event is sent', async () => {
    expect(await kept((await create()).output.webhook)).toBeNull();
    expect(await kept((await create({ selection: null })).output.webhook)).toBeNull();
  });

  test('an invalid selection is BAD_USER_INPUT, with the position of each mistake, and changes nothing', async () => {
    const wrong = '{\n  id\n  nmae\n  ... on UserCreatedEvent { user { passwordHash } }\n}';
    const { output } = await create({ selection });
    const attempts = [
      create({ selection: wrong }),
      kernel.run(updateWebhook, { webhookId: output.webhook, selection: wrong }),
    ];
    for (const attempt of attempts) {
      const refusal = (await attempt.catch((error: unknown) => error)) as Failure;
      expect(refusal.code).toBe('BAD_USER_INPUT');
      expect(refusal.problems).toEqual([
        {
          path: ['selection'],
          code: 'INVALID_VALUE',
          message: 'Cannot query field "nmae" on type "Event". (line 3, column 3)',
        },
        {
          path: ['selection'],
          code: 'INVALID_VALUE',
          message: 'Cannot query field "passwordHash" on type "UserSnapshot". (line 4, column 36)',
        },
      ]);
    }
    expect(await kept(output.webhook)).toBe(selection);
  });

  test.each([
    ['empty', ''],
    ['longer than 8192 characters', `{ id ${' '.repeat(8192)}}`],
    ['with a character that cannot be stored', '{ id # \0\n }'],
    ['no text', 7],
  ])('is not %s', async (_, text) => {
    expect(await refusalOf(create({ selection: text }))).toMatchObject({
      code: 'BAD_USER_INPUT',
      paths: ['selection'],
    });
  });
});
