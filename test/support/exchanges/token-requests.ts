import { request as send } from 'node:http';

export const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';
export const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';

/** A raw request to the token endpoint. */
export interface TokenRequest {
  method?: string;
  /** The query string. */
  query?: string;
  /** The request target instead of the path. */
  path?: string;
  headers: Record<string, string>;
  body: string | Buffer;
  /** Whether the body is sent in chunks, without a length. */
  chunked?: boolean;
}

export interface TokenAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  json: { [member: string]: unknown; access_token?: string; error?: string; error_description?: string };
}

export type Fields = Record<string, string | string[] | undefined>;

/** A form body. A list repeats its parameter, undefined omits it. */
export function form(fields: Fields): string {
  const pairs = Object.entries(fields).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one]));
  return new URLSearchParams(pairs).toString();
}

export const basic = ({ id, clientSecret }: { id: string; clientSecret: string }): string =>
  `Basic ${Buffer.from(`${id}:${clientSecret}`).toString('base64')}`;

export const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' };

/** Sends exactly this request: no header is added or corrected. */
export function sendTokenRequest(url: string, given: TokenRequest): Promise<TokenAnswer> {
  const { method = 'POST', query = '', headers, body, chunked = false } = given;
  const { pathname } = new URL(url);
  const path = (given.path ?? pathname) + query;
  const length = chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const outgoing = send(url, { method, path, agent: false, headers: { ...length, ...headers } }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => resolve(answerOf(incoming.statusCode ?? 0, incoming.headers, chunks)));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Exchanges the token of a user, with a secret, and returns the new token; empty if it is refused. */
export async function exchangeToken(
  url: string,
  client: { id: string; clientSecret: string },
  { token, resource, scope }: { token: string; resource: string; scope?: string | undefined },
): Promise<string> {
  const subject = { subject_token: token, subject_token_type: accessTokenType };
  const fields = { grant_type: exchangeGrant, ...subject, resource, scope };
  const headers = { ...formHeaders, authorization: basic(client) };
  const { json } = await sendTokenRequest(`${url}/oidc/token`, { headers, body: form(fields) });
  return json.access_token ?? '';
}

function answerOf(status: number, headers: TokenAnswer['headers'], chunks: Buffer[]): TokenAnswer {
  const text = Buffer.concat(chunks).toString('utf8');
  const isJson = text !== '' && String(headers['content-type']).includes('json');
  return { status, headers, text, json: isJson ? (jsonOf(status, text) as TokenAnswer['json']) : {} };
}

/** The JSON of a response. An error has its status and its text. */
export function jsonOf(status: number, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`a response with the status ${status} is no JSON: "${text}"`);
  }
}
