/** The endpoints below the mount, with their methods. Each has one spelling. */
const endpoints: Readonly<Record<string, readonly string[]>> = {
  '/auth': ['GET', 'HEAD', 'POST'],
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

/** The methods of a path below the mount; undefined if there is no such endpoint. */
export function methodsOf(path: string): readonly string[] | undefined {
  if (Object.hasOwn(endpoints, path)) return endpoints[path];
  return resumption.test(path) ? ['GET', 'HEAD'] : undefined;
}
