import type { Fields, TokenRequest } from '../../../support/exchanges/token-requests.ts';
import type { Fixture } from '../fixture.ts';

/** One request and the relevant part of its response. */
export interface Case {
  title: string;
  /** A function if the request can be sent only once. */
  request: TokenRequest | (() => Promise<TokenRequest>);
  status: number;
  /** Granted scope if it succeeds. */
  scope?: string;
  error?: string;
  description?: string;
}

export type Granted = [title: string, request: Case['request'], scope: string];
export type Refused = [title: string, request: Case['request'], description: string];

export const granted = (rows: Granted[]): Case[] =>
  rows.map(([title, request, scope]) => ({ title, request, status: 200, scope }));
export const refused = (error: string, rows: Refused[], status = 400): Case[] =>
  rows.map(([title, request, description]) => ({ title, request, status, error, description }));

export const type = (name: string): string => `urn:ietf:params:oauth:token-type:${name}`;
export const basicOf = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;
/** The form with another scope. */
export const rewritten = (request: TokenRequest, scope: string): TokenRequest => ({
  ...request,
  body: String(request.body).replace(/scope=[^&]*/, scope),
});

/** A request with a client assertion (RFC 7523 §2.2). */
export const asserted =
  ({ askOpenly, keyed }: Fixture, changed: Fields = {}) =>
  async (): Promise<TokenRequest> =>
    askOpenly({
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await keyed.assertion(),
      ...changed,
    });
