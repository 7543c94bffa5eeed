import type { Profile } from '../../domain/people/profile.ts';
import type { Database, Row } from '../../platform/database/database.ts';
import { isId } from '../../platform/ids/ids.ts';
import type { Account, AccountClaims } from './library.ts';

/** The claims of each scope (OpenID Connect Core 1.0, section 5.4). */
export const claimsOfScopes = {
  // The way and time in which the user was authenticated, in ID tokens only.
  openid: ['sub', 'acr', 'amr', 'auth_time'],
  profile: [
    'name',
    'family_name',
    'given_name',
    'middle_name',
    'nickname',
    'preferred_username',
    'profile',
    'picture',
    'website',
    'gender',
    'birthdate',
    'zoneinfo',
    'locale',
    'updated_at',
  ],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
  address: ['address'],
};

/** Finds the account of a user, which has none if deleted or suspended. */
export function createFindAccount(database: Pick<Database, 'prisma'>) {
  return async (_context: unknown, userId: string): Promise<Account | undefined> => {
    if (!isId('user', userId)) return undefined;
    const user = await database.prisma.user.findUnique({ where: { id: userId, suspendedAt: null } });
    return user ? { accountId: user.id, claims: () => claimsOf(user) } : undefined;
  };
}

/** All standard claims of a user; the library returns those of the granted scopes. */
function claimsOf(user: Row<'user'>): AccountClaims {
  const profile = user.profile as Profile;
  return dense({
    sub: user.id,
    name: user.name,
    family_name: profile.familyName,
    given_name: profile.givenName,
    middle_name: profile.middleName,
    nickname: profile.nickname,
    preferred_username: profile.preferredUsername ?? user.username,
    profile: profile.profile,
    picture: user.avatar,
    website: profile.website,
    gender: profile.gender,
    birthdate: profile.birthdate,
    zoneinfo: profile.zoneinfo,
    locale: profile.locale,
    updated_at: Math.floor(user.updatedAt.getTime() / 1000),
    email: user.email,
    email_verified: user.email === null ? null : user.emailVerifiedAt !== null,
    phone_number: user.phone,
    phone_number_verified: user.phone === null ? null : user.phoneVerifiedAt !== null,
    address: addressOf(profile.address),
  });
}

function addressOf(address: Profile['address']): object | null {
  if (!address) return null;
  const { formatted, streetAddress, locality, region, postalCode, country } = address;
  const claim = dense({ formatted, street_address: streetAddress, locality, region, postal_code: postalCode, country });
  return Object.keys(claim).length ? claim : null;
}

/** Unknown claims are omitted, not null (section 5.3.2). */
function dense<Claims extends object>(claims: Claims): Claims {
  return Object.fromEntries(
    Object.entries(claims).filter(([, value]) => value !== null && value !== undefined),
  ) as Claims;
}
