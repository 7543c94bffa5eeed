import { pageHeaders } from '../oidc/provider/pages.ts';
import { type PageContext, textsOf, wantsJson } from './flow-pages.ts';
import type { Destination } from './link/destinations.ts';
import { moveOnPage, type Notice, noticePage, noticeText } from './pages/notices.ts';

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

export const answer = (context: PageContext, html: string, status: 200): Response =>
  context.html(html, status, { ...pageHeaders });

const statuses = {
  expired: 410,
  'reset-expired': 410,
  'sign-up-expired': 410,
  'foreign-form': 403,
  'form-too-long': 413,
} as const satisfies Record<Notice, number>;

/** Refuses a request, as a page or as JSON, with the applications in which the person can begin again. */
export function refuse(context: PageContext, name: Notice, applications: readonly Destination[] = []): Response {
  const texts = textsOf(context);
  const headers = { ...pageHeaders, 'content-language': texts.language, vary: 'Accept, Accept-Language' };
  if (!wantsJson(context)) return context.html(noticePage(name, applications, texts), statuses[name], headers);
  const problem = { name, text: noticeText(name, texts) };
  return context.json({ problem, ...(name === 'expired' && { applications }) }, statuses[name], headers);
}

/** Browsers get a page that navigates (see pagePolicy), other clients a redirect. */
export function navigate(context: PageContext, url: string): Response {
  if (wantsJson(context)) return context.json({ next: url }, 200, { ...pageHeaders });
  const wantsPage = context.req.header('accept')?.includes('text/html') ?? false;
  if (wantsPage) return answer(context, moveOnPage(url, textsOf(context)), 200);
  return context.body(null, 303, { location: url, 'cache-control': 'no-store' });
}
