import { expect, it } from 'vitest';
import { createMetricsAccess } from '../../src/server/metrics-access.ts';
import { createMetrics } from '../../src/server/metrics.ts';
import { exchangeMetrics } from '../support/exchanges/exchange-metrics.ts';

it('metrics read what waits once for many requests, and respond without it if that fails or takes too long', async () => {
  const metrics = createMetrics({}, exchangeMetrics(), createMetricsAccess(undefined));
  const reads = { works: 0, hangs: 0, fails: 0 };
  const watch = (name: keyof typeof reads, read: () => Promise<Record<string, number>>) =>
    metrics.watch({
      name,
      help: name,
      label: 'kind',
      read: () => {
        reads[name] += 1;
        return read();
      },
    });
  watch('works', () => Promise.resolve({ events: 3 }));
  watch('hangs', () => new Promise(() => undefined));
  watch('fails', () => Promise.reject(new Error('sesame')));
  const bodies = await Promise.all(
    Array.from({ length: 20 }, async () => (await metrics.routes.request('/metrics')).text()),
  );
  expect(reads).toEqual({ works: 1, hangs: 1, fails: 1 });
  for (const body of bodies) expect(body).toMatch(/^works\{kind="events"\} 3$/m);
  expect(bodies.join('')).not.toMatch(/^(hangs|fails)\{|sesame/m);
});
