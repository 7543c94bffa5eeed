import type { RequiredSignIn } from '../../domain/failure.ts';
import { checkSignIn } from '../../kernel/recent-sign-in.ts';
import { accountClientId } from '../../vocabulary/built-in-applications.ts';
import { markup } from '../../http/markup.ts';
import { laidOut } from '../pages/layout.ts';
import { branded, type PageContext, textsOf } from '../requests.ts';
import { headersIn, redirect } from '../responses.ts';
import type { Member, MemberServices } from './member.ts';
import { type AccountState, openState, sealNotice, sealState } from './sealed-state.ts';

/** The path to which the issuer returns. */
export const returnPath = '/account/return';

/**
 * Sends the browser to sign in, by an authorization request with which nothing is issued (OAuth 2.0 Multiple Response
 * Types §4). The person returns to the page, signed in as is required (RFC 9470 §4).
 */
export function signIn(
  context: PageContext,
  services: MemberServices,
  state: AccountState,
  { maxAge, acrValues }: Partial<RequiredSignIn> = {},
): Response {
  const { issuer, publicUrl } = services.config;
  const parameters = new URLSearchParams({
    client_id: accountClientId,
    response_type: 'none',
    redirect_uri: publicUrl + returnPath,
    scope: 'openid',
    state: sealState(services, state),
    ...(maxAge !== undefined && { max_age: String(maxAge) }),
    ...(acrValues !== undefined && { acr_values: acrValues }),
  });
  return redirect(context, `${issuer}/auth?${parameters}`);
}

/** The sign-in that the person lacks for changes of credentials; undefined if theirs is recent and of the level. */
export const missingSignIn = (services: MemberServices, { actor }: Pick<Member, 'actor'>): RequiredSignIn | undefined =>
  checkSignIn(services, actor).requiredSignIn;

/**
 * The end of a sign-in: on to the page that required it, with what was typed there. If another person has signed in,
 * nothing of it is kept. A person who canceled reads that nothing has changed.
 */
export function returnFromSignIn(
  context: PageContext,
  services: MemberServices,
  member: Member | undefined,
): Response | Promise<Response> {
  const sealed = context.req.query('state');
  const state = openState(services, sealed);
  if (!member) return showNotSignedIn(context);
  const go = (path: string, query: Record<string, string>) => {
    const url = new URL(path, services.config.publicUrl);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return redirect(context, url.pathname + url.search);
  };
  if (!state) return go('/account', {});
  if (state.userId !== undefined && state.userId !== member.account.id)
    return go('/account', { notice: sealNotice(services, 'other-person') });
  // A refusal leads to the page above: the one that required the sign-in would require it again.
  if (context.req.query('error') !== undefined)
    return go(parentOf(state.path), { notice: sealNotice(services, 'not-confirmed') });
  return go(state.path, state.form && sealed !== undefined ? { kept: sealed } : {});
}

/** The page to which an action belongs. */
function parentOf(path: string): string {
  if (!path.startsWith('/account')) return '/account';
  const [pathname = '', query] = path.split('?');
  const parent = pathname.split('/').slice(0, 3).join('/');
  return query ? `${parent}?${query}` : parent;
}

/** No session, although a sign-in has ended: another request would lead here again. */
async function showNotSignedIn(context: PageContext): Promise<Response> {
  const texts = textsOf(context);
  const { notSignedIn, notSignedInWhy } = texts.account;
  const body = markup`<p>${notSignedInWhy}</p>\n<p><a class="button" href="/account">${texts.signIn}</a></p>`;
  return context.html(laidOut(notSignedIn, body, await branded(context, texts)), 403, headersIn(texts));
}

/** The values that were typed before the sign-in, for the same person on the same page. */
export function keptForm(
  context: PageContext,
  services: MemberServices,
  { account }: Member,
): Record<string, string> | undefined {
  const state = openState(services, context.req.query('kept'));
  const isHere = state?.path.split('?')[0] === context.req.path;
  return isHere && state?.userId === account.id ? state.form : undefined;
}
