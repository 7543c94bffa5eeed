import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createExperience } from '../../src/experience/routes.ts';
import { inTurn, waitsForProvider, withoutTurn } from '../../src/experience/turns.ts';
import { leadsToPage } from '../../src/oidc/provider/requests/request-target.ts';
import { createAdmission } from '../../src/platform/admission/admission.ts';
import { createPageTurns } from '../../src/server/page-turns.ts';
import { turns } from '../support/until.ts';

/** Pages that do not answer before `finish`, and the requests that have reached them in their turn. */
function startSlowPages() {
  const reached: string[] = [];
  const gate = Promise.withResolvers<void>();
  const networkOf = ({ headers }: IncomingMessage) => String(headers.from);
  const services = { admission: createAdmission(), networkOf };
  const slowly = async ({ method = '', url = '' }: IncomingMessage): Promise<void> => {
    reached.push(`${method} ${url}`);
    await gate.promise;
  };
  const pages = new Hono<{ Bindings: HttpBindings }>()
    .use(inTurn(services))
    .get('/page.css', withoutTurn, (context) => slowly(context.env.incoming).then(() => context.body(null)))
    .get('/return', waitsForProvider, (context) => slowly(context.env.incoming).then(() => context.body(null)))
    .on(['GET', 'POST'], '/:page', (context) => slowly(context.env.incoming).then(() => context.body(null)));
  const issuer = createPageTurns(services, leadsToPage)(slowly);
  const all: unknown[] = [];
  return {
    reached,
    request(method: string, url: string, from = '192.0.2.1') {
      const incoming = { method, url, headers: { from } } as IncomingMessage;
      const env = { incoming, outgoing: {} };
      const isForIssuer = url.startsWith('/oidc/');
      all.push(
        isForIssuer
          ? issuer(incoming, {} as HttpBindings['outgoing'])
          : pages.fetch(new Request(`http://localhost${url}`, { method }), env),
      );
    },
    async finish() {
      gate.resolve();
      await Promise.all(all);
    },
  };
}

test('two pages are prepared at a time; the others wait, and are answered in turn', async () => {
  const { reached, request, finish } = startSlowPages();
  const pages = ['/oidc/auth?client_id=a', '/b', '/oidc/auth/c', '/d'];
  for (const url of pages) request('GET', url);
  await turns(20);
  expect(reached).toHaveLength(2);
  await finish();
  expect(reached.toSorted()).toEqual(pages.map((url) => `GET ${url}`).toSorted());
});

test('networks have their turns one after the other, however many pages one of them opens', async () => {
  const { reached, request, finish } = startSlowPages();
  for (let page = 0; page < 20; page++) request('GET', `/${page}`);
  await turns(30);
  request('GET', '/other', '198.51.100.1');
  await turns(5);
  await finish();
  expect(reached.indexOf('GET /other')).toBeLessThan(5);
});

test('forms, what a page loads, what a provider delays, and other endpoints do not wait for pages', async () => {
  const { reached, request, finish } = startSlowPages();
  for (let page = 0; page < 5; page++) request('GET', `/${page}`);
  const others = [
    'POST /5',
    'POST /oidc/auth',
    'POST /oidc/token',
    'GET /oidc/jwks',
    'GET /page.css',
    'GET /return?state=s',
  ];
  for (const other of others) request(...(other.split(' ') as [string, string]));
  await turns(20);
  expect(reached.filter((one) => others.includes(one)).toSorted()).toEqual(others.toSorted());
  await finish();
  expect(reached).toHaveLength(5 + others.length);
});

test('every page has its turn, except where its route states otherwise', () => {
  const services = { config: { publicUrl: 'https://id.example.com' } } as Parameters<typeof createExperience>[0];
  const { routes } = createExperience(services);
  const marked = (mark: unknown): string[] => routes.filter(({ handler }) => handler === mark).map(({ path }) => path);
  expect(marked(withoutTurn)).toEqual([
    '/.well-known/change-password',
    '/.well-known/passkey-endpoints',
    '/account/style.css',
    '/sign-in/style.css',
    '/sign-in/script.js',
    '/sign-in/logos/:applicationId',
  ]);
  expect(marked(waitsForProvider)).toEqual(['/sign-in/return/:identityProviderId', '/sign-in/trials/:id']);
});
