/** The record that an event is about, as it was after the event; undefined if its data has none. */
export const recordInEvent = (data: Record<string, unknown>): Record<string, unknown> | undefined =>
  Object.values(data).find(
    (value): value is Record<string, unknown> => typeof value === 'object' && value !== null && 'id' in value,
  );
