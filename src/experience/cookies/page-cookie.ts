import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { cookieName } from '../../http/cookies.ts';

interface PageCookie {
  name: string;
  path: string;
  /** In seconds. */
  lifetime: number;
}

/** A cookie of the pages, which scripts cannot read. */
export function pageCookie(context: Context, publicUrl: string, { name, path, lifetime }: PageCookie) {
  const secure = publicUrl.startsWith('https:');
  const fullName = cookieName(publicUrl, name, path === '/' ? 'host' : 'path');
  const options = { path, httpOnly: true, sameSite: 'Lax', secure } as const;
  return {
    value: getCookie(context, fullName),
    keep: (value: string) => setCookie(context, fullName, value, { ...options, maxAge: lifetime }),
    remove: () => deleteCookie(context, fullName, options),
  };
}
