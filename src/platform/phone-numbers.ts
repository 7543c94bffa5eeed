import type { CountryCode } from 'libphonenumber-js/max';

/** A phone number to which an SMS can be sent. */
interface PhoneNumber {
  /** E.164. */
  number: string;
  callingCode: string;
}

/** Why no SMS is sent: it is no number, or one of another country or of a kind that can cost its caller more. */
type PhoneProblem = 'invalid' | 'refused';

/** Kinds of numbers that receive SMS at the usual price. In some countries fixed numbers look the same. */
const kinds: readonly unknown[] = ['MOBILE', 'FIXED_LINE_OR_MOBILE'];

/**
 * Reads a number as a person types it; without a country calling code it is of the first country. Loads the numbering
 * plans on the first call (Google's libphonenumber), which also contain the kind of a number: premium, shared-cost,
 * VoIP, mobile.
 */
export async function readPhoneNumber(
  typed: string,
  countries: readonly string[],
): Promise<PhoneNumber | PhoneProblem> {
  const { default: parse } = await import('libphonenumber-js/max');
  const [home] = countries as CountryCode[];
  const parsed = parse(typed.slice(0, 40), home);
  if (!parsed?.isValid()) return 'invalid';
  const { country, number, countryCallingCode: callingCode } = parsed;
  if (country === undefined || !countries.includes(country) || !kinds.includes(parsed.getType())) return 'refused';
  return { number, callingCode };
}
