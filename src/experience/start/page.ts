import { type Markup, markup } from '../../http/markup.ts';
import { page } from '../pages/layout.ts';

/** What the start page shows. */
export interface StartPage {
  publicUrl: string;
  issuer: string;
  managementResource: string;
  /** As `/readyz` reports it. */
  status: string;
  /** What only developers see; null in production. */
  development: { version: string } | null;
}

/** The page of `/`: where everything is, and in development what to do next. */
export function startPage(start: StartPage): string {
  const { status, development } = start;
  const state = status === 'ready' ? 'Ready' : `Not ready: ${status}`;
  const body = markup`<h1>Identity platform</h1>
<p class="lead">${state}${development ? `, version ${development.version}` : ''}.</p>
${addresses(start)}${development ? nextSteps(start) : ''}`;
  return page('Mandate', body);
}

function addresses({ publicUrl, issuer, managementResource, development }: StartPage): Markup {
  const shown: [name: string, address: string][] = [
    ['Discovery', `${issuer}/.well-known/openid-configuration`],
    ['REST reference', `${managementResource}/docs`],
  ];
  // In production there is no GraphiQL and no inbox.
  if (development) shown.push(['GraphQL', `${publicUrl}/graphql`], ['Inbox', `${publicUrl}/inbox`]);
  return markup`<dl class="addresses">
${shown.map(([name, address]) => markup`<div><dt>${name}</dt><dd><a href="${address}">${address}</a></dd></div>\n`)}</dl>`;
}

/** The commands continue one another; each is selected with one click. */
function nextSteps({ publicUrl, issuer, managementResource }: StartPage): Markup {
  const credentials = `CLIENT_ID=… CLIENT_SECRET=…`;
  const token = `TOKEN=$(curl -s -u "$CLIENT_ID:$CLIENT_SECRET" \\
  -d grant_type=client_credentials \\
  -d resource=${managementResource} ${issuer}/token |
  sed -E 's/.*"access_token":"([^"]*)".*/\\1/')`;
  const user = `curl ${managementResource}/users -H "authorization: Bearer $TOKEN" \\
  -H 'content-type: application/json' \\
  -d '{"email":"ada@example.com","password":"correct horse"}'`;
  return markup`
<h2>Next steps</h2>
<ol class="steps">
<li><p>Set the client id and the secret that the first start printed:</p>${command(credentials)}</li>
<li><p>Get an access token of the Management API:</p>${command(token)}</li>
<li><p>Create a user:</p>${command(user)}</li>
<li><p>Query in <a href="${publicUrl}/graphql">GraphiQL</a> with the header
<code>{"authorization": "Bearer …"}</code>, and follow <code>docs/token-exchange.md</code> to the first exchange.</p></li>
</ol>`;
}

const command = (text: string): Markup => markup`<pre class="command"><code>${text}</code></pre>`;
