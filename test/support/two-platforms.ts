import { systemIds } from '../../src/platform/ids/ids.ts';
import { connectPlatforms } from '../../tools/demo/identity-provider.ts';
import { signInAsApplication } from '../../tools/demo/management.ts';
import { Visitor } from './browsers/browser.ts';
import { openPage, stepsAt } from './browsers/flow-pages.ts';
import { startPages } from './browsers/pages.ts';
import { providerEnvironment } from './upstreams/identity-providers.ts';
import { freePort } from './servers/redis-server.ts';

/** An answer to a step of a page. */
export type Fields = Record<string, string>;

/**
 * Two platforms, each with a database of its own: people sign in `here` with their account `there`. Their hosts differ,
 * because browsers send cookies to all ports of one.
 */
export async function startTwoPlatforms() {
  const port = String(await freePort());
  const there = await startOne({ PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` });
  const here = await startOne(providerEnvironment);
  return {
    here,
    there,
    /** Makes `there` an identity provider of `here`. */
    connect: (settings?: object) => connectPlatforms(here, there, settings),
    /** A browser on the sign-in page here. */
    open: (opening?: Parameters<typeof openPage>[2]) => openPage(here.issuer, here.web, opening),
    /** The same there. */
    arrive: (next: string | undefined, visitor = new Visitor()) => arriveAt(there.url, next, visitor),
    async [Symbol.asyncDispose]() {
      await here.issuer[Symbol.asyncDispose]();
      await there.issuer[Symbol.asyncDispose]();
    },
  };
}

async function startOne(environment: Record<string, string>) {
  const first = { clientId: systemIds.next('application'), clientSecret: systemIds.secret() };
  const credentials = { BOOTSTRAP_CLIENT_ID: first.clientId, BOOTSTRAP_CLIENT_SECRET: first.clientSecret };
  const pages = await startPages({ environment: { ...credentials, ...environment } });
  const url = pages.issuer.publicUrl;
  return { ...pages, url, management: await signInAsApplication(url, first) };
}

/** Goes to an address of a platform, to which another one leads. */
async function arriveAt(origin: string, next: string | undefined, visitor: Visitor) {
  /** The page to which an address leads; undefined if it leads back. */
  const follow = async (url: string | URL) => {
    const reached = await visitor.follow(url, origin);
    if ('left' in reached) return { back: reached.left };
    return { url: reached.url, steps: await stepsAt(visitor, reached.url) };
  };
  let at = await follow(next ?? '');
  return {
    /** The step that the page shows; null if the person is sent back at once. */
    step: at.steps?.shown().step?.name ?? null,
    /** Answers the steps of the pages, if there are any. Returns the address to which the browser comes back. */
    async signIn(...answers: Fields[]): Promise<URL> {
      for (const fields of answers) {
        if (!at.steps) return at.back;
        const shown = await at.steps.answer(fields);
        if (shown.next !== undefined) at = await follow(new URL(shown.next, at.url));
      }
      if (at.steps) throw new Error(`the page shows ${JSON.stringify(at.steps.shown())}`);
      return at.back;
    },
  };
}
