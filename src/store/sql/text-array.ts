/**
 * An array of text as PostgreSQL reads it, in the place of an array that the driver would write element by element: for long ones that are
 * asked for often. Quotation marks and backslashes are written in the same way in JSON; control characters are not, and no key of ours has any.
 */
export const textArray = (values: readonly (string | null)[]): string => `{${JSON.stringify(values).slice(1, -1)}}`;
