import { describe, expect, it } from 'vitest';
import { aliasLimit, tokenLimit } from '../../src/graphql/context/limits.ts';
import { perFile } from '../support/per-file.ts';
import { startApi, tokenFor } from './api.ts';

const api = perFile(startApi);

describe('the query platform', () => {
  it('returns version, issuer and name of the installation to any caller with a token', async () => {
    const { platform } = await api.ask('{ platform { version issuer environment contact } }', {}, tokenFor([]));
    expect(platform).toEqual({
      version: '1.2.3',
      issuer: 'https://id.example.com/oidc',
      environment: 'Staging',
      contact: 'help@example.com',
    });
  });

  it('returns nothing without a token', async () => {
    const { errors, data } = await api.call('{ platform { version } }', {}, null);
    expect([errors?.[0]?.extensions?.code, data?.platform]).toEqual(['UNAUTHENTICATED', null]);
  });

  it('returns the days for which data is kept', async () => {
    const { platform } = await api.ask('{ platform { retention { events delivered messages } } }');
    expect(platform.retention).toEqual({ events: 90, delivered: 30, messages: 7 });
  });

  it('returns the limits at which requests are refused', async () => {
    const { platform } = await api.ask(
      '{ platform { limits { tokens aliases depth fields operations bodyBytes pageSize nodeLookups subscriptions } } }',
    );
    const { limits } = platform;
    expect(limits).toEqual({
      tokens: tokenLimit,
      aliases: aliasLimit,
      depth: 15,
      fields: 100_000,
      operations: 8,
      bodyBytes: 1_048_576,
      pageSize: 100,
      nodeLookups: 100,
      subscriptions: 100,
    });
    const aliases = (count: number) =>
      api.call(`{ ${Array.from({ length: count }, (_, index) => `a${index}: viewer { id }`).join(' ')} }`);
    expect((await aliases(limits.aliases)).errors).toEqual([]);
    expect((await aliases(limits.aliases + 1)).errors?.[0]?.extensions?.code).toBe('TOO_COMPLEX');
    const page = (first: number) => api.call(`{ users(first: ${first}) { nodes { id } } }`);
    expect((await page(limits.pageSize)).errors).toEqual([]);
    expect((await page(limits.pageSize + 1)).errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
  });
});
