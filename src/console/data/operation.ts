/** One field of a form. */
export interface FormField {
  name: string;
  /** Name of the scalar, enumeration or input type. */
  type: string;
  isList: boolean;
  isRequired: boolean;
  isNullable: boolean;
  description: string;
  /** What the platform takes if the field is left out. */
  default?: string | number | boolean;
  /** A required list in whose place an empty one has a meaning: what was there is removed. */
  mayBeEmpty?: true;
  /** The values of another field of the form with which the platform takes this one; with any if there is none. */
  onlyWith?: { field: string; values: string[] };
}

/** What a mutation requires. */
export interface Need {
  /** Null if the viewer changes what is their own. */
  permission: string | null;
  /** Whether it is enough to hold the permission in the organization that the input names. */
  isPossibleInOrganization?: boolean;
}

export interface Operation extends Need {
  /** Description of the mutation without the lines on events and permissions. */
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
  /** The field of the input with the id of the changed record, and a query for its version and present values. */
  subject: { field: string; document: string } | null;
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
  operations: Record<string, Operation>;
  inputs: Record<string, FormField[]>;
  enums: Record<string, EnumValue[]>;
}
