/** A text in the form in which searches compare it: canonically equal ones are one (Unicode UAX 15), in any case. */
const comparable = (text: string): string => text.normalize('NFC').toLowerCase();

/** Whether a text contains what was typed. */
export const contains = (text: string, typed: string): boolean => comparable(text).includes(comparable(typed));
