import type { Database } from '../platform/database/database.ts';
import type { AskedScopes } from '../oidc/provider/interactions.ts';

/** What an application asks for, in words: a list under each heading. */
export interface AskedInWords {
  heading: string;
  items: string[];
}

const identityWords: Record<string, string> = {
  openid: 'recognise you when you come back',
  profile: 'see your name, your picture and the other details of your profile',
  email: 'see your email address',
  phone: 'see your phone number',
  address: 'see your postal address',
  offline_access: 'keep this access while you are away, until it is taken back',
};

/** Puts what is asked into words: scopes of APIs by the descriptions that their administrators gave them. */
export async function inWords(database: Pick<Database, 'prisma'>, asked: AskedScopes): Promise<AskedInWords[]> {
  const identity = asked.identity.map((name) => identityWords[name] ?? name);
  const resources = await Promise.all(asked.resources.map((resource) => resourceInWords(database, resource)));
  return [{ heading: 'It would be able to', items: identity }, ...resources].filter(({ items }) => items.length > 0);
}

async function resourceInWords(
  database: Pick<Database, 'prisma'>,
  { indicator, scopes }: AskedScopes['resources'][number],
): Promise<AskedInWords> {
  const resource = await database.prisma.apiResource.findUnique({
    where: { indicator },
    select: { name: true, scopes: { where: { name: { in: scopes } }, orderBy: { name: 'asc' } } },
  });
  return {
    heading: `In ${resource?.name ?? indicator}, on your behalf`,
    items: (resource?.scopes ?? []).map(({ name, description }) => description || name),
  };
}
