import type { Database } from '../platform/database/database.ts';
import { readBrand } from '../store/branding.ts';
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

/** The pages that follow look like those of the application, or like those of none. */
export const showBrandOf = (
  context: PageContext,
  { prisma }: Pick<Database, 'prisma'>,
  applicationId: string | null,
): void => context.set('readBrand', () => readBrand(prisma, applicationId));

/** The texts of a page, with how it looks. */
export const branded = async (context: PageContext, texts: Texts): Promise<PageTexts> => ({
  ...texts,
  brand: (await context.get('readBrand')?.()) ?? null,
});

/**
 * The cookie of the interaction is SameSite=Lax, and its address cannot be guessed. In addition, browsers send the
 * origin of a form.
 */
export const isFromOurPage = (context: PageContext, publicUrl: string): boolean =>
  isSameOrigin(context, publicUrl) ?? true;

/** Whether a request comes from a page of ours; undefined if the client sends neither header. */
export function isSameOrigin({ req }: PageContext, publicUrl: string): boolean | undefined {
  const site = req.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = req.header('origin');
  return origin === undefined ? undefined : origin === publicUrl;
}

/** Aborted when the client closes the connection before the response. */
export function closedSignal({ env: { outgoing } }: PageContext): AbortSignal {
  const closing = new AbortController();
  outgoing.once('close', () => closing.abort());
  if (outgoing.destroyed) closing.abort();
  return closing.signal;
}
