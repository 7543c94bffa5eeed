import { hash } from 'node:crypto';
import type { Plugin } from 'graphql-yoga';

interface Page {
  html: string;
  headers: Record<string, string>;
  script: string;
  scriptHash: string;
}

const firstQuery = `# Enter an access token in the tab "Headers" below: "Authorization": "Bearer …"
# Get one from POST /oidc/token with grant_type=client_credentials, the client id and secret that the first start
# printed, and the URL of this platform followed by /api as the resource.
{
  viewer {
    kind
    id
    permissions
  }
}
`;

let page: Promise<Page> | undefined;

/** The parameter of the address of the script: its hash. */
const scriptParameter = 'graphiql';

const scriptHeaders = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'public, max-age=31536000, immutable',
};

/**
 * GraphiQL, for developers who open `/graphql` in a browser. The page is in a package: nothing is loaded from other
 * hosts. It is only built when it is first requested. Its script of 8 MB has an address of its own with its hash, so
 * that browsers keep it.
 */
export const graphiql: Plugin = {
  async onRequest({ request, url, fetchAPI, endResponse }) {
    const requested = url.searchParams.get(scriptParameter);
    const acceptsHtml = request.headers.get('accept')?.includes('text/html') && !url.searchParams.has('query');
    if (request.method !== 'GET' || (requested === null && !acceptsHtml)) return;
    page ??= makePage();
    const { html, headers, script, scriptHash } = await page;
    if (requested === scriptHash) return endResponse(new fetchAPI.Response(script, { headers: scriptHeaders }));
    if (acceptsHtml) endResponse(new fetchAPI.Response(html, { headers }));
  },
};

async function makePage(): Promise<Page> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const html = renderGraphiQL({
    title: 'Mandate: GraphiQL',
    headers: '{\n  "Authorization": ""\n}',
    defaultQuery: firstQuery,
    shouldPersistHeaders: false,
  });
  const [start, end] = [html.indexOf('<script>'), html.lastIndexOf('</script>')];
  const script = html.slice(start + '<script>'.length, end);
  const scriptHash = hash('sha256', script, 'base64url').slice(0, 16);
  const element = `<script src="?${scriptParameter}=${scriptHash}">`;
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    // The editor creates its styles and workers from the page.
    "style-src 'unsafe-inline'",
    'worker-src blob:',
    'img-src data:',
    'font-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    html: html.slice(0, start) + element + html.slice(end),
    script,
    scriptHash,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
    },
  };
}
