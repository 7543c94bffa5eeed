import type { Visitor } from '../../support/browsers/browser.ts';
import { sharePages } from '../../support/browsers/pages.ts';
import { type SignedInAdministrator, signInAdministrator } from '../../support/browsers/signed-in-administrator.ts';

export const startMutation = `mutation ($input: StartSignInTrialInput!) {
  startSignInTrial(input: $input) { application { id } trialId url expiresAt } }`;
export const trialQuery = `query ($id: ID!) { signInTrial(id: $id) {
  id applicationId resource state scopes idToken accessToken userinfo hasRefreshToken error errorDescription } }`;

/** Trial sign-ins to applications. */
export function shareTrials() {
  const shared = sharePages({});
  const { issuer, web } = shared;
  const prisma = () => issuer.database.prisma;

  const newAdministrator = (permissions: readonly string[] = ['applications:read', 'applications:write']) =>
    signInAdministrator(issuer, web, permissions);

  /** Another application than the one with which the administrator has signed in. */
  async function newApplication(data: object = {}) {
    const id = issuer.ids.next('application');
    const redirectUris = ['https://shop.example/callback'];
    return prisma().application.create({ data: { id, name: 'Shop', type: 'TRADITIONAL_WEB', redirectUris, ...data } });
  }

  async function start({ ask }: Pick<SignedInAdministrator, 'ask'>, applicationId: string, more: object = {}) {
    const { data, errors } = await ask(startMutation, { input: { applicationId, ...more } });
    if (errors) throw new Error(JSON.stringify(errors));
    return data.startSignInTrial as { trialId: string; url: string; expiresAt: string };
  }

  const read = async ({ ask }: Pick<SignedInAdministrator, 'ask'>, id: string) =>
    (await ask(trialQuery, { id })).data.signInTrial;

  /** Opens an address of ours, and returns that to which it leads. */
  async function leadsTo(visitor: Visitor, url: string): Promise<string> {
    return (await visitor.fetch(url)).headers.get('location') ?? '';
  }

  /** Opens the address of a trial and the authorization request, and returns the address with the code. */
  const comeBack = async (visitor: Visitor, url: string): Promise<string> =>
    leadsTo(visitor, await leadsTo(visitor, url));

  /** The whole trial, in the browser of the administrator. Returns where it ends. */
  async function goThroughTrial(administrator: SignedInAdministrator, applicationId: string, more: object = {}) {
    const { trialId, url } = await start(administrator, applicationId, more);
    const end = await leadsTo(administrator.visitor, await comeBack(administrator.visitor, url));
    return { trialId, end };
  }

  /** The keys of what the issuer has stored for an application. */
  const stored = async (applicationId: string): Promise<string[]> => {
    const records = await prisma().oidcRecord.findMany({ where: { clientId: applicationId }, select: { key: true } });
    return records.map(({ key }) => key).toSorted();
  };

  return {
    ...shared,
    prisma,
    stored,
    newAdministrator,
    newApplication,
    start,
    read,
    leadsTo,
    comeBack,
    goThroughTrial,
  };
}
