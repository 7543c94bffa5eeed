import { password } from '../password.ts';

type Send = (url: URL, init?: RequestInit) => Promise<Response>;

/** The behavior of a browser: follows redirects, and keeps cookies by host and path. */
export class Visitor {
  private readonly jar = new Map<string, { value: string; path: string }>();
  private readonly send: Send;

  constructor(send: Send = fetch) {
    this.send = send;
  }

  async fetch(url: string | URL, init: RequestInit = {}): Promise<Response> {
    const address = new URL(url);
    const headers = new Headers(init.headers);
    const cookie = this.cookiesFor(address.pathname);
    if (cookie) headers.set('cookie', cookie);
    const response = await this.send(address, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.keep(line);
    return response;
  }

  /** Another browser into which the cookies of this one, or those with a name, were copied. */
  copy(name?: RegExp): Visitor {
    const copy = new Visitor(this.send);
    for (const [key, cookie] of this.jar) if (!name || name.test(key)) copy.jar.set(key, cookie);
    return copy;
  }

  /** Names and values of the cookies. */
  cookies(): [name: string, value: string][] {
    return [...this.jar].map(([key, { value }]) => [key.split(' ')[0] ?? '', value]);
  }

  private cookiesFor(path: string): string {
    const fitting = [...this.jar].filter(
      ([, cookie]) => path === cookie.path || path.startsWith(cookie.path.replace(/\/?$/, '/')) || cookie.path === '/',
    );
    return fitting.map(([key, { value }]) => `${key.split(' ')[0]}=${value}`).join('; ');
  }

  private keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const at = pair.indexOf('=');
    const path = attributes.find((text) => text.toLowerCase().startsWith('path='))?.slice(5) ?? '/';
    const key = `${pair.slice(0, at)} ${path}`;
    const gone = attributes.some((text) => /^(expires=thu, 01 jan 1970|max-age=0$)/i.test(text));
    if (gone) this.jar.delete(key);
    else this.jar.set(key, { value: pair.slice(at + 1), path });
  }

  /**
   * Follows redirects while they stay on `origin`. Returns the first other response, or the address on another origin.
   */
  async follow(
    url: string | URL,
    origin: string,
    init?: RequestInit,
  ): Promise<{ response: Response; url: string } | { left: URL }> {
    let address = new URL(url);
    for (let hop = 0; hop < 10; hop++) {
      if (address.origin !== origin) return { left: address };
      const response = await this.fetch(address, init);
      const location = response.headers.get('location');
      if (!location) return { response, url: address.href };
      address = new URL(location, address);
    }
    throw new Error('too many redirects');
  }

  /** Posts a form. */
  post(url: string, fields: Record<string, string>): Promise<Response> {
    return this.fetch(url, { method: 'POST', body: new URLSearchParams(fields) });
  }

  /** Completes the sign-in page, and consent if it is requested. Returns the address of the application. */
  async signIn(authorizationUrl: string | URL, identifier: string | null, secret = password): Promise<URL> {
    const { origin } = new URL(authorizationUrl);
    let step = await this.follow(authorizationUrl, origin);
    for (let page = 0; page < 3 && 'response' in step; page++) {
      const posted = await this.post(step.url, { identifier: identifier ?? '', password: secret, answer: 'yes' });
      const location = posted.headers.get('location');
      if (!location) throw new Error(`the form failed with ${posted.status}: ${await posted.text()}`);
      step = await this.follow(new URL(location, step.url), origin);
    }
    if ('response' in step) throw new Error(`ended on ${step.url}: ${await step.response.text()}`);
    return step.left;
  }
}

/** A browser in a network, seen through a trusted proxy, with other headers of its requests. */
export const browserIn = (address: string, headers: Record<string, string> = {}): Visitor =>
  new Visitor((url, init = {}) => {
    const all = new Headers(init.headers);
    for (const [name, value] of Object.entries({ ...headers, 'x-forwarded-for': address })) all.set(name, value);
    return fetch(url, { ...init, headers: all });
  });
