import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import type { Brand } from '../domain/branding/brand.ts';
import type { PageTexts } from './pages/layout.ts';
import { languageFor, type Texts, textsIn } from './texts/index.ts';

export type PageContext = Context<{ Bindings: HttpBindings }>;

declare module 'hono' {
  interface ContextVariableMap {
    /** Reads the brand of the page, which only pages need: at first that of all applications. */
    readBrand: (() => Promise<Brand | null>) | undefined;
  }
}

/** True if the client wants JSON instead of a page. */
export const wantsJson = (context: PageContext): boolean =>
  accepts(context, { header: 'Accept', supports: ['text/html', 'application/json'], default: 'text/html' }) ===
  'application/json';

/** The texts in the language that the application asks for, else the browser. */
export const textsOf = (context: PageContext, requested: readonly string[] = []): Texts =>
  textsIn(languageFor(context.req.header('accept-language'), requested));

/** The texts of a page, with how it looks. */
export const branded = async (context: PageContext, texts: Texts): Promise<PageTexts> => ({
  ...texts,
  brand: (await context.get('readBrand')?.()) ?? null,
});

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
