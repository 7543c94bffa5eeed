import { createHmac, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { Provider } from '../../../src/oidc/provider/library.ts';
import type { Clock } from '../../../src/platform/clock.ts';
import type { OidcConnection } from '../../../src/platform/identity-providers/identity-provider.ts';
import { type Hooks, type Lie, lies } from './lies.ts';
import { createMemoryAdapter } from './memory-adapter.ts';
import { redirectTo, startServer, type UpstreamServer } from './server.ts';

type Claims = Record<string, unknown>;

/** A person who signs in at an upstream. */
export interface UpstreamPerson {
  sub: string;
  /** Other claims, such as `email` and `email_verified`. */
  claims: Claims;
  acr?: string;
  amr?: string[];
}

export const ada: UpstreamPerson = {
  sub: 'ada',
  claims: { name: 'Ada Lovelace', given_name: 'Ada', email: 'ada@example.com', email_verified: true },
};

/** An identity provider by OpenID Connect: oidc-provider on loopback, which can lie. */
export interface Upstream extends UpstreamServer {
  issuer: string;
  settings: OidcConnection['settings'];
  clientSecret: string;
  /** The person who signs in next. */
  person: UpstreamPerson;
  /** The person who signs in for a `login_hint`, if it is another one. */
  hinted: (loginHint: string) => UpstreamPerson | undefined;
  /** The place of the person's claims, besides `sub`. */
  claimsIn: 'id-token' | 'userinfo';
  /** Lies from now on, by a name or in another way; null: no longer. */
  lie(lie: Lie | Hooks | null): void;
  /** The person, or the provider, refuses from now on, with an OAuth error; null: no longer. */
  refuse(error: string | null): void;
  /** Signs with a new key, which it publishes unless it lies. */
  rotateKeys(options?: { isPublished: boolean }): Promise<void>;
}

interface Options {
  /** By default that of the machine. */
  clock?: Clock;
  clientId?: string;
  /** The method by which the platform authenticates; by default the header. */
  authentication?: 'client_secret_basic' | 'client_secret_post';
}

/** Responses that are none. `slow` never ends. */
export const misbehaviors = {
  slow: () => {},
  huge: (response: ServerResponse) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ padding: 'x'.repeat(300 * 1024) })),
  redirecting: (response: ServerResponse) => redirectTo(response, 'http://169.254.169.254/latest/meta-data/'),
  broken: (response: ServerResponse) => void response.writeHead(503).end(),
  garbled: (response: ServerResponse) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end('{"access_token":'),
  'no JSON': (response: ServerResponse) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Welcome</p>'),
} as const;

