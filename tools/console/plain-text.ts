/** Names that only those who write code know: of fields and mutations, values of flags, types of events. */
const codeNames = /`(?:true|false)`|\b[a-z]+[A-Z]\w*|\b[A-Z]\w+\.[A-Z]\w+/;

/**
 * A description for people: without references to specifications, and without the sentences that have names of the
 * APIs, which the console shows beside the code alone. What people type, such as `{{text}}`, stays.
 */
export function plainText(description: string): string {
  // A value of an enumeration begins with its name in REST.
  const [, name, first = '', rest = ''] = /^(`[^`]*`: )?(.?)(.*)$/s.exec(description) ?? [];
  return `${name ? first.toUpperCase() : first}${rest}`
    .replaceAll(/\s*\([^()]*\bRFC \d+[^()]*\)/g, '')
    .split(/(?<=[.!?])\s+/)
    .filter((sentence) => !codeNames.test(sentence))
    .join(' ')
    .replaceAll('`', '');
}
