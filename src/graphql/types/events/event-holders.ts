import { elsewhere } from '../../../delivery/webhooks/payload/own-fields.ts';
import type { Holder } from '../../../domain/events/holders.ts';
import { invalidCursor } from '../../../domain/failure.ts';
import { pageSize, totalOf } from '../../../reads/page.ts';
import { readHolderList, readHolders } from '../../../store/event-holders.ts';
import type { Context } from '../../context/context.ts';
import { requires } from '../../schema/access.ts';
import { builder } from '../../schema/builder.ts';
import { checkSize, ownCursors } from '../../schema/connections.ts';
import { descriptionOf, exposeShape } from '../../schema/shapes.ts';
import '../../schema/totals.ts';
import { eventHolderShape } from '../../../vocabulary/catalog/event-holder-shape.ts';

const EventHolder = builder.objectRef<Holder>('EventHolder').implement({
  description: descriptionOf(eventHolderShape),
  fields: (t) => exposeShape(t, eventHolderShape),
});

interface Pages {
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}

const cursorAt = (index: number): string => Buffer.from(`holder:${index}`).toString('base64url');

/** The index of a cursor. Throws INVALID_CURSOR at `name`. */
function indexOf(cursor: string, name: string): number {
  const [, digits] = /^holder:(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (digits === undefined) throw invalidCursor('Not a cursor of this connection.', name);
  return Number(digits);
}

/** The indexes of a page: its first one, and the one after its last. */
function rangeOf({ first, last, after, before }: Pages, count: number): [from: number, to: number] {
  const start = after == null ? 0 : indexOf(after, 'after') + 1;
  const end = Math.min(before == null ? count : indexOf(before, 'before'), count);
  if (last != null) return [Math.max(start, end - last), Math.max(start, end)];
  return [start, Math.max(start, Math.min(end, start + (first ?? pageSize.default)))];
}

async function pageOf(event: { id: string; type: string; data: unknown }, pages: Pages, { prisma }: Context) {
  checkSize(pages);
  const { total, stored, isComplete } = await readHolderList(prisma, event);
  const [from, to] = rangeOf(pages, stored);
  const holders = to > from ? await readHolders(prisma, event, [from, to]) : [];
  const edges = holders.map((node, index) => ({ node, cursor: cursorAt(from + index) }));
  const pageInfo = {
    hasPreviousPage: from > 0,
    hasNextPage: to < stored || !isComplete,
    startCursor: edges[0]?.cursor ?? null,
    // An empty page can have a next one, while the list is not complete.
    endCursor: edges.at(-1)?.cursor ?? pages.after ?? null,
  };
  return { edges, pageInfo, total: (bound: number) => totalOf(total, bound) };
}

const HolderConnection = builder.connectionObject(
  { type: EventHolder, name: 'EventHolderConnection' },
  { name: 'EventHolderEdge' },
) as never;

// The types are made from the data of events.
for (const [type, meaning] of [
  ['RoleDeletedEvent', 'held the role'],
  [
    'OrganizationRoleDeletedEvent',
    'held the organization role, and invitations, domains and identity providers that included it,',
  ],
] as const) {
  builder.objectField(type as never, 'holders', (t) =>
    t.connection(
      {
        type: EventHolder,
        ...requires('events:read'),
        extensions: { ...elsewhere, [ownCursors]: true },
        description: `All users and applications that ${meaning} when it was deleted; \`data\` has the first 100 of each list. After a deletion with more than 1000 the list is completed within minutes: \`hasNextPage\` is true until then. Not in subscriptions.`,
        resolve: (event: never, pages: Pages, context: Context) => pageOf(event, pages, context),
      },
      HolderConnection,
    ),
  );
}
