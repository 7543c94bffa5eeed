import type { z } from 'zod';
import type { AccountLimitKind } from '../domain/messages/account-limits.ts';
import type { OmittedColumns, Transaction } from '../platform/database/database.ts';
import type { Ids } from '../platform/ids/ids.ts';
import type { VersionedField } from '../store/row-locks/versions.ts';
import type { NodeKind, TypeName } from '../vocabulary/kinds.ts';
import type { AccountScope } from '../vocabulary/account/account-scopes.ts';
import type { EventData, EventType } from '../vocabulary/events.ts';
import type { Permission } from '../vocabulary/permissions.ts';
import type { Actor } from './actor.ts';
import type { Cause } from './append-events.ts';
import type { OperationWords } from '../vocabulary/operation-words.ts';
import type { PrepareServices } from './prepare-services.ts';

/** Types of record that an operation can return. */
type EntityKind = TypeName<NodeKind>;

/** An output field that contains a record: `run` returns its id, or its row if it was read. */
export interface EntityOutput<Kind extends EntityKind = EntityKind> {
  entity: Kind;
  /** Omitted where the name of the field states it. */
  description?: string;
}
export const entity = <Kind extends EntityKind>(kind: Kind, description?: string): EntityOutput<Kind> => ({
  entity: kind,
  ...(description === undefined ? {} : { description }),
});

/** The output of an operation by field: a record, or a value described by a zod type. */
export type OutputShape = Record<string, EntityOutput | z.ZodType>;
export type OutputOf<O extends OutputShape> = {
  [F in keyof O]: O[F] extends z.ZodType ? z.infer<O[F]> : string;
};

/** All columns that Prisma reads by default. */
type RowOf<Kind extends EntityKind> = Omit<
  Awaited<ReturnType<Transaction[Uncapitalize<Kind>]['findUniqueOrThrow']>>,
  { [Model in keyof OmittedColumns]: keyof OmittedColumns[Model] }[keyof OmittedColumns]
>;

/** The return type of `run`: for a record its id or its row. */
export type ResultOf<O extends OutputShape> = {
  [F in keyof O]: O[F] extends z.ZodType
    ? z.infer<O[F]>
    : O[F] extends EntityOutput<infer Kind>
      ? string | RowOf<Kind>
      : string;
};

/** Input fields that identify an organization: its own id, or that of an invitation to it. */
type OrganizationField = 'organizationId' | 'organizationInvitationId';

/** Method and path below the prefix of the REST API, with parameters as `:name`. */
export interface Route {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: `/${string}`;
}

/**
 * The actors who may run an operation. To add a requirement, add a member here and a case in authorization.ts: in
 * `authorize` if it depends on the actor alone, else in `authorizeWithin`.
 */
export type Requirement =
  /** Actors with the permission; with `organization`, also those that hold it in that organization. */
  | Permission
  /** Only the platform itself. */
  | 'platform'
  /** Only the issuer, for the user or application of a request to it. */
  | 'issuer'
  /** Users, for what is their own, if they hold any permission, everywhere or in an organization. */
  | 'self'
  /** Only a person on the pages, for the flow whose id is in this input field. */
  | { flow: string }
  /** Users, for their own account, with a token for the Account API that has the scope. */
  | { account: AccountScope };

/** Runs an operation without persisting anything: one result per input. The shared fields of the inputs are equal. */
export type NestedDryRun = (
  operation: string,
  inputs: readonly Record<string, unknown>[],
) => Promise<{ index: number; failure: { code: string; message: string } | null }[]>;

/** The context of `run`: the transaction, and `emit` for the declared events. */
export interface RunContext<E extends EventType> {
  tx: Transaction;
  actor: Actor;
  /** The request of the call. */
  origin: Pick<Cause, 'requestId' | 'channel'> & Partial<Pick<Cause, 'traceId'>>;
  ids: Ids;
  /** When the call was accepted. */
  now: Date;
  /** For what depends on the time after a lock, on which the call may have waited. */
  currentTime(): Date;
  /** In a dry run: runs another operation, of which nothing remains. */
  nestedDryRun: NestedDryRun | undefined;
  /** Adds an event, or several with a part of what was added or removed. It happened in `organizationId`, if any. */
  emit<T extends E>(type: T, subjectId: string, data: EventData<T>, organizationId?: string): void;
  /** For a run that changes nothing: no event is required, and none is allowed. */
  unchanged<O>(result: O): O;
}

/**
 * The mutation that takes a change back, with the same record: with what the events of the change added or removed, or
 * with the whole list as it was. A PATCH needs none: it is taken back by the same one with the earlier values.
 */
export type Inverse =
  | {
      operation: string;
      /** The field of its input that takes them, if it was one; all, as a list; or all, each as an item. */
      field: string;
      takes: 'one' | 'list' | 'items';
      /** The list in the events. */
      ids: string;
    }
  | { list: string; added: string; removed: string };

/** A limit of the calls that a person makes of an operation on their own account. */
interface AccountLimit<Field = string> {
  kind: AccountLimitKind;
  /** Counts only calls that give this field of the input. */
  field?: Field;
}

/** Records of the caller, which inputs do not name. */
type OwnRecord = 'userPreferencesId' | 'userId';

interface Definition<
  Input extends z.ZodType,
  Output extends OutputShape,
  Always extends EventType,
  Sometimes extends EventType,
  Prepared,
