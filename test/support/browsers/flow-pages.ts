import { decodeJwt } from 'jose';
import { Visitor } from './browser.ts';
import type { TestIssuer } from '../issuer.ts';
import type { RelyingParty } from './relying-party.ts';

type Pages = Pick<TestIssuer, 'url' | 'publicUrl'>;

/** A shown page, as JSON. */
export interface ShownPage {
  status: number;
  purpose?: string;
  version?: number;
  step?: { name: string; fields: { properties: object }; ways: string[]; details: Details } | null;
  problem?: { name: string; text: string } | null;
  refused?: { reason: string; ways: string[] } | null;
  reference?: string;
  next?: string;
  /** The end without an application. */
  state?: string;
  text?: string;
  applications?: { name: string; url: string }[];
}

interface Details {
  passkey?: object;
  app?: { key: string; uri: string; qrCode: string };
  backupCodes?: string[];
  /** The address of an identity provider. */
  next?: string;
  identity?: string | null;
}

interface Opening {
  /** A browser that has been here before. */
  visitor?: Visitor;
  /** Parameters of the authorization request. */
  parameters?: Record<string, string>;
}

const headers = { accept: 'application/json', 'content-type': 'application/json' };

/** The steps at an address, as JSON, from the response of its page on. */
export async function stepsAt(visitor: Visitor, url: string | URL, page?: Response) {
  let last: ShownPage = { status: 0 };
  const read = async (response: Response): Promise<ShownPage> => {
    last = { status: response.status, ...((await response.json()) as object) };
    return last;
  };
  const get = async () => read(await visitor.fetch(url, { headers }));
  await (page ? read(page) : get());
  return {
    /** The last response. */
    shown: () => last,
    get,
    /** Answers the present step. */
    answer: async (fields: Record<string, string>) => {
      const { version, step } = last;
      const body = JSON.stringify({ step: step?.name, version: String(version), ...fields });
      return read(await visitor.fetch(url, { method: 'POST', headers, body }));
    },
  };
}

/** A browser on the sign-in page, whose answers are JSON. */
export async function openPage(
  issuer: Pages,
  web: RelyingParty,
  { visitor = new Visitor(), parameters = {} }: Opening = {},
) {
  const journey = await web.start(parameters);
  const page = await visitor.follow(journey.url, issuer.publicUrl, { headers });
  if ('left' in page) throw new Error('there was no page');
  const { shown, ...steps } = await stepsAt(visitor, page.url, page.response);
  const redeem = async (given?: Record<string, string>) => {
    const left = await visitor.follow(new URL(shown().next ?? '', page.url), issuer.publicUrl);
    if (!('left' in left)) throw new Error(`ended on ${left.url}`);
    return web.redeem(journey, left.left, given);
  };
  return {
    visitor,
    url: page.url,
    ...steps,
    redeem,
    /** Follows the browser to the application, and exchanges the code. Returns the claims of the ID token. */
    finish: async () => (await redeem()).claims(),
    /** The same for a resource. Returns the claims of the access token. */
    finishWith: async (parameters: Record<string, string>) => decodeJwt((await redeem(parameters)).access_token),
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
