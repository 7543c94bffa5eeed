/**
 * What is taken when a unique index refuses a value: the field of the input that holds it. Indexes over what callers never
 * choose (positions, pairs of ids) are not here.
 */
export const takenFields: Readonly<Record<string, string>> = {
  users_username_key: 'username',
  users_email_key: 'email',
  users_phone_key: 'phone',
  roles_name_key: 'name',
  api_resources_indicator_key: 'indicator',
  scopes_api_resource_id_name_key: 'name',
  application_secrets_application_id_name_key: 'name',
  organization_roles_name_key: 'name',
  organization_scopes_name_key: 'name',
  organization_invitations_pending_key: 'inviteeEmail',
};

/** The same for values that are only alike: they differ in case or in the form of their characters. */
export const alikeFields: Readonly<Record<string, string>> = {
  roles_name_form_key: 'name',
  scopes_api_resource_id_name_form_key: 'name',
  organization_roles_name_form_key: 'name',
  organization_scopes_name_form_key: 'name',
};
