/**
 * A text array in PostgreSQL's syntax, faster than the driver for long ones. Quotation marks and backslashes are
 * escaped as in JSON. Control characters are not, but no key contains any.
 */
export const textArray = (values: readonly (string | null)[]): string => `{${JSON.stringify(values).slice(1, -1)}}`;