export async function startUpstream({
  clock,
  clientId = 'mandate',
  authentication = 'client_secret_basic',
}: Options = {}): Promise<Upstream> {
  const clientSecret = randomUUID();
  const state = {
    hooks: {} as Hooks,
    refusal: null as string | null,
    signer: await newSigner(),
    published: [] as JWK[],
  };
  state.published = [state.signer.publicJwk];
  const hinted = new Map<string, UpstreamPerson>();
  const personOf = (sub: unknown): UpstreamPerson => hinted.get(String(sub)) ?? upstream.person;
  const seconds = (): number => (clock ? Math.round((clock.now().getTime() - Date.now()) / 1000) : 0);
  const upstream = {
    issuer: '',
    clientSecret,
    person: ada,
    hinted: (_loginHint: string): UpstreamPerson | undefined => undefined,
    claimsIn: 'id-token' as Upstream['claimsIn'],
    lie: (lie: Lie | Hooks | null) => void (state.hooks = typeof lie === 'string' ? lies[lie] : (lie ?? {})),
    refuse: (error: string | null) => void (state.refusal = error),
    async rotateKeys({ isPublished } = { isPublished: true }) {
      state.signer = await newSigner();
      if (isPublished) state.published = [state.signer.publicJwk];
    },
  };
  /** The claims of the library's ID token, with those of the person, at the time of the clock. */
  const idTokenOf = async (token: string): Promise<string> => {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims;
    for (const name of ['iat', 'exp', 'auth_time']) if (name in claims) claims[name] = Number(claims[name]) + seconds();
    const { claims: ofPerson, acr, amr } = personOf(claims['sub']);
    const all = { ...claims, acr, amr, ...(upstream.claimsIn === 'id-token' && ofPerson) };
    return signIdToken(state.hooks.idToken?.(all) ?? all, state.hooks.algorithm, state.signer, clientSecret);
  };
  const change = async (ctx: Context): Promise<void> => {
    const body = ctx.body as Claims;
    if (ctx.path === '/token' && ctx.status === 200) body['id_token'] = await idTokenOf(String(body['id_token']));
    if (ctx.path === '/me' && ctx.status === 200) ctx.body = state.hooks.userinfo?.(body) ?? body;
    if (ctx.path === '/jwks') ctx.body = { keys: state.published };
    if (ctx.path === '/.well-known/openid-configuration') ctx.body = state.hooks.discovery?.(body) ?? body;
    const location = ctx.response.get('location');
    if (state.hooks.callback && URL.canParse(location)) {
      const url = new URL(location);
      if (url.origin !== upstream.issuer) state.hooks.callback(url.searchParams);
      ctx.set('location', url.href);
    }
  };
  const server = await startServer(async (origin) => {
    upstream.issuer = origin;
    const provider = createProvider(origin, {
      clientId,
      clientSecret,
      authentication,
      personOf,
      key: state.signer,
    });
    provider.use(async (ctx, next) => {
      await next();
      await change(ctx);
    });
    const answer = provider.callback();
    return async (request, response) => {
      if (!request.url?.startsWith('/interaction/')) return answer(request, response);
      const { params } = await provider.interactionDetails(request, response);
      const person = upstream.hinted(String(params['login_hint']));
      if (person) hinted.set(person.sub, person);
      const login = { accountId: (person ?? upstream.person).sub };
      const result = state.refusal === null ? { login } : { error: state.refusal };
      await provider.interactionFinished(request, response, result);
    };
  });
  const settings = {
    issuer: server.origin,
    clientId,
    scopes: ['openid', 'email', 'profile'],
    authentication,
    apple: null,
  };
  return Object.assign(upstream, server, { settings });
}

/** A response of oidc-provider. */
interface Context {
  path: string;
  status: number;
  body: unknown;
  response: { get(name: string): string };
  set(name: string, value: string): void;
}

interface Signer {
  kid: string;
  privateKey: CryptoKey;
  publicJwk: JWK;
  privateJwk: JWK;
}

async function newSigner(): Promise<Signer> {
  const kid = randomUUID();
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const named = { kid, alg: 'ES256', use: 'sig' };
  const [publicJwk, privateJwk] = await Promise.all([exportJWK(publicKey), exportJWK(privateKey)]);
  return { kid, privateKey, publicJwk: { ...publicJwk, ...named }, privateJwk: { ...privateJwk, ...named } };
}

function signIdToken(claims: Claims, algorithm: Hooks['algorithm'], { kid, privateKey }: Signer, secret: string) {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  if (algorithm === undefined) return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey);
  const content = `${encode({ alg: algorithm })}.${encode(claims)}`;
  return `${content}.${algorithm === 'none' ? '' : createHmac('sha256', secret).update(content).digest('base64url')}`;
}

interface ProviderOptions {
  clientId: string;
  clientSecret: string;
  authentication: 'client_secret_basic' | 'client_secret_post';
  key: Signer;
  personOf(sub: string): UpstreamPerson;
}

function createProvider(
  issuer: string,
  { clientId, clientSecret, authentication, key, personOf }: ProviderOptions,
): Provider {
  const provider = new Provider(issuer, {
    adapter: createMemoryAdapter(),
    jwks: { keys: [key.privateJwk] as never },
    cookies: { keys: ['upstream'] },
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        token_endpoint_auth_method: authentication,
        redirect_uris: ['https://platform.example/return'],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'] },
    ttl: { AccessToken: 600, Grant: 3600, IdToken: 600, Interaction: 600, Session: 3600 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ ...personOf(accountId).claims, sub: accountId }) }),
    async loadExistingGrant(ctx) {
      const { client, session } = ctx.oidc;
      const grant = new ctx.oidc.provider.Grant({
        clientId: client?.clientId ?? '',
        accountId: session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  // Platforms of tests have any port.
  provider.Client.prototype.redirectUriAllowed = () => true;
  return provider;
}
