export const count = new Intl.NumberFormat('de');
export const compact = new Intl.NumberFormat('de', { notation: 'compact' });
export const percent = new Intl.NumberFormat('de', { style: 'percent', maximumFractionDigits: 1 });

/** A number with what is counted: "1 Benutzer", "2 Benutzer". */
export const plural = (number: number, one: string, other: string): string =>
  `${count.format(number)} ${number === 1 ? one : other}`;
