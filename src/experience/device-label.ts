import { lazy } from '../domain/lazy.ts';

/** Characters of a User-Agent that are read: it comes from the client. */
const readLength = 512;

const bowser = lazy(async () => (await import('bowser')).default);

/**
 * The name of a browser for its user, such as "Firefox, Windows", from the User-Agent. Only names that the library
 * lists, because a mail contains it: nothing that the client has made up. Null if neither is known.
 */
export async function deviceLabel(userAgent: string | undefined): Promise<string | null> {
  if (!userAgent) return null;
  const { getParser, BROWSER_MAP, OS_MAP } = await bowser.load();
  const { browser, os } = getParser(userAgent.slice(0, readLength)).getResult();
  const name = listed(BROWSER_MAP, browser.name);
  const system = listed(OS_MAP, os.name);
  if (name === undefined) return system ?? null;
  return system === undefined ? name : `${name}, ${system}`;
}

const listed = (names: Record<string, string>, name: string | undefined): string | undefined =>
  Object.values(names).find((one) => one === name);
