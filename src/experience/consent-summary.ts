import type { Database } from '../platform/database/database.ts';
import type { RequestedScopes } from '../oidc/provider/interactions.ts';

/** A heading of the consent page with a list of what the application may do. */
export interface ConsentSection {
  heading: string;
  items: string[];
}

const identityDescriptions: Record<string, string> = {
  openid: 'recognise you when you come back',
  profile: 'see your name, your picture and the other details of your profile',
  email: 'see your email address',
  phone: 'see your phone number',
  address: 'see your postal address',
  offline_access: 'keep this access while you are away, until it is revoked',
};

/** Describes the requested scopes: those of APIs with the descriptions that administrators gave them. */
export async function consentSummary(
  database: Pick<Database, 'prisma'>,
  requested: RequestedScopes,
): Promise<ConsentSection[]> {
  const identity = requested.identity.map((name) => identityDescriptions[name] ?? name);
  const resources = await Promise.all(requested.resources.map((resource) => resourceSection(database, resource)));
  return [{ heading: 'It would be able to', items: identity }, ...resources].filter(({ items }) => items.length > 0);
}

async function resourceSection(
  database: Pick<Database, 'prisma'>,
  { indicator, scopes }: RequestedScopes['resources'][number],
): Promise<ConsentSection> {
  const resource = await database.prisma.apiResource.findUnique({
    where: { indicator },
    select: { name: true, scopes: { where: { name: { in: scopes } }, orderBy: { name: 'asc' } } },
  });
  return {
    heading: `In ${resource?.name ?? indicator}, on your behalf`,
    items: (resource?.scopes ?? []).map(({ name, description }) => description || name),
  };
}
