import { labelRequest } from '../../http/request-labels.ts';
import { grants } from '../grants/index.ts';
import type { ErrorOut, KoaContextWithOIDC } from './library.ts';

/** The grant types of this issuer: what clients send is not a label. */
const grantTypes = new Set<unknown>(['authorization_code', 'refresh_token', ...grants.map(({ type }) => type)]);

/** Runs around the library: labels token requests for metrics, by grant type and by the error that is sent. */
export async function labelTokenRequests(context: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void> {
  await next();
  const { oidc, res } = context;
  if (oidc?.route !== 'token') return;
  const type = oidc.params?.['grant_type'];
  const grant = grantTypes.has(type) ? String(type) : 'other';
  const outcome = (context.body as Partial<ErrorOut> | null | undefined)?.error ?? 'granted';
  labelRequest(res, { token: { grant, outcome } });
}
