import { readFile } from 'node:fs/promises';
import { digestOf } from '../http/entity-tags.ts';
import type { ApiDocument } from './docs-page/operation.ts';
import type { RestResponse, PublicRoute } from './route.ts';
import { lazy } from '../domain/lazy.ts';
import { projectFile } from '../platform/project-file.ts';

/** Only content of this platform, and no inline script or style. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The OpenAPI document of an API and its documentation page, which need no token. */
export const documentation = (documentOf: () => Promise<object>): PublicRoute[] => [
  { method: 'GET', path: '/openapi.json', query: [], read: lazy(() => describe(documentOf)).load },
  { method: 'GET', path: '/docs', query: [], read: lazy(() => page(documentOf)).load },
  { method: 'GET', path: '/docs/page.js', query: [], read: lazy(() => file('page.js', 'text/javascript')).load },
  { method: 'GET', path: '/docs/page.css', query: [], read: lazy(() => file('page.css', 'text/css')).load },
];

async function describe(documentOf: () => Promise<object>): Promise<RestResponse> {
  return publicResponse(JSON.stringify(await documentOf()), 'application/json');
}

async function page(documentOf: () => Promise<object>): Promise<RestResponse> {
  const { docsPage } = await import('./docs-page/page.ts');
  return publicResponse(docsPage((await documentOf()) as ApiDocument), 'text/html; charset=utf-8');
}

const file = async (name: string, type: string): Promise<RestResponse> =>
  publicResponse(await readFile(projectFile(`src/rest/docs-page/${name}`), 'utf8'), `${type}; charset=utf-8`);

function publicResponse(content: string, type: string): RestResponse {
  const headers = {
    'content-type': type,
    etag: `"${digestOf(content)}"`,
    'content-security-policy': policy,
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
  };
  return { status: 200, headers, content: Buffer.from(content) };
}
