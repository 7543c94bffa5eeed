import generated from '../generated/events.json' with { type: 'json' };

/** Name of a type of event. */
export type EventTypeName = keyof typeof generated;

export const eventTypeNames = Object.keys(generated) as EventTypeName[];

/** The facts that the console follows from the type of an event. */
export interface EventFacts {
  /** Kind of the record that it is about. */
  subject: string;
  /** Whether it states which fields of its record changed. */
  isUpdate?: true;
  /** Whether its record begins or ends with it. */
  lifecycle?: 'created' | 'deleted';
  /** Whether it can change who holds roles, and with them permissions. */
  changesHolders?: true;
}

// The platform can be newer than the page.
const factsOf = (typeName: string): Partial<EventFacts> =>
  (generated as Readonly<Record<string, EventFacts>>)[typeName] ?? {};

interface OfType {
  typeName: string;
}
export const isCreation = ({ typeName }: OfType): boolean => factsOf(typeName).lifecycle === 'created';
export const isDeletion = ({ typeName }: OfType): boolean => factsOf(typeName).lifecycle === 'deleted';
export const changesHolders = ({ typeName }: OfType): boolean => factsOf(typeName).changesHolders ?? false;
