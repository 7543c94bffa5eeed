// Names of the records that are shown by their id alone, such as those of events: what is drawn together is read
// together.
import { gql } from '@urql/core';
import { pipe, subscribe } from 'wonka';
import { client } from '../client.ts';
import { type Recognizable, selectionOfAny } from './recognition.ts';

/** Milliseconds in which ids are collected. */
const collecting = 20;
/** Ids that the platform takes in one query. */
const mostIds = 100;

const NamesDocument = gql(`query Names($ids: [ID!]!) { nodes(ids: $ids) { __typename id ${selectionOfAny} } }`);

/** A record with what is selected of it. */
export interface NamedRecord extends Recognizable {
  /** Of a secret. */
  lastUsedAt?: string | null;
  application?: { jwks: unknown; secrets: readonly object[] } | null;
}

type Node = Omit<NamedRecord, 'displayName'> & { displayName?: string; algorithm?: string; eventType?: string };

/** Ids that were read together, and are read again after events about them. */
interface Batch {
  ids: Set<string>;
  stop: () => void;
}

/** The number of components that show an id. */
const shown = new Map<string, number>();
const waiting = new Set<string>();
const batches = new Map<string, Batch>();
const records = new Map<string, { record: NamedRecord; version: number }>();
const listeners = new Set<() => void>();
let collector: ReturnType<typeof setTimeout> | undefined;
let version = 0;

/** The records whose ids are shown. */
export const namesById = {
  /** Reads the records, until the returned function is called. */
  keep(ids: readonly string[]): () => void {
    for (const id of ids) {
      shown.set(id, (shown.get(id) ?? 0) + 1);
      if (!batches.has(id)) waiting.add(id);
    }
    if (waiting.size > 0) collector ??= setTimeout(readWaiting, collecting);
    return () => {
      for (const id of ids) release(id);
    };
  },
  get: (id: string): NamedRecord | undefined => records.get(id)?.record,
  /** A text that changes with the records. */
  stateOf: (ids: readonly string[]): string => ids.map((id) => records.get(id)?.version ?? '').join(' '),
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

function release(id: string): void {
  const count = (shown.get(id) ?? 0) - 1;
  if (count > 0) {
    shown.set(id, count);
    return;
  }
  shown.delete(id);
  waiting.delete(id);
  const batch = batches.get(id);
  batch?.ids.delete(id);
  batches.delete(id);
  records.delete(id);
  if (batch?.ids.size === 0) batch.stop();
}

function readWaiting(): void {
  collector = undefined;
  const ids = [...waiting];
  waiting.clear();
  for (let at = 0; at < ids.length; at += mostIds) read(ids.slice(at, at + mostIds));
}

function read(ids: readonly string[]): void {
  const { unsubscribe } = pipe(
    client.query<{ nodes: (Node | null)[] | null }>(NamesDocument, { ids }),
    subscribe(({ data }) => {
      version += 1;
      for (const node of data?.nodes ?? []) if (node && shown.has(node.id)) records.set(node.id, keptOf(node));
      for (const listener of listeners) listener();
    }),
  );
  const batch = { ids: new Set(ids), stop: unsubscribe };
  for (const id of ids) batches.set(id, batch);
}

/** A record without a name gets one: a key that of its algorithm, a delivery that of its type of event. */
const keptOf = ({ displayName, algorithm, eventType, ...node }: Node): { record: NamedRecord; version: number } => ({
  record: { ...node, displayName: displayName ?? algorithm ?? eventType ?? node.id },
  version,
});
