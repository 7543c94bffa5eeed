import { typeid } from 'typeid-js';

/** The id of a record that does not exist yet: a TypeID with the prefix of its kind. */
export const newRecordId = (prefix: string): string => typeid(prefix).toString();
