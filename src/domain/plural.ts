/** The forms of a counted noun (Unicode CLDR plural rules). A language only has those that it distinguishes. */
type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Chooses the form of a noun for a count, by the rules of a language. */
export function pluralIn(language: string): (count: number, forms: PluralForms) => string {
  const rules = new Intl.PluralRules(language);
  return (count, forms) => forms[rules.select(count)] ?? forms.other;
}
