import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { pageHeaders } from '../../oidc/provider/pages.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Nudges } from '../../platform/nudges.ts';
import { readInbox } from '../../store/messages/inbox.ts';
import { closedSignal, type PageContext } from '../requests.ts';
import { mayReadInbox } from './access.ts';
import { inboxPage } from './page.ts';
import { createWaiters } from './waiters.ts';

interface InboxServices {
  database: Pick<Database, 'pool'>;
  secretBox: SecretBox;
  nudges: Pick<Nudges, 'subscribe'>;
  /** With it, other machines can read the inbox. */
  inboxToken: string;
}

/** Seconds for which a request waits at most, and by default. */
const maxWait = 30;

/** The inbox of a development platform: every mail and SMS, as a page and as JSON. */
export function createInbox(services: InboxServices): {
  routes: Hono<{ Bindings: HttpBindings }>;
  /** Ends requests that wait. */
  close(): void;
} {
  const waiters = createWaiters(services.nudges);
  const routes = new Hono<{ Bindings: HttpBindings }>()
    .get('/inbox', async (context) => {
      if (!isAllowed(context, services)) return refuse(context);
      const to = context.req.query('to');
      const page = inboxPage(await readInbox(services, { to }), { to, token: context.req.query('token') });
      return context.html(page, 200, inboxHeaders);
    })
    .get('/inbox/:id', async (context) => {
      if (!isAllowed(context, services)) return refuse(context);
      const [message] = await readInbox(services, { id: context.req.param('id') });
      if (!message?.html) return context.text('There is no such mail in the inbox.\n', 404, noStore);
      return context.html(message.html, 200, mailHeaders);
    })
    .get('/inbox.json', async (context) => {
      if (!isAllowed(context, services)) return refuse(context);
      const query = { to: context.req.query('to'), after: context.req.query('after') };
      const signal = AbortSignal.any([closedSignal(context), AbortSignal.timeout(waitOf(context) * 1000)]);
      const messages = await waiters.wait(() => readInbox(services, query), signal);
      if (messages) return context.json({ messages }, 200, noStore);
      return context.json({ error: 'Too many requests wait for messages.' }, 503, { ...noStore, 'retry-after': '1' });
    });
  return { routes, close: () => waiters.close() };
}

function waitOf({ req }: PageContext): number {
  const text = req.query('wait') ?? '';
  return /^\d{1,2}$/.test(text) ? Math.min(Number(text), maxWait) : maxWait;
}

/** The page frames its mails. */
const inboxHeaders = {
  ...pageHeaders,
  'content-security-policy': `${pageHeaders['content-security-policy']}; frame-src 'self'`,
};

/** A mail as its recipient sees it: it has inline styles, and does nothing. */
const mailHeaders = {
  ...pageHeaders,
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox",
  'x-frame-options': 'SAMEORIGIN',
};

const noStore = { 'cache-control': 'no-store' };

function isAllowed({ env, req }: PageContext, { inboxToken }: InboxServices): boolean {
  const bearer = /^Bearer (.+)$/i.exec(req.header('authorization') ?? '')?.[1];
  return mayReadInbox(env.incoming, inboxToken, bearer ?? req.query('token'));
}

const refuse = (context: PageContext): Response =>
  context.text(
    'The inbox is open to this machine only. From others, add ?token= with the token that was printed at the start.\n',
    403,
    {
      ...noStore,
    },
  );
