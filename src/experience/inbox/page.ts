import type { InboxMessage } from '../../store/messages/inbox.ts';
import { type Markup, markup } from '../../http/markup.ts';
import { pageDocument } from '../pages/layout.ts';

/** The messages of the inbox, the newest first; `to` if only those to one recipient are shown. */
export function inboxPage(messages: readonly InboxMessage[], to: string | undefined): string {
  const whose = to === undefined ? '' : markup` to ${to}`;
  const body = messages.length
    ? messages.map(entry)
    : markup`<p>There are no messages${whose}. Reload the page to look again.</p>`;
  return pageDocument('Inbox', markup`<h1>Inbox</h1>\n${body}`);
}

function entry({ channel, to, subject, text, code, link, time }: InboxMessage): Markup {
  const label = channel === 'email' ? 'Email' : 'SMS';
  return markup`<article>
<h2>${subject ?? label}</h2>
<p class="detail">${label} to ${to}, <time datetime="${time}">${time.slice(0, 19).replace('T', ' ')} UTC</time></p>
${code === null ? '' : markup`<p>Code: <strong><code>${code}</code></strong></p>\n`}${
  link === null ? '' : markup`<p><a href="${link}">Open the link</a></p>\n`
}<details><summary>Text</summary><pre>${text}</pre></details>
</article>
`;
}
