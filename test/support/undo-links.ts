import type { TestIssuer } from './issuer.ts';

interface Message {
  subject: string | null;
  text: string;
  html: string | null;
  link: string | null;
}

/** The newest message to an address with this text. */
export async function messageTo({ url }: TestIssuer, address: string, matching: RegExp): Promise<Message> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const response = await fetch(`${url}/inbox.json?to=${encodeURIComponent(address)}&wait=1`);
    const { messages } = (await response.json()) as { messages: Message[] };
    const message = messages.find(({ text }) => matching.test(text));
    if (message) return message;
  }
  throw new Error(`no such message to ${address}`);
}

/** The link in the newest message to an address that takes a change back. */
export const undoLinkTo = async (issuer: TestIssuer, address: string): Promise<string> =>
  /\/link\/undo_\S+/.exec((await messageTo(issuer, address, /undo_/)).text)?.[0] ?? '';

/** The response to a request of the link: GET shows the change, POST takes it back. */
export async function openUndo({ url, publicUrl }: TestIssuer, link: string, method: 'GET' | 'POST') {
  const headers = { accept: 'application/json', origin: new URL(publicUrl).origin };
  const response = await fetch(`${url}${link}`, { method, headers });
  return { status: response.status, json: await response.json() };
}

/** The same in a browser. */
export async function openUndoPage({ url, publicUrl }: TestIssuer, link: string, method: 'GET' | 'POST') {
  const headers = { accept: 'text/html', origin: new URL(publicUrl).origin };
  const response = await fetch(`${url}${link}`, { method, headers });
  return { status: response.status, html: await response.text() };
}
