/** Maximum bytes of a form; fewer where it is stored without, or with little, authentication. */
const bodyLimit = 65_536;
const storedLimit = 8192;
const storedAt: readonly string[] = ['/auth', '/request', '/session/end', '/session/end/confirm'];
const parameterLimit = 100;
/** Maximum bytes of `state` and of `nonce`. */
const opaqueLimit = 2048;

/** A request that is refused before `oidc-provider` receives it. */
export interface Refusal {
  status: number;
  description: string;
}

/** Maximum bytes of the form or query of a request to this path. */
export const limitOf = (path: string): number => (storedAt.includes(path) ? storedLimit : bodyLimit);

export const tooLong = (limit: number): Refusal => ({
  status: 413,
  description: `the parameters are longer than ${limit} bytes`,
});

/** Why a form or query is refused: its length, its number of parameters, or U+0000, which PostgreSQL cannot store. */
export function refusalOf(parameters: string, path: string): Refusal | undefined {
  if (parameters.length > limitOf(path)) return tooLong(limitOf(path));
  if (parameters.split('&').length > parameterLimit) {
    return { status: 400, description: `more than ${parameterLimit} parameters` };
  }
  if (/%00|\0/.test(parameters)) return { status: 400, description: 'a parameter contains U+0000' };
  // oidc-provider stores it in a session. oidc/provider/configuration.ts checks the state of authorization requests.
  const isLong = path === '/session/end' && isTooLong(new URLSearchParams(parameters).get('state'));
  return isLong ? { status: 400, description: tooLongParameter('state') } : undefined;
}

export const isTooLong = (value: unknown): boolean =>
  typeof value === 'string' && Buffer.byteLength(value) > opaqueLimit;
export const tooLongParameter = (name: string): string => `${name} is longer than ${opaqueLimit} bytes`;
