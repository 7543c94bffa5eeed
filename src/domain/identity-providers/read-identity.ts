import { type ClaimNames, providerPresetOf } from '../../vocabulary/identity-providers/identity-provider-presets.ts';
import { domainOf } from '../people/organization-domain.ts';
import { emailSchema } from '../people/identifiers.ts';
import { isJsonObject } from '../json.ts';
import { nameSchema } from '../text.ts';
import type { IdentityRules, UpstreamIdentity } from './upstream-identity.ts';
import { isVerifiedBy } from './verified-address.ts';

/** An identity, as the rules of its provider read it. */
export interface ReadIdentity {
  subject: string;
  kind: 'identity' | 'identity-mfa';
  /** In its normal form; null if there is none, or it is not one. */
  email: string | null;
  /** True if the provider is trusted to have verified the address. */
  isVouched: boolean;
  name: string | null;
  /** The language of a new account (BCP 47). */
  locale: string | null;
  /** The name or address by which the person recognizes it. */
  label: string | null;
}

/** The times of the request, if a new sign-in was requested of the provider. */
interface RequestedSignIn {
  /** Null if any session at the provider suffices. */
  signsInSince: Date | null;
}

/**
 * Reads what a provider has stated. `identity-domain`: a provider that is trusted for its own domains states an address
 * of another one.
 */
export function readIdentity(
  rules: IdentityRules,
  upstream: UpstreamIdentity,
  requested: RequestedSignIn = { signsInSince: null },
): ReadIdentity | 'identity-domain' {
  const { claims } = upstream;
  const email = emailOf(rules, claims);
  if (rules.addressTrust === 'domains' && email !== null && !isOfDomains(rules, email, claims))
    return 'identity-domain';
  const name = nameOf(rules.claims, claims);
  return {
    subject: upstream.subject,
    kind: isLevel2(rules, upstream, requested) ? 'identity-mfa' : 'identity',
    email,
    isVouched: email !== null && isVouched(rules, claims),
    name,
    locale: localeOf(rules.claims, claims),
    label: email ?? textOf(claims, 'preferred_username') ?? textOf(claims, 'login') ?? name,
  };
}

/** GitHub's profile shows an address that is not verified: the list has the one that is. */
function emailOf({ preset, claims: names }: IdentityRules, claims: UpstreamIdentity['claims']): string | null {
  const isListed = providerPresetOf(preset).verifiedAddress === 'primary-of-emails';
  const value = isListed ? primaryOf(claims)?.['email'] : names.email && claims[names.email];
  return emailSchema.safeParse(value).data ?? null;
}

/** The primary entry of a list of addresses. */
function primaryOf({ emails }: UpstreamIdentity['claims']): Readonly<Record<string, unknown>> | undefined {
  const entries: readonly unknown[] = Array.isArray(emails) ? emails : [];
  return entries.filter(isJsonObject).find(({ primary }) => primary === true);
}

const isVouched = (rules: IdentityRules, claims: UpstreamIdentity['claims']): boolean => {
  if (rules.addressTrust === 'never' || hasSharedTenant(rules)) return false;
  return rules.addressTrust === 'domains' || isVerifiedBy(rules, claims, primaryOf(claims));
};

/** Everyone who manages a tenant of Microsoft can give its accounts any address. */
const hasSharedTenant = ({ tenant }: IdentityRules): boolean => tenant !== null && sharedTenants.includes(tenant);
/** Characters of the locale in a profile. */
const longestLocale = 64;
const sharedTenants = ['common', 'organizations', 'consumers'];

/**
 * True if the address is of one of the provider's domains. Accounts of Google can have any address: the claim `hd` has
 * the domain of who manages the account.
 */
function isOfDomains({ preset, domains }: IdentityRules, email: string, { hd }: UpstreamIdentity['claims']): boolean {
  const domain = domainOf(email);
  return domains.includes(domain) && (preset !== 'google' || hd === domain);
}

/** A claim `acr` or `amr` has one of the values; and the person has signed in again, if that was requested. */
function isLevel2(
  { level2Values }: Pick<IdentityRules, 'level2Values'>,
  { acr, amr, authenticatedAt }: UpstreamIdentity,
  { signsInSince }: RequestedSignIn,
): boolean {
  const isFresh = signsInSince === null || (authenticatedAt !== null && authenticatedAt >= secondOf(signsInSince));
  return isFresh && level2Values.some((value) => value === acr || amr.includes(value));
}

/** The claim `auth_time` has no fractions of a second. */
const secondOf = (time: Date): Date => new Date(Math.floor(time.getTime() / 1000) * 1000);

function nameOf(names: ClaimNames, claims: UpstreamIdentity['claims']): string | null {
  const full = names.name && textOf(claims, names.name);
  const parts = [names.givenName, names.familyName].flatMap((name) => (name && textOf(claims, name)) ?? []);
  return nameSchema.safeParse(full ?? parts.join(' ')).data ?? null;
}

/** OpenID Connect Core §5.1: some write `en_US` for `en-US`. Null for what is no language. */
function localeOf({ locale }: ClaimNames, claims: UpstreamIdentity['claims']): string | null {
  const value = locale && textOf(claims, locale)?.replaceAll('_', '-');
  if (!value) return null;
  try {
    const [tag = ''] = Intl.getCanonicalLocales(value);
    // The canonical form of a tag can be longer.
    return tag.length > longestLocale ? null : tag;
  } catch {
    return null;
  }
}

/** A claim that is a text of one line. */
function textOf(claims: UpstreamIdentity['claims'], name: string): string | null {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  return typeof value === 'string' ? (nameSchema.safeParse(value).data ?? null) : null;
}
