import { type Markup, markup } from '../../../http/markup.ts';
import { readAccountEventPage } from '../../../reads/account-events.ts';
import type { View } from '../view.ts';
import { addressOf, linkTo } from './frame.ts';
import { listed, type Row, rows, section } from './parts.ts';

/** Events of a page. */
const pageSize = 50;

/** The events about the account, newest first. Throws INVALID_CURSOR. */
export async function activityPage(view: View, cursor: string | undefined): Promise<Markup> {
  const { texts } = view.member;
  const words = texts.account;
  const { edges, hasNextPage } = await readEvents(view, pageSize, cursor);
  const next = edges.at(-1)?.cursor;
  return section(
    null,
    markup`${rows(
      edges.map(({ node }) => eventRow(view, node)),
      words.noEvents,
    )}<p class="paging">${cursor === undefined ? '' : markup`<a href="${linkTo(addressOf('activity'), view.frame)}">${words.newest}</a> `}${
      hasNextPage && next !== undefined
        ? markup`<a rel="next" href="${linkTo(addressOf('activity'), view.frame, { cursor: next })}">${words.older}</a>`
        : ''
    }</p>`,
  );
}

export const readEvents = ({ member, services }: View, size: number, after?: string) => {
  const { database, cursorSeal } = services;
  const reader = { prisma: database.prisma, database, cursorSeal, userId: member.account.id };
  return readAccountEventPage(reader, { size, after, path: 'cursor' });
};

type AccountEvent = Awaited<ReturnType<typeof readAccountEventPage>>['edges'][number]['node'];

/** An event in one row: what, when, who, through what. */
export function eventRow({ member: { texts }, times }: View, event: AccountEvent): Row {
  const words = texts.account;
  const { type, occurredAt, by, applicationName, administratorName, reason, channel, changed } = event;
  const names = listed(
    changed.map((field) => words.fields[field] ?? field),
    texts,
  );
  // Our own pages have a name in each language.
  const through = applicationName === null || channel === 'account' ? words.channels[channel] : applicationName;
  return {
    title: words.events[type] ?? type,
    details: [
      markup`${times.at(occurredAt)} · ${listed([words.by[by], words.through(through)], texts)}`,
      names === '' ? undefined : words.changedFields(names),
      administratorName ?? undefined,
      reason === null ? undefined : markup`${words.reason}${texts.colon}${reason}`,
    ],
  };
}
