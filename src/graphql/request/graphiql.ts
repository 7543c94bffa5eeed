import { hash } from 'node:crypto';
import type { Plugin } from 'graphql-yoga';

interface Page {
  html: string;
  headers: Record<string, string>;
}

const firstQuery = `# An access token goes into the tab "Headers" below: "Authorization": "Bearer …"
# It comes from POST /oidc/token with grant_type=client_credentials, the id and the secret that the first start printed,
# and as resource the address of this platform followed by /api.
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
 * GraphiQL for developers, who open `/graphql` in a browser. The whole page comes from a package: nothing is loaded from elsewhere.
 * It is 9 MB of script, put together when somebody first asks for it.
 */
export const graphiql: Plugin = {
  async onRequest({ request, url, fetchAPI, endResponse }) {
    const wanted = request.method === 'GET' && request.headers.get('accept')?.includes('text/html');
    if (!wanted || url.searchParams.has('query')) return;
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
  const script = html.slice(html.indexOf('<script>') + '<script>'.length, html.lastIndexOf('</script>'));
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${hash('sha256', script, 'base64')}'`,
    // The editor writes its styles and starts its workers by itself, from what is on the page.
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
