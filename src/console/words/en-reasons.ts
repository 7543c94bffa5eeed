/** Why something is refused: an error, a problem of a field, or what the console finds. */
export interface Reason {
  readonly code: string;
  readonly message?: string;
  readonly path?: readonly (string | number)[];
  readonly reference?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** The message of the platform; what the console finds has none. */
export function reasonOf({ code, message, reference }: Reason): string {
  if (code === 'NO_OBJECT') return 'The row must be a JSON object.';
  if (code === 'UNREADABLE') return `The row cannot be read: ${message}.`;
  if (reference !== undefined) return `Unexpected error. It is logged under ${reference}.`;
  return message ?? `The answer was ${code}.`;
}
