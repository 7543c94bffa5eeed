import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Context, Hono } from 'hono';
import type { Config } from '../config.ts';
import type { Ids } from '../platform/ids/ids.ts';
import { projectFile } from '../platform/project-file.ts';
import { consoleClientId } from '../vocabulary/built-in-applications.ts';
import { permissionNames, readPermissions } from '../vocabulary/permissions.ts';
import { acceptsGzip } from '../http/compress.ts';
import { markup } from '../http/markup.ts';
import { type HttpEnv, nothingHere, type Routes } from './routes.ts';

interface Services {
  config: Pick<Config, 'publicUrl' | 'issuer' | 'managementResource' | 'recentSignInSeconds'>;
  ids: Pick<Ids, 'secret'>;
  /** Folder with the built console. */
  folder?: URL;
}

const built = projectFile('dist/console/');

/** The console: one page for all its addresses, and its files, which `npm install` builds from src/console. */
export function createConsole({ config, ids, folder = built }: Services): Routes {
  const answerPage = async (context: Context<HttpEnv>): Promise<Response> => {
    if (!existsSync(folder)) return context.text('The console is not built. Run: node tools/console/build.ts', 503);
    const page = await readFile(new URL('index.html', folder), 'utf8');
    const nonce = ids.secret(16);
    const html = page.replaceAll('__NONCE__', nonce).replace('__SETTINGS__', () => settingsOf(config));
    return context.html(html, 200, headersOf(config.publicUrl, { nonce, script: scriptOf(page) }));
  };
  const icon = (context: Context<HttpEnv>): Promise<Response> =>
    file(context, new URL('icon.svg', folder), 'max-age=86400');
  return (
    new Hono<HttpEnv>()
      // Leads browsers to the console. For programs there is nothing here.
      .get('/', (context) => {
        const accept = context.req.header('accept');
        return accept?.includes('text/html') ? context.redirect('/console/') : nothingHere(accept);
      })
      .get('/console', (context) => context.redirect('/console/', 308))
      // A sign-in without leaving the page ends here: the page reads the code from the address of this response.
      .get('/console/callback', (context) =>
        context.req.header('sec-fetch-dest') === 'empty'
          ? new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
          : answerPage(context),
      )
      .get('/console/icon.svg', icon)
      // The icon that browsers request for every page without one of its own, such as those of the sign-in.
      .get('/favicon.ico', icon)
      .get('/console/assets/:name', async (context) => {
        const name = context.req.param('name');
        return /^\w[\w.-]*\.(js|css|woff2)$/.test(name)
          ? file(context, new URL(`assets/${name}`, folder), forever)
          : nothingHere(context.req.header('accept'));
      })
      .get('/console/docs/:name', async (context) => {
        const name = context.req.param('name');
        return /^[\w-]+$/.test(name)
          ? file(context, new URL(`docs/${name}.html`, folder), 'no-cache', documentationPolicy)
          : nothingHere(context.req.header('accept'));
      })
      .get('/console/*', answerPage)
  );
}

/** The name of a file changes with its content. */
const forever = 'max-age=31536000, immutable';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The chapters of the documentation have no script. */
const documentationPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A file in the best coding that the browser accepts and the build has made. */
async function file(context: Context<HttpEnv>, url: URL, caching: string, policy?: string): Promise<Response> {
  const path = fileURLToPath(url);
  if (!existsSync(path)) return nothingHere(context.req.header('accept'));
  const accepted = context.req.header('accept-encoding');
  const codings = { br: /\bbr\b/.test(accepted ?? ''), gzip: acceptsGzip(accepted) };
  const [coding, ending] = codings.br ? ['br', '.br'] : codings.gzip ? ['gzip', '.gz'] : [];
  const isCoded = ending !== undefined && existsSync(path + ending);
  const content = await readFile(isCoded ? path + ending : path);
  const headers = {
    'content-type': types[extname(path)] ?? 'application/octet-stream',
    'cache-control': `public, ${caching}`,
    'cross-origin-resource-policy': 'same-origin',
    vary: 'accept-encoding',
    ...(policy === undefined ? {} : { 'content-security-policy': policy }),
    ...(isCoded ? { 'content-encoding': coding ?? '' } : {}),
  };
  return new Response(content, { headers });
}

/** The settings of the page as the value of an attribute. */
const settingsOf = ({ issuer, managementResource, recentSignInSeconds }: Services['config']): string =>
  markup`${JSON.stringify({
    clientId: consoleClientId,
    issuer,
    resource: managementResource,
    permissions: permissionNames,
    readPermissions,
    recentSignInSeconds,
  })}`.toString();

/** The source of the only script that is in the page itself, which chooses the colors: its digest. */
function scriptOf(page: string): string {
  const [, script = ''] = /<script>([^]*?)<\/script>/.exec(page) ?? [];
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}

function headersOf(publicUrl: string, { nonce, script }: { nonce: string; script: string }): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${script}`,
    // The nonce is for the styles of the first view and the variables of the components, which are <style> elements.
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    // The preview of the sign-in page, which the console makes itself. It inherits this policy, and is sandboxed.
    'frame-src blob:',
    `connect-src 'self' ${publicUrl.replace(/^http/, 'ws')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ];
  return {
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'same-origin',
  };
}
