/** Whether a text is the id of an exchange: the claim `jti` of its token. */
export const isExchangeId = (text: string): boolean => /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text);

/** Path of the page of an exchange. */
export const pathOfExchange = (id: string): string => `/exchanges/${id.toLowerCase()}`;

const filters: Readonly<Record<string, string>> = {
  user: 'userId',
  app: 'applicationId',
  res: 'apiResourceId',
  org: 'organizationId',
};

/** The filter of the exchanges of a record, by its id; null if no exchange names records of its kind. */
export function conditionOf(text: string): Readonly<Record<string, string>> | null {
  const filter = /^[a-z]+_[0-9a-z]{26}$/.test(text) ? filters[text.slice(0, text.lastIndexOf('_'))] : undefined;
  return filter === undefined ? null : { [filter]: text };
}
