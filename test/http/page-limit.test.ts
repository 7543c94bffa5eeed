import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { createPageLimit } from '../../src/http/page-limit.ts';

/** A listener behind the limit that does not answer before `finish`, and the requests that have reached it. */
function startSlowPages() {
  const reached: string[] = [];
  const gate = Promise.withResolvers<void>();
  const listener = createPageLimit()(async ({ method, url }) => {
    reached.push(`${method} ${url}`);
    await gate.promise;
  });
  const all: unknown[] = [];
  return {
    reached,
    request: (method: string, url: string) =>
      void all.push(listener({ method, url } as IncomingMessage, {} as ServerResponse)),
    async finish() {
      gate.resolve();
      await Promise.all(all);
    },
  };
}

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};

test('two pages are prepared at a time; the others wait, and are answered in turn', async () => {
  const { reached, request, finish } = startSlowPages();
  const pages = ['/oidc/auth?client_id=a', '/sign-in/b', '/link/c', '/sign-in/d'];
  for (const url of pages) request('GET', url);
  await turns(20);
  expect(reached).toHaveLength(2);
  await finish();
  expect(reached).toEqual(pages.map((url) => `GET ${url}`));
});

test('forms and all other addresses do not wait for pages', async () => {
  const { reached, request, finish } = startSlowPages();
  for (let page = 0; page < 5; page++) request('GET', `/sign-in/${page}`);
  const others = ['POST /sign-in/5', 'GET /readyz', 'GET /metrics', 'POST /oidc/token', 'GET /oidc/jwks', 'GET /inbox'];
  for (const other of others) request(...(other.split(' ') as [string, string]));
  await turns(20);
  expect(reached.filter((one) => others.includes(one)).toSorted()).toEqual(others.toSorted());
  await finish();
  expect(reached).toHaveLength(5 + others.length);
});
