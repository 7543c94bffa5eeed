import type { LivePayload, ReadOfLog } from '../../../delivery/event-log/subscribe.ts';
import { revocationsOf } from '../../../domain/events/revocations.ts';
import { forbidden } from '../../../domain/failure.ts';
import { type Actor, callerOf } from '../../../kernel/actor.ts';
import { cursorOfPlace } from '../../../reads/lists/events.ts';
import { revocationsPermission } from '../../../reads/revocations.ts';
import type { PositionedEvent } from '../../../store/logged-event.ts';
import { callerStream } from '../../context/caller-stream.ts';
import type { Context } from '../../context/context.ts';
import { builder } from '../../schema/builder.ts';
import { ownCursors } from '../../schema/connections.ts';
import { Revocation } from './revocations.ts';
import { afterArgument, begin, CursorExpiredMessage } from './subscriptions.ts';

type FeedPayload = LivePayload | ({ kind: 'heartbeat' } & ReadOfLog);
type Progress = Exclude<FeedPayload, { kind: 'cursorExpired' }>;

/** Milliseconds after which a read of the log is a message. There is one each second, or sooner while it catches up. */
const heartbeat = 3000;

const RevocationMessage = builder.objectRef<Progress>('RevocationMessage').implement({
  description:
    'What ended, or, without entries, how far the log was read: the first message, and then one within five seconds.',
  fields: (t) => ({
    cursor: t.string({
      description: 'Cursor to continue after this message.',
      resolve: (payload, _args, { cursorSeal }) =>
        cursorOfPlace(payload.kind === 'event' ? payload.event.position : payload.position, cursorSeal),
    }),
    asOf: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Everything that ended before this time has been sent; the latest one counts. Null while there is more: the subscription catches up with the log. Only a read of the log makes it later: if none does, the log cannot be read, or the client is behind.',
      // An event has a time of its process; this one is of the read that precedes it.
      resolve: (payload) => (payload.kind === 'event' ? (payload.event.asOf ?? null) : payload.at),
    }),
    revocations: t.field({
      type: [Revocation],
      description: 'What ended.',
      resolve: (payload) => (payload.kind === 'event' ? revocationsOf(payload.event) : []),
    }),
  }),
});

const FeedMessage = builder.unionType('RevocationFeedMessage', {
  description: 'A message of the feed of what ended.',
  types: [RevocationMessage, CursorExpiredMessage],
  resolveType: ({ kind }: FeedPayload) => (kind === 'cursorExpired' ? 'CursorExpired' : 'RevocationMessage'),
});

const mayFollow = (actor: Actor): boolean => actor.permissions.has(revocationsPermission);
const isEnding = (event: PositionedEvent): boolean => revocationsOf(event).length > 0;

/** Starts a subscription. An invalid cursor is refused before the first message. */
async function follow(context: Context, cursor: string | null | undefined): Promise<AsyncIterable<FeedPayload>> {
  const { eventLog, clock } = context;
  const { after, live } = await begin(context, cursor);
  const requirement = { isMet: mayFollow, refusal: forbidden(revocationsPermission) };
  return callerStream<FeedPayload>(live, requirement, (send, signal) => {
    let sentAt = clock.now().getTime();
    const onRead = (read: ReadOfLog): Promise<void> | undefined => {
      const at = (read.at ?? clock.now()).getTime();
      // A clock that was set back must not silence it.
      if (Math.abs(at - sentAt) < heartbeat) return undefined;
      sentAt = at;
      return send({ kind: 'heartbeat', ...read });
    };
    return eventLog.subscribe({ caller: callerOf(live.actor()), after, filter: isEnding, onRead, signal }, send);
  });
}

builder.subscriptionField('revocations', (t) =>
  t.field({
    type: FeedMessage,
    description: `What ended, at once and without gaps: see \`Query.revocations\`. A message without entries comes within five seconds and proves that the log is read. Requires the permission ${revocationsPermission}.`,
    args: { after: t.arg.string({ description: `${afterArgument} Default: only what ends from now on.` }) },
    extensions: { [ownCursors]: true },
    subscribe: (_root, { after }, context) => follow(context, after),
    resolve: (payload) => payload,
  }),
);
