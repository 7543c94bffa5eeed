import type { Need, OperationName } from './needs.ts';

/** One field of a form. */
export interface FormField {
  name: string;
  /** Name of the scalar, enumeration or input type. */
  type: string;
  isList: boolean;
  isRequired: boolean;
  isNullable: boolean;
  description: string;
  /** The value that the platform takes if the field is left out. */
  default?: string | number | boolean;
  /** A required list in whose place an empty one has a meaning: what was there is removed. */
  mayBeEmpty?: true;
  /** An optional list that replaces what was there. */
  isReplaced?: true;
  /**
   * The values of another field with which the platform takes this one; with any if there is none. The field is in the
   * same form, in one around it, or of the record that is changed.
   */
  onlyWith?: { field: string; values: readonly string[] };
  /** The kind of the records whose ids it takes. */
  kind?: string;
  /** The control, if it is not that of the type: for a hidden text, for several lines, or for a duration in seconds. */
  widget?: 'password' | 'lines' | 'duration';
  /** Whether its texts are in no copy of the input. */
  isSecret?: true;
}

/**
 * The mutation that takes a change back, by what its events added or removed: one, all as a list, or all as items. Or
 * the same one, with the whole list as it was.
 */
type Inverse =
  | InverseOfItems
  | { operation: OperationName; field: string; takes: 'one' | 'list' | 'items'; ids: string }
  | { list: string; added: string; removed: string };

/** The bulk operation that takes another one back, for the records that these events of the items are about. */
export interface InverseOfItems {
  operation: OperationName;
  /** The field of an item with the id of the record. */
  item: string;
  events: readonly string[];
  /** A field of the input: it takes the opposite of its value, or the ids of a list that all of the events have. */
  field: string;
  takes: 'opposite' | 'one' | 'list';
  ids?: string;
}

export interface Operation extends Need {
  description: string;
  input: string;
  hasVersion: boolean;
  hasIdempotencyKey: boolean;
  /** The mutation with the variables `$input`, `$dryRun`, and where taken `$expectedVersion` and `$idempotencyKey`. */
  document: string;
  /** Field of the payload with the changed record, if it is one. */
  record: string | null;
  /** Fields of the payload that are returned once, such as a new secret. */
  secrets: string[];
  /** Fields of the payload that count what is changed, such as the deliveries to send again. */
  counts: string[];
  /**
   * The field of the input with the id of the changed record, and a query for its version and present values. `part` is
   * the member of the record that has the values, if the input replaces it as a whole.
   */
  subject: { field: string; document: string; part?: string } | null;
  /** The way back, by its declaration: the same with the earlier values of the record, or another. */
  inverse: 'values' | Inverse | null;
  /** Whether a record begins or ends with it. */
  lifecycle: 'created' | 'deleted' | null;
  /** Whether it requires a recent sign-in: of every call, or of those that give one of these fields. */
  recentSignIn?: true | readonly string[];
  /** Whether it changes what users and applications are granted. */
  changesGrants: boolean;
}

interface EnumValue {
  /** As GraphQL spells it. */
  value: string;
  /** As REST spells it. */
  inRest: string;
  description: string;
}

/** The operations, and the input types and enumerations that their forms need. */
export interface Operations {
  operations: Record<OperationName, Operation>;
  inputs: Record<string, FormField[]>;
  enums: Record<string, EnumValue[]>;
}
