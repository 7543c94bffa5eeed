/** A value of an enumeration in words: "EMAIL_CODE" is "email code". */
export const plain = (value: string): string => value.toLowerCase().replaceAll('_', ' ');
