import { hash } from 'node:crypto';
import type { Plugin } from 'graphql-yoga';

interface Page {
  html: string;
  headers: Record<string, string>;
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

/**
 * GraphiQL, for developers who open `/graphql` in a browser. The page is in a package: nothing is loaded from other
 * hosts. It is only built when it is first requested.
 */
export const graphiql: Plugin = {
  async onRequest({ request, url, fetchAPI, endResponse }) {
    const acceptsHtml = request.headers.get('accept')?.includes('text/html') && !url.searchParams.has('query');
    if (request.method !== 'GET' || !acceptsHtml) return;
    page ??= makePage();
    const { html, headers } = await page;
    endResponse(new fetchAPI.Response(html, { headers }));
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
  const policy = [
    "default-src 'none'",
    `script-src ${sourceOfScript(html)}`,
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
    html,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
    },
  };
}

/** Allows the one script of the page by its hash; no script at all if the page has another form. */
function sourceOfScript(html: string): string {
  const [, script] = /<script>([^]*)<\/script>/.exec(html) ?? [];
  return script === undefined ? "'none'" : `'sha256-${hash('sha256', script, 'base64')}'`;
}
