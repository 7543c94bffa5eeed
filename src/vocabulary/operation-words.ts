/**
 * The texts of an act for people. `{userId}` is the place of what the input has in that field: a record by its name,
 * several by their number, and its kind as long as it has none; `{items}` that of the records of a bulk call.
 */
export interface ActWords {
  /** The act, with its record: "Suspend {userId}". */
  title: string;
  /** The button that does it. */
  button: string;
  /** A sentence that people should know before they do it, if nothing ends with it. */
  note?: string;
  /** A sentence on what ends with it; null if nothing does. */
  danger: string | null;
}

/**
 * The English words of an operation. If a field of its input has a direction, such as on and off, they are of both, and
 * `when` has those of each value.
 */
export interface OperationWords<Field extends string = string> extends ActWords {
  when?: { field: Field; values: Readonly<Record<string, OperationWords<Field>>> };
}
