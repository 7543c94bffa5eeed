import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { createPageTurns } from '../../src/server/page-turns.ts';
import { createAdmission } from '../../src/platform/admission/admission.ts';
import { turns } from '../support/until.ts';

/** A listener that does not answer before `finish`, and the requests that have reached it in their turn. */
function startSlowPages() {
  const reached: string[] = [];
  const gate = Promise.withResolvers<void>();
  const networkOf = ({ headers }: IncomingMessage) => String(headers.from);
  const listener = createPageTurns(
    createAdmission(),
    networkOf,
  )(async ({ method, url }) => {
    reached.push(`${method} ${url}`);
    await gate.promise;
  });
  const all: unknown[] = [];
  return {
    reached,
    request: (method: string, url: string, from = '192.0.2.1') =>
      void all.push(listener({ method, url, headers: { from } } as IncomingMessage, {} as ServerResponse)),
    async finish() {
      gate.resolve();
      await Promise.all(all);
    },
  };
}

test('two pages are prepared at a time; the others wait, and are answered in turn', async () => {
  const { reached, request, finish } = startSlowPages();
  const pages = ['/oidc/auth?client_id=a', '/sign-in/b', '/link/c', '/sign-in/d'];
  for (const url of pages) request('GET', url);
  await turns(20);
  expect(reached).toHaveLength(2);
  await finish();
  expect(reached).toEqual(pages.map((url) => `GET ${url}`));
});

test('networks have their turns one after the other, however many pages one of them opens', async () => {
  const { reached, request, finish } = startSlowPages();
  for (let page = 0; page < 20; page++) request('GET', `/sign-in/${page}`);
  await turns(30);
  request('GET', '/sign-in/other', '198.51.100.1');
  await turns(5);
  await finish();
  expect(reached.indexOf('GET /sign-in/other')).toBeLessThan(5);
});

test('forms and all other addresses do not wait for pages', async () => {
  const { reached, request, finish } = startSlowPages();
  for (let page = 0; page < 5; page++) request('GET', `/sign-in/${page}`);
  const others = ['POST /sign-in/5', 'GET /readyz', 'GET /metrics', 'POST /oidc/token', 'GET /oidc/jwks', 'GET /inbox'];
  // What a page loads; the image of a logo may come from a slow server.
  others.push('GET /sign-in/logos/app_1?v=1', 'GET /sign-in/style.css?scheme=dark', 'GET /sign-in/script.js');
  // A provider may take its time.
  others.push('GET /sign-in/return/idp_1?state=s', 'GET /sign-in/trials/trial_1');
  for (const other of others) request(...(other.split(' ') as [string, string]));
  await turns(20);
  expect(reached.filter((one) => others.includes(one)).toSorted()).toEqual(others.toSorted());
  await finish();
  expect(reached).toHaveLength(5 + others.length);
});
