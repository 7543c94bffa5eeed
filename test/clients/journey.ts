import { Visitor } from '../support/browsers/browser.ts';
import { stepsAt } from '../support/browsers/flow-pages.ts';

/** The way of a person from the page of the issuer to the application: returns the address there. */
export type SignIn = (visitor: Visitor, authorizationUrl: URL) => Promise<URL>;

/** Somebody with a password, as a sign-in page asks for it. */
interface Credentials {
  identifier: string;
  password: string;
}

export const withPassword =
  ({ identifier, password }: Credentials): SignIn =>
  (visitor, authorizationUrl) =>
    visitor.signIn(authorizationUrl, identifier, password);

/**
 * Types an address whose domain leads to another platform, signs in there, and comes back. Each host has its own
 * cookies, as in another browser.
 */
export const throughProvider =
  ({ identifier, password }: Credentials, elsewhere = new Visitor()): SignIn =>
  async (visitor, authorizationUrl) => {
    const { origin } = authorizationUrl;
    const page = await visitor.follow(authorizationUrl, origin);
    if ('left' in page) return page.left;
    const steps = await stepsAt(visitor, page.url);
    const { step } = await steps.answer({ identifier });
    await visitor.fetch(await elsewhere.signIn(step?.details.next ?? '', identifier, password));
    await steps.get();
    const { next, ...last } = await steps.answer({});
    const end = next === undefined ? undefined : await visitor.follow(new URL(next, page.url), origin);
    if (!end || !('left' in end)) throw new Error(`the sign-in ended with ${JSON.stringify(last)}`);
    return end.left;
  };

const redirectOf = async (visitor: Visitor, address: string): Promise<URL> =>
  new URL((await visitor.fetch(address)).headers.get('location') ?? '', address);

/** A person with a browser signs in to the application at `home`. Returns what the application answers at the end. */
export async function signInTo(home: string, signIn: SignIn, visitor = new Visitor()): Promise<unknown> {
  return open(await signIn(visitor, await redirectOf(visitor, `${home}/login`)), visitor);
}

/** Signs out of the application at `home` and of the issuer. Returns where that ends. */
export async function signOut(home: string, visitor: Visitor): Promise<string> {
  const issuer = await redirectOf(visitor, `${home}/logout`);
  const step = await visitor.follow(issuer, issuer.origin);
  return 'left' in step ? step.left.href : step.url;
}

/** Whether the issuer asks for a password before it lets this browser in to the application at `home`. */
export async function isAsked(home: string, visitor: Visitor): Promise<boolean> {
  const issuer = await redirectOf(visitor, `${home}/login`);
  return 'response' in (await visitor.follow(issuer, issuer.origin));
}

/** The answer of an application at an address of its own, in JSON. */
export async function open(address: string | URL, visitor: Visitor): Promise<unknown> {
  const step = await visitor.follow(address, new URL(address).origin);
  if ('left' in step) throw new Error(`the application sends the browser to ${step.left}`);
  const text = await step.response.text();
  if (!step.response.ok) throw new Error(`the application answers ${step.response.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text);
}
