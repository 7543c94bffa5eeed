import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { bulkOperations, operations } from '../operations/index.ts';
import type { Addresses } from './openapi/document.ts';
import { type Answer, type OpenRoute, prefix } from './route.ts';

const { resolve } = createRequire(import.meta.url);

/** Nothing but what this platform itself sends, and no script or style on the page. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Swagger UI's icons.
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Mandate: Management API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${prefix}/docs/swagger-ui.css">
<script defer src="${prefix}/docs/swagger-ui-bundle.js"></script>
<script defer src="${prefix}/docs/start.js"></script>
</head>
<body><div id="api"></div></body>
</html>
`;

// Calls made from the page go to where the page is, whatever the platform is called elsewhere; no validator elsewhere is asked.
const start = `SwaggerUIBundle({
  url: '${prefix}/openapi.json',
  dom_id: '#api',
  validatorUrl: null,
  deepLinking: true,
  docExpansion: 'list',
  displayRequestDuration: true,
  persistAuthorization: false,
});
`;

/** The description of the API, and the page that shows it: for everybody, without a token. */
export const documentation = (addresses: Addresses): OpenRoute[] => [
  { method: 'GET', path: '/openapi.json', query: [], open: once(() => describe(addresses)) },
  { method: 'GET', path: '/docs', query: [], open: once(async () => text(page, 'text/html; charset=utf-8')) },
  { method: 'GET', path: '/docs/start.js', query: [], open: once(async () => text(start, 'text/javascript')) },
  {
    method: 'GET',
    path: '/docs/swagger-ui-bundle.js',
    query: [],
    open: () => file('swagger-ui-bundle.js', 'text/javascript'),
  },
  { method: 'GET', path: '/docs/swagger-ui.css', query: [], open: () => file('swagger-ui.css', 'text/css') },
];

async function describe(addresses: Addresses): Promise<Answer> {
  const { openApiDocument } = await import('./openapi/document.ts');
  return text(JSON.stringify(openApiDocument({ operations, bulkOperations }, addresses)), 'application/json');
}

function text(content: string, type: string): Answer {
  const headers = { 'content-type': type, 'content-security-policy': policy, 'cache-control': 'no-cache' };
  return { status: 200, headers, content: Buffer.from(content) };
}

/** A file of Swagger UI. A new version of the platform may bring a new one. */
async function file(name: string, type: string): Promise<Answer> {
  const headers = { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'public, max-age=3600' };
  return { status: 200, headers, content: await readFile(resolve(`swagger-ui-dist/${name}`)) };
}

function once(make: () => Promise<Answer>): () => Promise<Answer> {
  let made: Promise<Answer> | undefined;
  return () => (made ??= make());
}
