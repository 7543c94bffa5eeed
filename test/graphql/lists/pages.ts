/** One page of any connection, selected with `page`. */
export interface Page {
  totalCount: number;
  nodes: { id: string; name?: string | null }[];
  edges: { cursor: string; node: { id: string } }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string };
}

export const page =
  'totalCount nodes { id } edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
export const idsOf = ({ nodes }: Page): string[] => nodes.map(({ id }) => id);

/** All ids of a connection, page by page forwards. */
export async function walk(step: (after: string | null) => Promise<Page>): Promise<string[]> {
  const seen: string[] = [];
  for (let after: string | null = null, more = true; more; ) {
    const current = await step(after);
    seen.push(...idsOf(current));
    after = current.pageInfo.endCursor;
    more = current.pageInfo.hasNextPage;
  }
  return seen;
}
