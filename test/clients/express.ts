import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import express from 'express';
import { auth } from 'express-openid-connect';

/** An application that signs people in. */
export interface Registered {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/**
 * A web application with express-openid-connect and its defaults, but for what it needs to use the code flow: its own
 * default is the implicit flow, which RFC 9700 §2.1.2 advises against. `/` answers with who is signed in.
 */
export async function startExpress(port: number, { issuer, clientId, clientSecret }: Registered): Promise<Disposable> {
  const application = express();
  const settings = {
    issuerBaseURL: issuer,
    baseURL: `http://localhost:${port}`,
    clientID: clientId,
    clientSecret,
    secret: randomBytes(32).toString('hex'),
    authRequired: false,
    idpLogout: true,
    authorizationParams: { response_type: 'code' },
  };
  application.use(auth(settings));
  application.get('/', async ({ oidc }, response) => {
    const claims = oidc.idTokenClaims ?? null;
    response.json({ claims, person: oidc.isAuthenticated() ? await oidc.fetchUserInfo() : null });
  });
  const server = createServer(application).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    [Symbol.dispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}
