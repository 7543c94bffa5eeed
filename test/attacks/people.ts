import { signInPolicySchema } from '../../src/domain/flow/policy.ts';
import type { HashProcesses } from '../../src/platform/passwords/hash-processes.ts';
import { storePolicy } from '../../src/store/flows/policies.ts';
import { Visitor } from '../support/browsers/browser.ts';
import { openPage, type ShownPage } from '../support/browsers/flow-pages.ts';
import { addUser, password } from '../support/issuer.ts';
import { startPages } from '../support/browsers/pages.ts';
import { appUsers } from '../support/totp.ts';

export type Page = Awaited<ReturnType<typeof openPage>>;
export type Person = Awaited<ReturnType<typeof addUser>>;

/** A platform with an application, and people with browsers: Ada, and Eve who attacks. */
export async function startPeople(environment: Record<string, string> = {}, hashProcesses?: HashProcesses) {
  const { issuer, web } = await startPages({
    environment: { TRUSTED_PROXIES: '1', ...environment },
    hashProcesses,
  });
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
    /** The code of the mail that `request` causes. */
    async codeAfter(address: string | null, request: () => Promise<unknown>): Promise<string> {
      const inbox = `${issuer.url}/inbox.json?to=${encodeURIComponent(address ?? '')}`;
      const read = async (url: string) => ((await (await fetch(url)).json()) as Inbox).messages;
      let [newest] = await read(`${inbox}&wait=0`);
      await request();
      for (let attempt = 0; attempt < 5; attempt++) {
        const messages = await read(`${inbox}&wait=10${newest ? `&after=${newest.id}` : ''}`);
        // A notice has none.
        const withCode = messages.find(({ code }) => code !== null);
        if (withCode?.code) return withCode.code;
        newest = messages[0] ?? newest;
      }
      throw new Error(`no code for ${address}`);
    },
    lockouts: (userId: string) => prisma.event.count({ where: { type: 'Identifier.Lockout', subjectId: userId } }),
    async [Symbol.asyncDispose]() {
      await issuer[Symbol.asyncDispose]();
    },
  };
}
interface Inbox {
  messages: { id: string; code: string | null }[];
}
export type People = Awaited<ReturnType<typeof startPeople>>;

export const withPassword = (page: Page, { username }: Pick<Person, 'username'>, given = password) =>
  page.answer({ identifier: username ?? '', password: given });

export const withCode = async (people: People, page: Page, { email }: Pick<Person, 'email'>) => {
  const request = () => page.answer({ way: 'email-code', identifier: email ?? '' });
  return page.answer({ code: await people.codeAfter(email, request) });
};

/** An answer that claims no version of the flow, so that none of many at the same time is outdated. */
export async function guess({ visitor, url }: Page, fields: Record<string, string>): Promise<ShownPage> {
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const response = await visitor.fetch(url, { method: 'POST', headers, body: JSON.stringify(fields) });
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return { status: response.status, ...(isJson && ((await response.json()) as object)) };
}

/** `count` at the same time. */
export const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** A number per line: attacks at full size take minutes (`npm run attacks`). */
export const sized = (small: number, full: number): number => (process.env['ATTACKS'] === 'full' ? full : small);
