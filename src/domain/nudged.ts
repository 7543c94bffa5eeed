/** What a nudge names, besides types of events, when attempts to tell a webhook of events were written down. */
export const attemptsOf = (webhookId: string): string => `attempts of ${webhookId}`;

/** Whether a nudge that names these concerns events, of whatever type. One that names nothing concerns everything. */
export const concernsEvents = ({ types }: { types: readonly string[] }): boolean =>
  types.length === 0 || types.some((type) => !type.startsWith(attemptsOf('')));
