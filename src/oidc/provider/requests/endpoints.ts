/** The endpoints below the mount, with their methods. Each has one spelling. */
const endpoints: Readonly<Record<string, readonly string[] | Page>> = {
  '/auth': { methods: ['GET', 'HEAD', 'POST'], isPage: true },
  '/token': ['POST'],
  '/token/introspection': ['POST'],
  '/token/revocation': ['POST'],
  '/request': ['POST'],
  '/me': ['GET', 'HEAD', 'POST'],
  '/jwks': ['GET', 'HEAD'],
  '/.well-known/openid-configuration': ['GET', 'HEAD'],
  '/.well-known/oauth-authorization-server': ['GET', 'HEAD'],
  '/session/end': ['GET', 'HEAD', 'POST'],
  '/session/end/confirm': ['POST'],
  '/session/end/success': ['GET', 'HEAD'],
};
/** Continues an authorization request after the sign-in page. */
const resumption = /^\/auth\/[\w-]+$/;

interface Endpoint {
  /** The path, with the names of its parameters. */
  template: string;
  methods: readonly string[];
  /** Whether it leads to a page, which has its turn. */
  isPage: boolean;
}
type Page = Omit<Endpoint, 'template'>;

/** The endpoint of a path below the mount; undefined if there is none. */
export function endpointOf(path: string): Endpoint | undefined {
  const endpoint = Object.hasOwn(endpoints, path) ? endpoints[path] : undefined;
  if (endpoint) return { template: path, ...('isPage' in endpoint ? endpoint : { methods: endpoint, isPage: false }) };
  return resumption.test(path) ? { template: '/auth/{uid}', methods: ['GET', 'HEAD'], isPage: true } : undefined;
}
