-- Names that differ in case or in the form of their characters only look the same to people: "Editor", "editor" and "Ｅditor" cannot
-- stand beside each other. The indexes over the names themselves stay: they tell a name that is taken from one that is only alike.
CREATE UNIQUE INDEX "roles_name_form_key" ON "roles"(lower(normalize("name", NFKC)));
CREATE UNIQUE INDEX "organization_roles_name_form_key" ON "organization_roles"(lower(normalize("name", NFKC)));
CREATE UNIQUE INDEX "organization_scopes_name_form_key" ON "organization_scopes"(lower(normalize("name", NFKC)));
-- RFC 6749 §3.3 tells scopes by case, which people who assign them do not.
CREATE UNIQUE INDEX "scopes_resource_id_name_form_key" ON "scopes"("resource_id", lower("name"));
