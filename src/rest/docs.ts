import { readFile } from 'node:fs/promises';
import { bulkOperations, exposedOperations } from '../operations/index.ts';
import { digestOf } from './entity-tags.ts';
import type { ApiDocument } from './docs-page/operation.ts';
import type { Addresses } from './openapi/document.ts';
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

/** The OpenAPI document and the documentation page, which need no token. */
export const documentation = (addresses: Addresses): PublicRoute[] => [
  { method: 'GET', path: '/openapi.json', query: [], read: lazy(() => describe(addresses)).load },
  { method: 'GET', path: '/docs', query: [], read: lazy(() => page(addresses)).load },
  { method: 'GET', path: '/docs/page.js', query: [], read: lazy(() => file('page.js', 'text/javascript')).load },
  { method: 'GET', path: '/docs/page.css', query: [], read: lazy(() => file('page.css', 'text/css')).load },
];

async function describe(addresses: Addresses): Promise<RestResponse> {
  return publicResponse(JSON.stringify(await documentOf(addresses)), 'application/json');
}

async function page(addresses: Addresses): Promise<RestResponse> {
  const { docsPage } = await import('./docs-page/page.ts');
  return publicResponse(docsPage((await documentOf(addresses)) as ApiDocument), 'text/html; charset=utf-8');
}

async function documentOf(addresses: Addresses): Promise<object> {
  const { openApiDocument } = await import('./openapi/document.ts');
  return openApiDocument({ operations: exposedOperations, bulkOperations }, addresses);
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
