/** Whether a text is the id of a record, such as user_01m87g3cmfeanva63ghy64a9tf. */
export const isRecordId = (text: string): boolean => /^[a-z_]+_[0-9a-z]{26}$/.test(text);

/** The reference of a sign-in attempt that a text is, in any case and with or without its dash: 7KQ2-M9XA; or null. */
export function referenceOf(text: string): string | null {
  const [, first = '', second = ''] = /^([A-Z0-9]{4})[\s-]?([A-Z0-9]{4})$/i.exec(text) ?? [];
  return first === '' ? null : `${first}-${second}`.toUpperCase();
}

/** Path of the page of a sign-in attempt. */
export const pathOfAttempt = (reference: string): string => `/sign-in/attempts/${reference}`;

/** Whether a text is the id of an exchange: the claim `jti` of its token. */
export const isExchangeId = (text: string): boolean => /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text);

/** Path of the page of an exchange. */
export const pathOfExchange = (id: string): string => `/exchanges/${id.toLowerCase()}`;
