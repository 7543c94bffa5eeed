import { openPage, type WebApplication } from './browser.ts';

export interface Credentials {
  email: string;
  password: string;
}

/**
 * A person with a browser: opens the sign-in link of the application, submits the page, and returns with a code, which
 * the application redeems (authorization code with PKCE). Returns the user's access token for `resource`.
 */
export async function signIn(
  { resource, scope, ...application }: WebApplication & { resource: string; scope: string },
  { email, password }: Credentials,
): Promise<string> {
  const page = await openPage(application, { scope: `openid ${scope}`, resource });
  await page.answer({ identifier: email, password });
  return (await page.finish({ resource })).access_token;
}
