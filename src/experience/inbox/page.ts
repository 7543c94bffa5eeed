import type { InboxMessage } from '../../store/messages/inbox.ts';
import { type Markup, markup } from '../../http/markup.ts';
import { pageDocument } from '../pages/layout.ts';

interface InboxView {
  /** Only the messages to one recipient are shown. */
  to: string | undefined;
  /** The token in the address of the page. */
  token: string | undefined;
}

/** The messages of the inbox, the newest first. */
export function inboxPage(messages: readonly InboxMessage[], { to, token }: InboxView): string {
  const whose = to === undefined ? '' : markup` to ${to}`;
  const body = messages.length
    ? messages.map((message) => entry(message, token))
    : markup`<p>There are no messages${whose}. Reload the page to look again.</p>`;
  return pageDocument('Inbox', markup`<h1>Inbox</h1>\n${body}`);
}

function entry({ id, channel, to, subject, text, html, code, link, time }: InboxMessage, token?: string): Markup {
  const query = token === undefined ? '' : `?token=${encodeURIComponent(token)}`;
  const label = channel === 'email' ? 'Email' : 'SMS';
  return markup`<article>
<h2>${subject ?? label}</h2>
<p class="detail">${label} to ${to}, <time datetime="${time}">${time.slice(0, 19).replace('T', ' ')} UTC</time></p>
${code === null ? '' : markup`<p>Code: <strong><code>${code}</code></strong></p>\n`}${
  link === null ? '' : markup`<p><a href="${link}">Open the link</a></p>\n`
}${
  html === null ? '' : markup`<iframe sandbox="" title="${subject}" src="/inbox/${id}${query}"></iframe>\n`
}<details ${html === null ? markup`open` : ''}><summary>Text</summary><pre>${text}</pre></details>
</article>
`;
}
