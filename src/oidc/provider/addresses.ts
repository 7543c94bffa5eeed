/** The addresses of the issuer below its mount, with the methods that they have. Each is spelled in one way. */
const addresses: Readonly<Record<string, readonly string[]>> = {
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
/** Where people go on after the sign-in page. */
const resumption = /^\/auth\/[\w-]+$/;

/** The methods that a path below the mount has; undefined when there is no such address. */
export function methodsOf(path: string): readonly string[] | undefined {
  if (Object.hasOwn(addresses, path)) return addresses[path];
  return resumption.test(path) ? ['GET', 'HEAD'] : undefined;
}
