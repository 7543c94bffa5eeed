import { Visitor } from '../browsers/browser.ts';

/** The request that brings a person back: an address, and for `form_post` the fields that their browser posts to it. */
export interface Callback {
  url: string;
  form: URLSearchParams | null;
}

/** The parameters of a callback, wherever they are. */
export const parametersOf = ({ url, form }: Callback): URLSearchParams => form ?? new URL(url).searchParams;

/**
 * Goes to an address of an identity provider, and signs in there, as the person who is there by `person` of the
 * upstream. Pass the same browser to keep its session at the provider.
 */
export async function visitUpstream(url: string | URL, browser = new Visitor()): Promise<Callback> {
  const { origin } = new URL(url);
  const step = await browser.follow(url, origin);
  if ('left' in step) return { url: step.left.href, form: null };
  const page = await step.response.text();
  const action = /<form[^>]* action="([^"]*)"/.exec(page)?.[1];
  if (action === undefined) throw new Error(`the provider shows at ${step.url}: ${page.slice(0, 500)}`);
  const inputs = page.matchAll(/<input[^>]* name="([^"]*)"[^>]* value="([^"]*)"/g);
  const fields = Array.from(inputs, ([, name = '', value = '']) => [name, unescape(value)]);
  return { url: unescape(action), form: new URLSearchParams(fields) };
}

const entities: Record<string, string> = { '&amp;': '&', '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>' };
const unescape = (text: string): string => text.replaceAll(/&\w+;|&#39;/g, (entity) => entities[entity] ?? entity);
