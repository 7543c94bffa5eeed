import type { Data } from '../../graphql/api.ts';
import type { Visitor } from '../../support/browsers/browser.ts';
import { comeBack } from '../../support/upstreams/identity-providers.ts';
import { signInAdministrator } from '../../support/browsers/signed-in-administrator.ts';
import { shareProvider } from './setup.ts';

export const startMutation = `mutation ($id: ID!) { startIdentityProviderTrial(input: { identityProviderId: $id }) {
  identityProvider { id } trialId url expiresAt } }`;
export const trialQuery = `query ($id: ID!) { identityProviderTrial(id: $id) { id identityProviderId state claims acr amr authenticatedAt
  identity { subject email isEmailVerified name locale level } refused problem
  decision { effect rule userId next { step isReady refused } } } }`;

interface Caller {
  ask(query: string, variables?: object): Promise<Data>;
}

/** Trial sign-ins at a real identity provider on this machine. */
export function shareTrials() {
  const shared = shareProvider();
  const { issuer, web } = shared;
  const prisma = () => issuer.database.prisma;

  const newAdministrator = (permissions = ['identity-providers:read', 'identity-providers:write']) =>
    signInAdministrator(issuer, web, permissions);

  async function start({ ask }: Caller, id: string) {
    const { data } = await ask(startMutation, { id });
    return data.startIdentityProviderTrial as { trialId: string; url: string };
  }

  const read = async ({ ask }: Caller, id: string) => (await ask(trialQuery, { id })).data.identityProviderTrial;

  /** Opens an address of ours, and returns that to which it leads. */
  async function leadsTo(visitor: Visitor, url: string): Promise<string> {
    const response = await visitor.fetch(url);
    return response.headers.get('location') ?? '';
  }

  /** The whole trial, in the browser of the administrator. Returns where it ends. */
  async function goThroughTrial(administrator: Caller & { visitor: Visitor }, id: string) {
    const { trialId, url } = await start(administrator, id);
    const { visitor } = administrator;
    const next = await leadsTo(visitor, url);
    // A provider that cannot be used is not visited.
    if (next.startsWith(issuer.publicUrl)) return { trialId, end: next };
    const back = await comeBack(visitor, next);
    const page = new URL(back.headers.get('location') ?? '', issuer.publicUrl).href;
    return { trialId, end: await leadsTo(visitor, page) };
  }

  return { ...shared, prisma, newAdministrator, start, read, leadsTo, goThroughTrial };
}
