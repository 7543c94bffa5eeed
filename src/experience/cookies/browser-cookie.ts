import type { Context } from 'hono';
import { browserCookieName, isBrowserSecret } from '../../oidc/provider/browser-binding.ts';
import { noteBrowser } from '../../oidc/provider/storage/request-scope.ts';
import type { Ids } from '../../platform/ids/ids.ts';
import { pageCookie } from './page-cookie.ts';

/** Seconds: longer than any flow. */
const lifetime = 86_400;

/** The secret of a browser, to which its flows are bound. */
export function browserCookie(context: Context, publicUrl: string) {
  const { value, keep } = pageCookie(context, publicUrl, { name: browserCookieName, path: '/', lifetime });
  const secret = isBrowserSecret(value) ? value : undefined;
  return {
    value: secret,
    /** The secret, or a new one, which is that of this request as well. A page that is shown extends it. */
    renew(ids: Pick<Ids, 'secret'>): string {
      const next = secret ?? ids.secret();
      if (secret === undefined || context.req.method === 'GET') keep(next);
      noteBrowser(next);
      return next;
    },
  };
}
