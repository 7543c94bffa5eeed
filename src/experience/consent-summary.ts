import type { Database } from '../platform/database/database.ts';
import type { Texts } from './texts/index.ts';
import type { RequestedScopes } from '../oidc/provider/interactions.ts';

/** A heading of the consent page with a list of what the application may do. */
export interface ConsentSection {
  heading: string;
  items: string[];
}

/** Describes the requested scopes: those of APIs with the descriptions that administrators gave them. */
export async function consentSummary(
  database: Pick<Database, 'prisma'>,
  requested: RequestedScopes,
  { consent }: Texts,
): Promise<ConsentSection[]> {
  const identity = requested.identity.map((name) => consent.scopes[name] ?? name);
  const resources = await Promise.all(
    requested.resources.map((resource) => resourceSection(database, resource, consent)),
  );
  return [{ heading: consent.abilities, items: identity }, ...resources].filter(({ items }) => items.length > 0);
}

async function resourceSection(
  database: Pick<Database, 'prisma'>,
  { indicator, scopes }: RequestedScopes['resources'][number],
  { inResource }: Texts['consent'],
): Promise<ConsentSection> {
  const resource = await database.prisma.apiResource.findUnique({
    where: { indicator },
    select: { name: true, scopes: { where: { name: { in: scopes } }, orderBy: { name: 'asc' } } },
  });
  return {
    heading: inResource(resource?.name ?? indicator),
    items: (resource?.scopes ?? []).map(({ name, description }) => description || name),
  };
}
