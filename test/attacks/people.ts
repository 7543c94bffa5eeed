import { signInPolicySchema } from '../../src/domain/flow/policy.ts';
import { storePolicy } from '../../src/store/flows/policies.ts';
import { Visitor } from '../support/browser.ts';
import { codeFor, openPage } from '../support/flow-pages.ts';
import { addApplication, addUser, password, startIssuer } from '../support/issuer.ts';
import { redirectUri, relyingParty } from '../support/relying-party.ts';
import { appUsers } from '../support/totp.ts';

export type Page = Awaited<ReturnType<typeof openPage>>;
export type Person = Awaited<ReturnType<typeof addUser>>;

/** A platform with an application, and people with browsers: Ada, and Eve who attacks. */
export async function startPeople(environment: Record<string, string> = {}) {
  const issuer = await startIssuer({ environment: { TRUSTED_PROXIES: '1', ...environment } });
  const application = await addApplication(issuer.database.prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] });
  const web = await relyingParty(issuer.issuer, application);
  const { prisma } = issuer.database;
  return {
    issuer,
    web,
    prisma,
    /** A person with a verified address. */
    person: (data: Parameters<typeof addUser>[1] = {}) => addUser(prisma, { emailVerifiedAt: new Date(), ...data }),
    /** A person with an authenticator app. */
    personWithApp: appUsers(issuer),
    policy: (given: object) => storePolicy(prisma, signInPolicySchema.parse(given)),
    open: (visitor = new Visitor()) => openPage(issuer, web, { visitor }),
    codeFor: (address: string | null) => codeFor(issuer, address ?? ''),
    lockouts: (userId: string) => prisma.event.count({ where: { type: 'Identifier.Lockout', subjectId: userId } }),
    async [Symbol.asyncDispose]() {
      await issuer[Symbol.asyncDispose]();
    },
  };
}
export type People = Awaited<ReturnType<typeof startPeople>>;

export const withPassword = (page: Page, { username }: Pick<Person, 'username'>, given = password) =>
  page.answer({ identifier: username ?? '', password: given });

export const withCode = async (people: People, page: Page, { email }: Pick<Person, 'email'>) => {
  await page.answer({ way: 'email-code', identifier: email ?? '' });
  return page.answer({ code: await people.codeFor(email) });
};

/** `count` at the same time. */
export const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** A number per line: attacks at full size take minutes (`npm run attacks`). */
export const sized = (small: number, full: number): number => (process.env['ATTACKS'] === 'full' ? full : small);
