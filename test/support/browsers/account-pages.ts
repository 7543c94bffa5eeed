import { expect } from 'vitest';
import { addUser, password, type TestIssuer } from '../issuer.ts';
import { Visitor } from './browser.ts';

/** A browser on the account pages, without script. */
export interface AccountBrowser {
  visitor: Visitor;
  /** The page at a path below /account, after any redirect on the way: its address, status and text. */
  open(path: string): Promise<ShownPage>;
  /** Sends the form of an action with what its page has hidden in it, and follows the redirect. */
  send(action: string, fields?: FormFields, query?: string): Promise<ShownPage>;
  /** Posts a form as it is, without what a page has hidden in it, and follows nothing. */
  post(path: string, fields: FormFields): Promise<Response>;
  /** Signs in on the page to which an address leads. Returns the page to which that leads. */
  signIn(path: string, answers?: Record<string, string>): Promise<ShownPage>;
}

/** Fields of a form. One with a file is sent as multipart/form-data. */
export type FormFields = Record<string, string | Blob>;

interface ShownPage {
  status: number;
  /** Path and query. */
  url: string;
  html: string;
  headers: Headers;
}

const html = { accept: 'text/html' };

export function accountBrowser(issuer: TestIssuer, username: string, visitor = new Visitor()): AccountBrowser {
  const { publicUrl } = issuer;
  const shown = async (response: Response, address: string): Promise<ShownPage> => {
    const { pathname, search } = new URL(address);
    return { status: response.status, url: pathname + search, html: await response.text(), headers: response.headers };
  };
  const follow = async (path: string | URL): Promise<ShownPage> => {
    const step = await visitor.follow(new URL(path, publicUrl), publicUrl);
    if ('left' in step) throw new Error(`left for ${step.left}`);
    return shown(step.response, step.url);
  };
  const after = async (response: Response, from: string): Promise<ShownPage> => {
    const location = response.headers.get('location');
    return location === null ? shown(response, from) : follow(new URL(location, from));
  };
  const post: AccountBrowser['post'] = (path, fields) =>
    visitor.fetch(new URL(path, publicUrl), {
      method: 'POST',
      headers: { ...html, origin: publicUrl },
      body: bodyOf(fields),
    });
  return {
    visitor,
    post,
    open: (path) => follow(`/account${path}`),
    async send(action, fields = {}, query = '') {
      const path = `/account/${action}`;
      const page = await follow(`${path}${query}`);
      const sent = await post(`${path}${query}`, { ...hiddenIn(page.html, path), ...fields });
      return after(sent, new URL(`${path}${query}`, publicUrl).href);
    },
    async signIn(path, answers = { identifier: username, password, answer: 'yes' }) {
      const page = await follow(`/account${path}`);
      const url = new URL(page.url, publicUrl).href;
      return after(await visitor.post(url, answers), url);
    },
  };
}

function bodyOf(fields: FormFields): FormData | URLSearchParams {
  const entries = Object.entries(fields);
  const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  if (texts.length === entries.length) return new URLSearchParams(texts);
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

/** The hidden values of the form that is sent to a path. */
export function hiddenIn(page: string, path: string): Record<string, string> {
  const form = page.split('<form').find((one) => one.includes(`action="${path}`)) ?? '';
  const inputs = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)];
  return Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, value]));
}

/** A person who is signed in on the account pages. */
export async function memberAt(issuer: TestIssuer, data: Parameters<typeof addUser>[1] = {}) {
  const user = await addUser(issuer.database.prisma, data);
  const browser = accountBrowser(issuer, user.username ?? '');
  expect(await browser.signIn('')).toMatchObject({ status: 200, url: '/account' });
  return { user, ...browser };
}
