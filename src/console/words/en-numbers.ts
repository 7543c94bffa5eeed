export const count = new Intl.NumberFormat('en');
export const compact = new Intl.NumberFormat('en', { notation: 'compact' });
export const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

/** A number with what is counted: "1 user", "2 users". */
export const plural = (number: number, one: string, other: string): string =>
  `${count.format(number)} ${number === 1 ? one : other}`;
