import { accountClientId, consoleClientId } from '../../vocabulary/built-in-applications.ts';
import { whereSuspended } from '../../store/access/suspended-applications.ts';
import type { Prisma } from '../../platform/database/database.ts';

/** An application in which a person can continue. */
export interface Destination {
  name: string;
  url: string;
}

/** Applications that are offered at most. */
const maxDestinations = 20;

/** Paths at which the pages of the built-in applications begin. */
const builtInPaths: Readonly<Record<string, string>> = {
  [consoleClientId]: '/console/',
  [accountClientId]: '/account',
};

/**
 * The sites on which a person continues who has opened a link, when no sign-in is in progress: of the application for
 * which it was requested, or of our own web applications, but not the built-in ones. They begin a sign-in.
 */
export async function destinationsOf(
  { application }: Pick<Prisma, 'application'>,
  applicationId: string | null,
  now: Date,
): Promise<Destination[]> {
  const applications = await application.findMany({
    where: {
      ...(applicationId === null
        ? { isThirdParty: false, id: { notIn: Object.keys(builtInPaths) } }
        : { id: applicationId }),
      ...whereSuspended(false, now),
      type: { in: ['TRADITIONAL_WEB', 'SINGLE_PAGE'] },
    },
    select: { id: true, name: true, redirectUris: true },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: maxDestinations,
  });
  return applications.flatMap(({ id, name, redirectUris }) => {
    const url = redirectUris.map((uri) => URL.parse(uri)).find((parsed) => /^https?:$/.test(parsed?.protocol ?? ''));
    return url ? [{ name, url: url.origin + (builtInPaths[id] ?? '/') }] : [];
  });
}
