/**
 * A name, address or number in a sentence that runs from right to left: it keeps its own direction, and the words
 * around it keep their places (UAX #9, first strong isolate).
 */
export const isolate = (text: string): string => `\u2068${text}\u2069`;
