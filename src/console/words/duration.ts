const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A number of seconds in words of a language: "1 hour, 30 minutes". */
export function durationIn(locale: string): (seconds: number) => string {
  const list = new Intl.ListFormat(locale, { type: 'unit', style: 'short' });
  return (seconds) => {
    let rest = Math.round(seconds);
    const parts = units.flatMap(([unit, size]) => {
      const number = Math.floor(rest / size);
      rest -= number * size;
      if (number === 0 && !(unit === 'second' && seconds < 1)) return [];
      return [new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(number)];
    });
    return list.format(parts);
  };
}
