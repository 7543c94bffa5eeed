import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import { type Adapter, type AdapterPayload, Provider } from '../../../src/oidc/provider/library.ts';

// The identity provider of upstream sign-ins: a minimal oidc-provider, which signs in whom `login_hint` names, without
// a page. What it needs is not counted.
const issuer = `http://127.0.0.1:${process.env['PORT']}`;
const { privateKey } = await generateKeyPair('ES256', { extractable: true });
const key = { ...(await exportJWK(privateKey)), kid: 'bench', alg: 'ES256', use: 'sig' };

/** Everything is over within a slice. */
const kept = 2000;
const records = new Map<string, AdapterPayload>();
function createAdapter(model: string): Adapter {
  const keyOf = (id: string): string => `${model} ${id}`;
  const none = () => Promise.resolve(undefined);
  return {
    async upsert(id, payload) {
      records.set(keyOf(id), payload);
      const [oldest] = records.keys();
      if (records.size > kept && oldest !== undefined) records.delete(oldest);
    },
    find: (id) => Promise.resolve(records.get(keyOf(id))),
    findByUid: (uid) => Promise.resolve([...records.values()].find((payload) => payload.uid === uid)),
    findByUserCode: none,
    async consume(id) {
      Object.assign(records.get(keyOf(id)) ?? {}, { consumed: Math.floor(Date.now() / 1000) });
    },
    destroy: async (id) => void records.delete(keyOf(id)),
    revokeByGrantId: () => Promise.resolve(),
  };
}

const provider = new Provider(issuer, {
  adapter: createAdapter,
  jwks: { keys: [key] as never },
  cookies: { keys: ['bench'] },
  clients: [
    {
      client_id: process.env['CLIENT_ID'] ?? '',
      client_secret: process.env['CLIENT_SECRET'] ?? '',
      redirect_uris: ['https://platform.example/return'],
      id_token_signed_response_alg: 'ES256',
    },
  ],
  enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  // As large identity providers do: the ID token has the claims, so userinfo is not needed.
  conformIdTokenClaims: false,
  ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_, { uid }) => `/interaction/${uid}` },
  findAccount: (_, accountId) => ({
    accountId,
    claims: () => ({ sub: accountId, name: accountId, email: accountId, email_verified: true }),
  }),
  async loadExistingGrant({ oidc }) {
    const { clientId = '' } = oidc.client ?? {};
    const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session?.accountId ?? '' });
    grant.addOIDCScope('openid email profile');
    await grant.save();
    return grant;
  },
});
provider.Client.prototype.redirectUriAllowed = () => true;

const answer = provider.callback();
async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!request.url?.startsWith('/interaction/')) return answer(request, response);
  const { params } = await provider.interactionDetails(request, response);
  const login = { accountId: String(params['login_hint']) };
  await provider.interactionFinished(request, response, { login });
}
const server = createServer((request, response) => {
  if (request.url === '/readyz') response.end('ready');
  else respond(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
});
server.listen(Number(process.env['PORT']), '127.0.0.1');
