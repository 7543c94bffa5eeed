import { applicationOf } from './client-metadata.ts';
import type { CookieOptions } from './cookies.ts';
import type { KoaContextWithOIDC } from './library.ts';
import type { PagesOf } from './pages.ts';
import { clearCache, sendPage } from './responses.ts';

/**
 * RP-initiated logout (OpenID Connect RP-Initiated Logout 1.0). With an ID token of the signed-in user, the session
 * ends at once. Otherwise the user has to confirm, or any site could sign users out.
 */
export function createLogout(pages: PagesOf, cookie: CookieOptions) {
  return {
    enabled: true,
    async logoutSource(context: KoaContextWithOIDC): Promise<void> {
      const { session, client, entities } = context.oidc;
      const hinted = entities.IdTokenHint?.payload['sub'];
      if (hinted !== undefined && hinted === session?.accountId) {
        await endSession(context, cookie);
        return leave(context);
      }
      const action = context.oidc.urlFor('end_session_confirm');
      const xsrf = String(session?.state?.['secret']);
      const application = client && applicationOf(client);
      sendPage(context, await pages(context.req).signOut({ action, xsrf, application }));
    },
    async postLogoutSuccessSource(context: KoaContextWithOIDC): Promise<void> {
      sendPage(context, await pages(context.req).signedOut());
    },
  };
}

/**
 * Another person has signed in than the one of the session. The library ends that session after a form that a script
 * sends: a page of its own, which JSON clients cannot follow. So the session ends here, as by a sign-out, and the
 * request goes on by a redirect to itself.
 */
export const changePerson =
  (cookie: CookieOptions) =>
  async (context: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void> => {
    await next();
    if (context.oidc?.route !== 'resume' || context.status !== 200) return;
    const { session, entities } = context.oidc;
    const { Interaction: interaction } = entities;
    if (!interaction?.result?.login || interaction.result.login.accountId === session?.accountId) return;
    // It would end with the session, or with its grant.
    Object.assign(interaction, { session: undefined, grantId: undefined });
    await interaction.persist();
    await endSession(context, cookie);
    context.redirect(interaction.returnTo);
  };

/** Ends the session of the browser, as the library does after a confirmation. */
async function endSession(context: KoaContextWithOIDC, cookie: CookieOptions): Promise<void> {
  const { session, provider } = context.oidc;
  await session?.destroy();
  context.cookies.set(provider.cookieName('session'), null, { ...cookie, overwrite: true });
  clearCache(context);
  context.body = null;
  context.status = 303;
}

function leave(context: KoaContextWithOIDC): void {
  const { params } = context.oidc;
  const back = params?.['post_logout_redirect_uri'] as string | undefined;
  context.redirect(
    back === undefined ? context.oidc.urlFor('end_session_success') : withState(back, params?.['state']),
  );
}

function withState(address: string, state: unknown): string {
  const url = new URL(address);
  if (typeof state === 'string') url.searchParams.set('state', state);
  return url.href;
}
