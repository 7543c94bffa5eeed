import * as client from 'openid-client';
import { Visitor } from './browser.ts';

export const redirectUri = 'https://app.example/callback';

/** An application built with a certified library, which only knows the discovery document. */
export interface RelyingParty {
  config: client.Configuration;
  /** The address of the sign-in, and the state for its end. */
  start(parameters?: Record<string, string | undefined>): Promise<Journey>;
  /** Redeems the authorization code. */
  redeem(journey: Journey, back: URL, parameters?: Record<string, string>): Promise<Tokens>;
  /** The whole sign-in in one browser. A resource is in both requests. */
  signIn(identifier: string | null, parameters?: Record<string, string>, visitor?: Visitor): Promise<SignedIn>;
}

interface Journey {
  url: URL;
  verifier: string;
  state: string;
}
export type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>;
export interface SignedIn {
  visitor: Visitor;
  tokens: Tokens;
  back: URL;
  journey: Journey;
}

type Authentication = Parameters<typeof client.discovery>[3];

export async function relyingParty(
  issuer: string,
  application: { id: string; clientSecret: string },
  authentication: Authentication = client.ClientSecretBasic(application.clientSecret),
): Promise<RelyingParty> {
  const config = await client.discovery(new URL(issuer), application.id, undefined, authentication, {
    execute: [client.allowInsecureRequests],
  });
  const start: RelyingParty['start'] = async (parameters = {}) => {
    const verifier = client.randomPKCECodeVerifier();
    const state = client.randomState();
    const all = {
      redirect_uri: redirectUri,
      scope: 'openid',
      state,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...parameters,
    };
    const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return { url: client.buildAuthorizationUrl(config, new URLSearchParams(given)), verifier, state };
  };
  const redeem: RelyingParty['redeem'] = ({ verifier, state }, back, parameters) =>
    client.authorizationCodeGrant(
      config,
      back,
      { pkceCodeVerifier: verifier, expectedState: state, idTokenExpected: false },
      parameters,
    );
  return {
    config,
    start,
    redeem,
    async signIn(identifier, parameters, visitor = new Visitor()) {
      const journey = await start(parameters);
      const back = await visitor.signIn(journey.url, identifier);
      const named = parameters?.['resource'] === undefined ? {} : { resource: parameters['resource'] };
      return { visitor, back, journey, tokens: await redeem(journey, back, named) };
    },
  };
}

/** The error code with which the library rejects. */
export async function refusal(call: Promise<unknown>): Promise<{ error: string; description: string | undefined }> {
  try {
    await call;
  } catch (cause) {
    if (cause instanceof client.ResponseBodyError || cause instanceof client.AuthorizationResponseError) {
      return { error: cause.error, description: cause.error_description };
    }
    if (cause instanceof client.WWWAuthenticateChallengeError) {
      const { error, error_description: description } = cause.cause[0]?.parameters ?? {};
      return { error: error ?? 'none', description };
    }
    throw cause;
  }
  throw new Error('it succeeded');
}
