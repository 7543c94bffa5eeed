import type { Context } from './context.ts';
import type { NodeType } from './nodes.ts';

/** The part of a model's client that finds one record. Look-ups made at the same time are one statement. */
interface Finder {
  findUnique(query: object): Promise<never>;
}

/** The record of that kind that a query asks for; null when there is none. GraphQL types with an id are called as their models. */
export function findRecord(prisma: Context['prisma'], type: NodeType, query: object): Promise<never> {
  const model = (type.charAt(0).toLowerCase() + type.slice(1)) as Uncapitalize<NodeType>;
  return (prisma[model] as unknown as Finder).findUnique(query);
}
