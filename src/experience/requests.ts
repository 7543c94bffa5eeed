import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { languageFor, type Texts, textsIn } from './texts/index.ts';

export type PageContext = Context<{ Bindings: HttpBindings }>;

/** True if the client wants JSON instead of a page. */
export const wantsJson = (context: PageContext): boolean =>
  accepts(context, { header: 'Accept', supports: ['text/html', 'application/json'], default: 'text/html' }) ===
  'application/json';

/** The texts in the language that the application asks for, else the browser. */
export const textsOf = (context: PageContext, requested: readonly string[] = []): Texts =>
  textsIn(languageFor(context.req.header('accept-language'), requested));

/**
 * The cookie of the interaction is SameSite=Lax, and its address cannot be guessed. In addition, browsers send the
 * origin of a form.
 */
export function isFromOurPage(context: PageContext, publicUrl: string): boolean {
  const site = context.req.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = context.req.header('origin');
  return origin === undefined || origin === publicUrl;
}

/** Aborted when the client closes the connection before the response. */
export function closedSignal({ env: { outgoing } }: PageContext): AbortSignal {
  const closing = new AbortController();
  outgoing.once('close', () => closing.abort());
  if (outgoing.destroyed) closing.abort();
  return closing.signal;
}
