import { Visitor } from './browser.ts';
import type { TestIssuer } from './issuer.ts';
import type { RelyingParty } from './relying-party.ts';

type Pages = Pick<TestIssuer, 'url' | 'publicUrl'>;

/** What the pages show, as JSON. */
export interface Shown {
  status: number;
  purpose?: string;
  version?: number;
  step?: { name: string; fields: { properties: object }; ways: string[] } | null;
  problem?: { name: string; text: string } | null;
  refused?: { reason: string } | null;
  reference?: string;
  next?: string;
}

/** A browser on the sign-in page, whose answers are JSON. */
export async function openPage(issuer: Pages, web: RelyingParty) {
  const visitor = new Visitor();
  const journey = await web.start();
  const page = await visitor.follow(journey.url, issuer.publicUrl);
  if ('left' in page) throw new Error('there was no page');
  let shown: Shown = { status: 0 };
  const json = { accept: 'application/json', 'content-type': 'application/json' };
  const read = async (response: Response): Promise<Shown> => {
    shown = { status: response.status, ...((await response.json()) as object) };
    return shown;
  };
  const get = async () => read(await visitor.fetch(page.url, { headers: json }));
  await get();
  return {
    visitor,
    url: page.url,
    get,
    /** Answers the present step. */
    answer: async (fields: Record<string, string>) => {
      const { version, step } = shown;
      const body = JSON.stringify({ step: step?.name, version: String(version), ...fields });
      return read(await visitor.fetch(page.url, { method: 'POST', headers: json, body }));
    },
    /** Follows the browser to the application, and exchanges the code. */
    finish: async () => {
      const left = await visitor.follow(new URL(shown.next ?? '', page.url), issuer.publicUrl);
      if (!('left' in left)) throw new Error(`ended on ${left.url}`);
      const tokens = await web.redeem(journey, left.left);
      return tokens.claims();
    },
  };
}

/** The code of the last message to an address, from the inbox. */
export async function codeFor(issuer: Pages, address: string): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const response = await fetch(`${issuer.url}/inbox.json?to=${encodeURIComponent(address)}`);
    const { messages } = (await response.json()) as { messages: { code: string | null }[] };
    const code = messages.find((one) => one.code !== null)?.code;
    if (code) return code;
  }
  throw new Error(`no code for ${address}`);
}
