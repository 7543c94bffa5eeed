import type { FormField } from '../../../data/operation.ts';
import type { FieldName } from '../../../generated/label-names.d.ts';
import { isStructured } from '../operations.ts';

/** The fields that nearly everyone needs, of forms with many. The others, and those required, follow. */
const first: Readonly<Record<string, readonly FieldName[]>> = {
  CreateUserInput: ['name', 'email', 'username', 'phone', 'password', 'roleIds'],
  UpdateUserInput: ['name', 'email', 'username', 'phone'],
  CreateApplicationInput: [
    'type',
    'name',
    'kind',
    'ownerId',
    'redirectUris',
    'corsOrigins',
    'isThirdParty',
    'tokenExchangeAllowed',
    'servedResourceIds',
    'roleIds',
    'secret',
  ],
  UpdateApplicationInput: ['name', 'ownerId', 'expiresAt', 'redirectUris', 'postLogoutRedirectUris', 'corsOrigins'],
  CreateApiResourceInput: ['name', 'indicator', 'scopes'],
  CreateRoleInput: ['name', 'scopeIds', 'userIds', 'description'],
  CreateOrganizationRoleInput: ['name', 'organizationScopeIds', 'scopeIds', 'description'],
  CreateOrganizationInput: ['name', 'description'],
  CreateOrganizationInvitationInput: ['organizationId', 'inviteeEmail', 'organizationRoleIds'],
  CreateOneTimeTokenInput: ['email', 'userId', 'organizationIds'],
  CreateIdentityProviderInput: ['preset', 'oidc', 'oauth2', 'secrets'],
  CreateOidcSettingsInput: ['issuer', 'tenant', 'clientId', 'apple', 'scopes', 'authentication'],
  CreateOAuth2SettingsInput: [
    'authorizationEndpoint',
    'tokenEndpoint',
    'userinfoEndpoint',
    'clientId',
    'subjectClaim',
    'scopes',
    'authentication',
  ],
  UpdateIdentityProviderInput: ['name', 'domains', 'addressTrust', 'linking'],
  UpdateOidcSettingsInput: ['issuer', 'tenant', 'clientId', 'apple', 'scopes', 'authentication'],
  ClaimNamesInput: ['email', 'emailVerified', 'name', 'givenName', 'familyName', 'locale'],
  CreateWebhookInput: ['name', 'url', 'eventTypes'],
  UpdateWebhookInput: ['name', 'url', 'eventTypes'],
  StartJobInput: ['operation', 'roleIds', 'roleId', 'isSuspended', 'organizationId', 'organizationRoleIds', 'filter'],
  RedeliverFailedSinceInput: ['webhookId', 'since'],
  RedeliverMissingSinceInput: ['webhookId', 'since'],
  BackfillWebhookInput: ['webhookId', 'since', 'until'],
};

/** Optional fields that are shown at once in other forms. */
const shownAtOnce = 5;

/** Fields that are shown, and those that are one press away. */
interface InOrder {
  shown: FormField[];
  folded: FormField[];
}

/** The fields of a form in the order in which they are shown: those in focus alone, if there are any. */
export function inOrder(fields: readonly FormField[], type: string, focus: readonly string[] = []): InOrder {
  const names = focus.length > 0 ? focus : first[type];
  const placed = fields.toSorted((one, other) => placeOf(one) - placeOf(other));
  if (!names) {
    const usual = placed.filter((field) => !isOfTransactions(field));
    const atOnce = usual.filter(({ isRequired }) => isRequired).length + shownAtOnce;
    return { shown: usual.slice(0, atOnce), folded: [...usual.slice(atOnce), ...placed.filter(isOfTransactions)] };
  }
  const listed = names.flatMap((name) => fields.find((field) => field.name === name) ?? []);
  const others = placed.filter((field) => !listed.includes(field));
  return {
    shown: [...listed, ...others.filter(({ isRequired }) => isRequired)],
    folded: others.filter(({ isRequired }) => !isRequired),
  };
}

/** Whether the items of a bulk call have a transaction each: few people choose that. */
const isOfTransactions = ({ type }: FormField): boolean => type === 'BulkMode';

/** Required fields first, and those of what was chosen; objects and hashes last. Otherwise as the platform has them. */
function placeOf({ type, isRequired, onlyWith, isSecret, widget }: FormField): number {
  const isLast = isStructured(type) || (isSecret && widget === undefined);
  return (isRequired || onlyWith ? 0 : 2) + (isLast ? 1 : 0);
}
