import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { newExchange } from '../../../../src/oidc/ledger/exchange-row.ts';
import { openRowQueue } from '../../../../src/oidc/ledger/row-queue.ts';
import { createRowBuffer } from '../../../../src/oidc/ledger/row-buffer.ts';
import { createLogger } from '../../../../src/platform/logger.ts';
import { systemIds as ids } from '../../../../src/platform/ids/ids.ts';

const at = new Date('2026-11-20T10:00:00Z');
const answer = { applicationId: 'app_backend', at, reason: 'SCOPE_NOT_HELD', traceId: undefined } as const;

/** Waits in memory: a refusal of a request for this scope. */
const refusalOf = (scope: string, resource = 'urn:orders') =>
  newExchange({ resource, request: { scopes: [scope], organizationId: null } }, { ...answer, id: ids.uuidAt(at) });

const collect = (): void => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
};

/** Bytes that are in use. */
const used = (): number => {
  collect();
  return process.memoryUsage().heapUsed;
};

test('a row that waits keeps its texts in memory, and not the request that they are a part of', () => {
  const before = used();
  const rows = Array.from({ length: 500 }, (_, index) => {
    const body = `scope=orders:read-${index} resource=https://orders.example/${index} ${String(index).repeat(20_000)}`;
    const [scope = '', resource = ''] = body.split(' ').map((part) => part.slice(part.indexOf('=') + 1));
    return refusalOf(scope, resource);
  });
  expect(used() - before).toBeLessThan(5_000_000);
  expect(rows.at(-1)).toMatchObject({ row: { dropped: 'orders:read-499' }, resource: 'https://orders.example/499' });
});

test('rows that wait have bounded memory, whatever clients request: the oldest are lost, and counted', () => {
  let lost = 0;
  const buffer = createRowBuffer((count) => void (lost += count));
  for (let count = 0; count < 4000; count++) buffer.add(refusalOf('x'.repeat(2000)));
  expect([lost, buffer.size(), buffer.gap()?.atMost]).toEqual([1513, 2487, 1513]);
  for (let count = 0; count < 20_100; count++) buffer.add(refusalOf('x'));
  expect(buffer.size()).toBe(20_000);
  expect(buffer.take(3)).toHaveLength(3);
});

test('a process that cannot be registered as a writer does not begin to record: killed, it would leave no gap', async () => {
  const away = new Error('the database does not respond');
  const opening = openRowQueue({
    database: { ledgerPool: undefined as never },
    clock: { now: () => at },
    logger: createLogger('error', { write: () => {} }),
    writerId: 'writer',
    writeRows: () => Promise.reject(away),
    onLost: () => {},
  });
  await expect(opening).rejects.toBe(away);
});
