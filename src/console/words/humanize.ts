const abbreviations =
  /\b(api|url|uri|id|jwks|pkce|cors|mfa|totp|sms|dns|tls|smtp|http|json|rest|ttl|starttls|saml|[er]s256)(s?)\b/g;

/** A name in words: "setUserSuspended" is "Set user suspended", "EMAIL_CODE" is "Email code". */
export function humanize(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
    .replaceAll(abbreviations, (_all, word: string, plural: string) => word.toUpperCase() + plural);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
