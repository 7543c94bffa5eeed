import type { z } from 'zod';
import type { LeftOut, Transaction } from '../platform/database/database.ts';
import type { Ids } from '../platform/ids/ids.ts';
import type { NewKeyPair } from '../platform/crypto/key-pairs.ts';
import type { Passwords } from '../platform/passwords/passwords.ts';
import type { SecretBox } from '../platform/crypto/secret-box.ts';
import type { VersionedField } from '../store/records/versions.ts';
import type { NodeKind, TypeName } from '../vocabulary/kinds.ts';
import type { EventData, EventType } from '../vocabulary/events.ts';
import type { Permission } from '../vocabulary/permissions.ts';
import type { AttemptFailure } from '../vocabulary/resources.ts';
import type { Actor } from './actor.ts';

/** Types of record an operation can answer with; surfaces load and show them in their own way. */
export type EntityKind = TypeName<NodeKind>;

/** An output field holding a record: `run` returns its id, or the row when it is at hand, and the surface shows the record. */
export interface EntityOutput<Kind extends EntityKind = EntityKind> {
  entity: Kind;
  description: string;
}
export const entity = <Kind extends EntityKind>(kind: Kind, description: string): EntityOutput<Kind> => ({
  entity: kind,
  description,
});

/** The answer of an operation, field by field: a record, or a plain value described by a zod type. */
export type OutputShape = Record<string, EntityOutput | z.ZodType>;
export type OutputOf<O extends OutputShape> = {
  [F in keyof O]: O[F] extends z.ZodType ? z.infer<O[F]> : string;
};

/** All columns that the typed client reads. */
type RowOf<Kind extends EntityKind> = Omit<
  Awaited<ReturnType<Transaction[Uncapitalize<Kind>]['findUniqueOrThrow']>>,
  { [Model in keyof LeftOut]: keyof LeftOut[Model] }[keyof LeftOut]
>;

/** What `run` returns of it: of a record its id or its row. */
export type AnswerOf<O extends OutputShape> = {
  [F in keyof O]: O[F] extends z.ZodType
    ? z.infer<O[F]>
    : O[F] extends EntityOutput<infer Kind>
      ? string | RowOf<Kind>
      : string;
};

/** Input fields that lead to an organization: its own id, or that of an invitation to it. */
export type OrganizationField = 'organizationId' | 'organizationInvitationId';

/** REST door of an operation: method and path below the API's prefix, parameters written `:name`. */
export interface Route {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: `/${string}`;
}

/** What is wrong with a GraphQL selection on the events of our catalogue, each with its place in the text; empty when it can be made. */
export type SelectionProblems = (selection: string) => Promise<readonly string[]>;

/** Why an address that customers set may not be called, as far as that is seen without a look-up; undefined when it may be tried. */
export type AddressProblem = (url: string) => Promise<string | undefined>;

/** What the endpoint of a webhook answered to an example of an event, or why it did not. */
export interface Told {
  /** HTTP status; null when there was no answer. */
  status: number | null;
  failure: AttemptFailure | null;
  error: string | null;
  /** The first 4 KB of the answer. */
  answer: string | null;
  durationMs: number;
}

/** Sends an example of an event to a webhook, once, now. NOT_FOUND at "webhookId" when there is no such webhook; null in a rehearsal, which tells nobody. */
export type TellWebhook = (webhookId: string, type: EventType) => Promise<Told | null>;

/** What `prepare` may use: slow or random things that have no place inside a transaction. */
export interface PrepareServices {
  passwords: Passwords;
  secretBox: SecretBox;
  newKeyPair: NewKeyPair;
  ids: Ids;
  now: Date;
  selectionProblems: SelectionProblems;
  addressProblem: AddressProblem;
  tellWebhook: TellWebhook;
}

/** What `run` works with: one open transaction, and the events that this operation declares. */
export interface RunContext<E extends EventType> {
  tx: Transaction;
  actor: Actor;
  ids: Ids;
  now: Date;
  /** Adds an event to the transaction. `organizationId` names the organization it happened in. */
  emit<T extends E>(type: T, subjectId: string, data: EventData<T>, organizationId?: string): void;
  /** Answers that nothing had to change: no event is owed, and none may have been emitted. */
  unchanged<O>(output: O): O;
}

export interface OperationDefinition<
  Input extends z.ZodType,
  Output extends OutputShape,
  Always extends EventType,
  Sometimes extends EventType,
  Prepared,
> {
  /** The GraphQL mutation's name, for instance "setUserSuspended". */
  name: string;
  /** One sentence in the imperative. */
  summary: string;
  /** What the actor must hold. "platform" operations are not on any surface: only the platform itself runs them. */
  permission: Permission | 'platform';
  /**
   * The input field that tells in which organization it happens, when its administrators may run it there: holding the
   * permission in that organization is enough.
   */
  organization?: OrganizationField & keyof z.output<Input>;
  /** The input field that names the record it changes: its version is checked when the caller expects one, and counts the change. */
  subject?: VersionedField & keyof z.output<Input>;
  /** Its REST door; null for a platform operation. */
  route: Route | null;
  input: Input;
  output: Output;
  /** Events that a run which changes anything emits, each at least once. */
  always: readonly Always[];
  /** Events that it may emit besides. */
  sometimes?: readonly Sometimes[];
  /** Slow work before the transaction: hashing, key generation. */
  prepare?: (services: PrepareServices, input: z.output<Input>) => Promise<Prepared>;
  run: (
    context: RunContext<Always | Sometimes>,
    input: z.output<Input>,
    prepared: Prepared,
  ) => Promise<AnswerOf<Output>>;
}

/** An operation as the registry and the surfaces see it: types of input and output erased. */
export interface Operation {
  name: string;
  summary: string;
  permission: Permission | 'platform';
  organization: OrganizationField | undefined;
  subject: VersionedField | undefined;
  route: Route | null;
  input: z.ZodType;
  output: OutputShape;
  always: readonly EventType[];
  sometimes: readonly EventType[];
  // biome-ignore lint/suspicious/noExplicitAny: the registry erases what each operation's own types keep
  prepare: ((services: PrepareServices, input: any) => Promise<any>) | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  run: (context: RunContext<any>, input: any, prepared: any) => Promise<any>;
}

/** An operation with its types, for callers that name one. */
export interface TypedOperation<Input extends z.ZodType, Output extends OutputShape> extends Operation {
  input: Input;
  output: Output;
}

/** Defines a use case. What it may emit and what it must return follow from its declarations, at compile time. */
export function defineOperation<
  Input extends z.ZodType,
  const Output extends OutputShape,
  Always extends EventType = never,
  Sometimes extends EventType = never,
  Prepared = undefined,
>(definition: OperationDefinition<Input, Output, Always, Sometimes, Prepared>): TypedOperation<Input, Output> {
  return { sometimes: [], prepare: undefined, organization: undefined, subject: undefined, ...definition };
}
