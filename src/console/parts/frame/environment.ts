/** Dark enough for white text in light and dark (WCAG AA), and easy to distinguish. */
const colors = ['#9c1c1c', '#8a4b00', '#1f6b2c', '#0b5c8a', '#6a2c91', '#00616b', '#8c1d5b'] as const;

/** The color of an environment: the same for the same name, in every browser. */
export function colorOf(environment: string): string {
  let sum = 7;
  for (const byte of new TextEncoder().encode(environment.toLowerCase())) sum = (sum * 31 + byte) >>> 0;
  return colors[sum % colors.length] ?? colors[0];
}
