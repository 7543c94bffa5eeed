import type { Prisma } from '../../platform/database/database.ts';

/** An application in which a person can continue. */
export interface Destination {
  name: string;
  url: string;
}

/** The most applications that are offered. */
const most = 20;

/**
 * Where a person continues who has opened a link, when no sign-in is in progress: the sites of our own web
 * applications, which begin one.
 */
export async function destinationsOf({ application }: Pick<Prisma, 'application'>): Promise<Destination[]> {
  const found = await application.findMany({
    where: { isThirdParty: false, suspendedAt: null, type: { in: ['TRADITIONAL_WEB', 'SINGLE_PAGE'] } },
    select: { name: true, redirectUris: true },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: most,
  });
  return found.flatMap(({ name, redirectUris }) => {
    const url = redirectUris.map((uri) => URL.parse(uri)).find((parsed) => /^https?:$/.test(parsed?.protocol ?? ''));
    return url ? [{ name, url: `${url.origin}/` }] : [];
  });
}