> {
  /** The GraphQL mutation's name, for example "setUserSuspended". */
  name: string;
  /** One sentence in the imperative. */
  summary: string;
  /**
   * The input field with the id of the changed record. `expectedVersion` refers to its version, which a change
   * increments.
   */
  record?: VersionedField & (keyof z.output<Input> | OwnRecord);
  /**
   * Finds that id if the input has none: from a record that belongs to the changed one, or from the caller whose own
   * record it is. Undefined if there is none.
   */
  findRecord?: (tx: Transaction, input: z.output<Input>, actor: Actor) => Promise<string | undefined>;
  input: Input;
  output: Output;
  inverse?: Inverse;
  /** Events that every run with a change emits, each at least once. */
  always: readonly Always[];
  /** Events that a run may emit in addition. */
  sometimes?: readonly Sometimes[];
  /** Whether it may queue messages to people (store/messages/queue.ts). After the commit they are sent at once. */
  queuesMessages?: boolean;
  /** Slow work before the transaction: hashing, key generation. */
  prepare?: (services: PrepareServices, input: z.output<Input>) => Promise<Prepared>;
  run: (
    context: RunContext<Always | Sometimes>,
    input: z.output<Input>,
    prepared: Prepared,
  ) => Promise<ResultOf<Output>>;
}

/** An operation for callers is in GraphQL and in REST, always in both: in the Management API or in the Account API. */
type Access<Field> =
  | {
      permission: Permission;
      /** The input field that identifies an organization: the permission there is sufficient. */
      organization?: OrganizationField & Field;
      /**
       * Whether it requires a recent sign-in of a user (recent-sign-in.ts): always, or if one of these input fields is
       * given. For deletions, credentials, and where tokens, events and messages are sent.
       */
      recentSignIn?: true | readonly (Field & string)[];
      /** Whether only users may call it: no applications, not even by a token that they exchanged. */
      usersOnly?: true;
      route: Route;
      words: OperationWords<Field & string>;
    }
  | {
      permission: 'self';
      organization?: never;
      recentSignIn?: never;
      route: Route;
      words: OperationWords<Field & string>;
    }
  | {
      permission: { account: AccountScope };
      organization?: never;
      /** As above; the sign-in must also be of the highest level that the account can reach. */
      recentSignIn?: true | readonly (Field & string)[];
      limit?: AccountLimit<Field & string>;
      /** Below the prefix of the Account API; null if a route of its own runs it. */
      route: Route | null;
      words?: never;
    }
  | {
      permission: 'platform' | 'issuer' | { flow: Field & string };
      organization?: never;
      recentSignIn?: never;
      route: null;
      words?: never;
    };

/** An operation without the types of its input and output, for the registry and the APIs. */
export interface Operation {
  name: string;
  summary: string;
  permission: Requirement;
  organization: OrganizationField | undefined;
  /** Whether it requires a recent sign-in: always, never, or if one of these input fields is given. */
  recentSignIn: boolean | readonly string[];
  /** Whether only users may call it: no applications, not even by a token that they exchanged. */
  usersOnly?: boolean | undefined;
  /** Only of the Account API. */
  limit?: AccountLimit | undefined;
  record: VersionedField | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: the registry erases the types of each operation
  findRecord: ((tx: Transaction, input: any, actor: Actor) => Promise<string | undefined>) | undefined;
  /** Null if the operation is in no API. */
  route: Route | null;
  /** Only if the operation is in the Management API. */
  words?: OperationWords | undefined;
  input: z.ZodType;
  output: OutputShape;
  inverse: Inverse | undefined;
  always: readonly EventType[];
  sometimes: readonly EventType[];
  queuesMessages: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  prepare: ((services: PrepareServices, input: any) => Promise<any>) | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  run: (context: RunContext<any>, input: any, prepared: any) => Promise<any>;
}

/** An operation for callers: a GraphQL mutation and a REST route. */
export type PublicOperation = ExposedOperation | AccountOperation;

/** An operation of the Management API. */
export interface ExposedOperation extends Operation {
  permission: Permission | 'self';
  route: Route;
  words: OperationWords;
}

/** An operation of the Account API. */
export interface AccountOperation extends Operation {
  permission: { account: AccountScope };
  route: Route;
}

/** Whether an operation is in the Management API. */
export const isExposed = (operation: Operation): operation is ExposedOperation => operation.words !== undefined;

/** Whether an operation is in the Account API. */
export const isOfAccount = (operation: Operation): operation is AccountOperation =>
  typeof operation.permission === 'object' && 'account' in operation.permission && operation.route !== null;

/** An operation with its types. */
export type TypedOperation<Input extends z.ZodType, Output extends OutputShape> = Operation & {
  input: Input;
  output: Output;
};

/** Defines a use case. Its declarations determine at compile time which events it can emit and what it must return. */
export function defineOperation<
  Input extends z.ZodType,
  const Output extends OutputShape,
  const Granted extends Access<keyof z.output<Input>>,
  Always extends EventType = never,
  Sometimes extends EventType = never,
  Prepared = undefined,
>(
  definition: Definition<Input, Output, Always, Sometimes, Prepared> & Granted,
): TypedOperation<Input, Output> & Pick<Granted, 'permission' | 'route' | 'words'> {
  const defaults = {
    sometimes: [],
    queuesMessages: false,
    prepare: undefined,
    organization: undefined,
    recentSignIn: false,
    inverse: undefined,
  };
  return { ...defaults, record: undefined, findRecord: undefined, ...definition };
}
