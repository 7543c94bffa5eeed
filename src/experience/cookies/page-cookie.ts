import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';

interface PageCookie {
  name: string;
  /** With "/" no other host can set the cookie over https ("__Host-", RFC 6265bis §4.1.3.2). */
  path: string;
  /** In seconds. */
  lifetime: number;
}

/** A cookie of the pages, which scripts cannot read. */
export function pageCookie(context: Context, publicUrl: string, { name, path, lifetime }: PageCookie) {
  const secure = publicUrl.startsWith('https:');
  const fullName = secure ? `${path === '/' ? '__Host-' : '__Secure-'}${name}` : name;
  const options = { path, httpOnly: true, sameSite: 'Lax', secure } as const;
  return {
    value: getCookie(context, fullName),
    keep: (value: string) => setCookie(context, fullName, value, { ...options, maxAge: lifetime }),
    remove: () => deleteCookie(context, fullName, options),
  };
}
