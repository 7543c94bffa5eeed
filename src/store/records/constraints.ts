/**
 * Input fields by unique index. Indexes over values that callers do not choose (positions, pairs of ids) are not
 * included.
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

/** The same for indexes over normalized values: the values differ only in case or Unicode form. */
export const similarFields: Readonly<Record<string, string>> = {
  roles_name_form_key: 'name',
  scopes_api_resource_id_name_form_key: 'name',
  organization_roles_name_form_key: 'name',
  organization_scopes_name_form_key: 'name',
};
