import { type Markup, markup } from '../../http/markup.ts';
import { laidOut, linked } from '../pages/layout.ts';
import type { Texts } from '../texts/index.ts';

export interface StartAddresses {
  publicUrl: string;
  issuer: string;
  managementResource: string;
}

export interface Development {
  version: string;
  /** As `/readyz` reports it. */
  status: keyof Texts['startPage']['states'];
}

/** The page of `/` in production: only what a visitor may know. */
export const visitorPage = ({ issuer }: StartAddresses, texts: Texts): string =>
  laidOut(
    texts.startPage.heading,
    markup`<p>${texts.startPage.visitor}</p>
<p class="detail">${texts.startPage.issuer}: <code dir="ltr">${issuer}</code></p>`,
    texts,
  );

/** The page of `/` in development: the state, where everything is, and what to do next. */
export function startPage(addresses: StartAddresses, { version, status }: Development, all: Texts): string {
  const texts = all.startPage;
  const state = markup`<p class="${status === 'ready' ? 'lead' : 'error'}">${texts.states[status]} ${texts.version(version)}</p>`;
  return laidOut(
    texts.heading,
    markup`${state}
${addressList(addresses, texts)}
${nextSteps(addresses, texts)}`,
    all,
  );
}

function addressList({ publicUrl, issuer, managementResource }: StartAddresses, texts: Texts['startPage']): Markup {
  const shown = [
    [texts.console, `${publicUrl}/console/`],
    ['GraphQL', `${publicUrl}/graphql`],
    [texts.reference, `${managementResource}/docs`],
    [texts.discovery, `${issuer}/.well-known/openid-configuration`],
    [texts.inbox, `${publicUrl}/inbox`],
  ];
  return markup`<dl class="addresses">
${shown.map(([name, address]) => markup`<div><dt>${name}</dt><dd><a dir="ltr" href="${address}">${address}</a></dd></div>\n`)}</dl>`;
}

/** The commands continue one another; each is selected with one click. */
function nextSteps({ publicUrl, issuer, managementResource }: StartAddresses, texts: Texts['startPage']): Markup {
  const credentials = 'CLIENT_ID=… CLIENT_SECRET=…';
  const token = `TOKEN=$(curl -s -u "$CLIENT_ID:$CLIENT_SECRET" \\
  ${issuer}/token \\
  -d grant_type=client_credentials \\
  -d resource=${managementResource} |
  sed -E 's/.*"access_token":"([^"]*)".*/\\1/')`;
  const user = `curl ${managementResource}/users -H "authorization: Bearer $TOKEN" \\
  -H 'content-type: application/json' \\
  -d '{"email":"ada@example.com","password":"correct horse"}'`;
  const header = `echo "{\\"authorization\\": \\"Bearer $TOKEN\\"}"`;
  const [page, path, leads] = texts.exchange;
  return markup`<h2>${texts.nextSteps}</h2>
<ol class="steps">
<li>${texts.credentials}${command(credentials)}</li>
<li>${texts.token}${command(token)}</li>
<li>${texts.user}${command(user)}</li>
<li>${linked(texts.query, `${publicUrl}/graphql`)}${command(header)}</li>
<li>${page}<code dir="ltr">${path}</code>${leads}</li>
</ol>`;
}

const command = (text: string): Markup =>
  markup`<pre class="command" dir="ltr" translate="no"><code>${text}</code></pre>`;
