import { platformActor } from '../../../src/kernel/actor.ts';
import { createOneTimeToken } from '../../../src/operations/one-time-tokens/create-one-time-token.ts';
import { Visitor } from './browser.ts';
import type { TestIssuer } from '../issuer.ts';

const json = { accept: 'application/json', 'content-type': 'application/json' };
const origin = { requestId: 'req_test', channel: 'rest' } as const;

interface Opened {
  status: number;
  location: string | null;
  link?: { kind: string; for: string; organizationName: string | null };
  problem?: { name: string };
  applications?: { name: string; url: string }[];
  next?: string;
}

/** A browser that opens links, as JSON. */
export function linkBrowser(visitor = new Visitor()) {
  const read = async (response: Response): Promise<Opened> => {
    const text = await response.text();
    const location = response.headers.get('location');
    return { status: response.status, location, ...(text && (JSON.parse(text) as object)) };
  };
  return {
    visitor,
    show: async (link: string, method = 'GET') => read(await visitor.fetch(link, { method, headers: json })),
    press: async (link: string) =>
      read(await visitor.fetch(link, { method: 'POST', headers: json, body: '{"way":"link"}' })),
  };
}

/** The link of a new token, as it is returned, or from the inbox. */
export async function newLink(
  issuer: TestIssuer,
  input: { email?: string; userId?: string; organizationIds?: string[]; sendsMail?: boolean },
): Promise<string> {
  const { output } = await issuer.execute(createOneTimeToken, platformActor, input, origin);
  if (output.link !== null) return output.link;
  const { email } = await issuer.database.prisma.oneTimeToken.findUniqueOrThrow({ where: { id: output.oneTimeToken } });
  return linkFor(issuer, email ?? '', output.oneTimeToken);
}

/** The link in the last message to an address that contains this text. */
export async function linkFor(issuer: Pick<TestIssuer, 'url'>, to: string, text = ''): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const response = await fetch(`${issuer.url}/inbox.json?${new URLSearchParams({ to })}`);
    const { messages } = (await response.json()) as { messages: { link: string | null }[] };
    const link = messages.find((one) => one.link?.includes(text))?.link;
    if (link) return link;
  }
  throw new Error(`no link for ${to}`);
}
