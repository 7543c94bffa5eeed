import { isBrowserOf } from '../../domain/flow/browser.ts';
import type { Flow } from '../../store/flows/flow.ts';

/** The flow, without what another browser has brought back from an identity provider. */
export function ofBrowser(flow: Flow, secret: string | undefined): Flow {
  const { challenge } = flow;
  if (!challenge?.returned || isBrowserOf(challenge.returned, secret)) return flow;
  return { ...flow, challenge: { ...challenge, returned: undefined } };
}
