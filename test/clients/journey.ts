import { Visitor } from '../support/browsers/browser.ts';

/** Somebody with a password, as the sign-in page asks for it. */
export interface Person {
  identifier: string;
  password: string;
}

const redirectOf = async (visitor: Visitor, address: string): Promise<URL> =>
  new URL((await visitor.fetch(address)).headers.get('location') ?? '', address);

/** A person with a browser signs in to the application at `home`. Returns what the application answers at the end. */
export async function signIn(home: string, person: Person, visitor = new Visitor()): Promise<unknown> {
  const back = await visitor.signIn(await redirectOf(visitor, `${home}/login`), person.identifier, person.password);
  return open(back, visitor);
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

/** What an application answers at an address of its own, in JSON. */
export async function open(address: string | URL, visitor: Visitor): Promise<unknown> {
  const step = await visitor.follow(address, new URL(address).origin);
  if ('left' in step) throw new Error(`the application sends the browser to ${step.left}`);
  const text = await step.response.text();
  if (!step.response.ok) throw new Error(`the application answers ${step.response.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text);
}
