/** "1 value", "2 values", "2 processes". */
export const counted = (count: number, noun: string): string =>
  count === 1 ? `1 ${noun}` : `${count} ${noun}${noun.endsWith('s') ? 'es' : 's'}`;
