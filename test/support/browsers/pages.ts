import { signInPolicySchema } from '../../../src/domain/flow/policy.ts';
import { storePolicy } from '../../../src/store/flows/policies.ts';
import { addApplication, startIssuer, type TestIssuer } from '../issuer.ts';
import { inPlaceOf, perFile } from '../per-file.ts';
import { redirectUri, relyingParty } from './relying-party.ts';

/** A platform with an application that people sign in to. */
export async function startPages(options?: Parameters<typeof startIssuer>[0]) {
  const issuer = await startIssuer(options);
  const application = await addApplication(issuer.database.prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] });
  return { issuer, application, web: await relyingParty(issuer.issuer, application) };
}

/** The same for all tests of a file. */
export function sharePages(options?: Parameters<typeof startIssuer>[0]) {
  const pages = perFile(async () => {
    const started = await startPages(options);
    return { ...started, [Symbol.asyncDispose]: () => started.issuer[Symbol.asyncDispose]() };
  });
  return {
    issuer: inPlaceOf(() => pages.issuer),
    application: inPlaceOf(() => pages.application),
    web: inPlaceOf(() => pages.web),
  };
}

/** Sets how people sign in; the rest of the policy is the default. */
export const setPolicy = ({ database }: Pick<TestIssuer, 'database'>, policy: object): Promise<void> =>
  storePolicy(database.prisma, signInPolicySchema.parse(policy));
