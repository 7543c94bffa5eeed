/** Explanations of identity providers and identities in forms, in German. */
export const identityProviders: Readonly<Record<string, string>> = {
  'Preset, which determines the protocol, and everything that is omitted. oidc, oauth2 and saml are for other services.':
    'Vorlage, die das Protokoll bestimmt und alles, was fehlt. „oidc“, „oauth2“ und „saml“ sind für andere Dienste.',
  'SAML 2.0. Address of the metadata, or the metadata itself.':
    'SAML 2.0. Adresse der Metadaten oder die Metadaten selbst.',
  'Apple: https://appleid.apple.com. Services ID as client ID, team ID, and key ID and file (.p8) of a key for Sign in with Apple.':
    'Apple: https://appleid.apple.com. Services ID als Client-ID, Team-ID, sowie Schlüssel-ID und Datei (.p8) eines Schlüssels für „Sign in with Apple“.',
  'GitHub: https://github.com/login/oauth/authorize. Client ID and client secret of an OAuth app.':
    'GitHub: https://github.com/login/oauth/authorize. Client-ID und Client-Geheimnis einer OAuth-App.',
  'Google: https://accounts.google.com. Client ID and client secret of an OAuth client ID of the type "Web application".':
    'Google: https://accounts.google.com. Client-ID und Client-Geheimnis einer OAuth-Client-ID der Art „Webanwendung“.',
  'Microsoft: https://login.microsoftonline.com/{tenant}/v2.0. Directory (tenant) ID, application (client) ID and the value of a client secret. Add the optional claims email and xms_edov to the ID token.':
    'Microsoft: https://login.microsoftonline.com/{tenant}/v2.0. Verzeichnis-ID (Mandant), Anwendungs-ID (Client) und der Wert eines Client-Geheimnisses. Dem ID-Token sind die optionalen Claims email und xms_edov hinzuzufügen.',
  'OAuth 2.0. Authorization, token and user info endpoints, client ID and client secret.':
    'OAuth 2.0. Endpunkte für Autorisierung, Token und Userinfo, Client-ID und Client-Geheimnis.',
  'OpenID Connect. Issuer, client ID and client secret.': 'OpenID Connect. Aussteller, Client-ID und Client-Geheimnis.',
  'Name, which people see. Default: that of the preset.': 'Name, den Personen sehen. Ohne Angabe der der Vorlage.',
  'Its id, if its redirect URI is registered before it is created. By default, the platform makes one.':
    'ID des Identitätsanbieters, wenn seine Redirect-URI registriert wird, bevor er angelegt ist. Ohne Angabe erzeugt die Plattform eine.',
  'Address of the metadata of the provider, from which the other values come. It is read at once, and then once a day.':
    'Adresse der Metadaten des Anbieters, aus denen die übrigen Werte kommen. Sie wird sofort gelesen und dann einmal am Tag.',
  'Address of the metadata, which is read at once, also if it is the same. Null ends the daily reading.':
    'Adresse der Metadaten, die sofort gelesen wird, auch wenn es dieselbe ist. Null beendet das tägliche Lesen.',
  'Metadata of the provider (XML), if it has no address.':
    'Metadaten des Anbieters (XML), wenn sie keine Adresse haben.',
  'Entity ID of the provider.': 'Entity-ID des Anbieters.',
  'Address to which people go (binding HTTP-Redirect).':
    'Adresse, zu der Personen geleitet werden (Binding HTTP-Redirect).',
  'Certificates of the keys with which the provider signs (RSA, 2048 bits or more), in PEM.':
    'Zertifikate der Schlüssel, mit denen der Anbieter signiert (RSA, ab 2048 Bit), in PEM.',
  'Whether requests are signed. The key is made for it; its certificate is in the metadata of the platform.':
    'Ob Anfragen signiert werden. Der Schlüssel wird dafür erzeugt; sein Zertifikat steht in den Metadaten der Plattform.',
  'Attribute that identifies a person. It must never change, nor be given to another person. Null: the persistent NameID does.':
    'Attribut, das einen Benutzer identifiziert. Es darf sich nie ändern und nie an einen anderen gehen. Null: die dauerhafte NameID.',
  'Issuer, whose discovery document is read.': 'Aussteller, dessen Discovery-Dokument gelesen wird.',
  'Client ID of the platform at the provider.': 'Client-ID der Plattform beim Anbieter.',
  'Scopes that are requested.': 'Scopes, die angefordert werden.',
  'How the platform authenticates at the token endpoint.': 'Wie sich die Plattform am Token-Endpunkt ausweist.',
  'With a client secret that is signed for each request with the private key, as Apple requires.':
    'Mit einem Client-Geheimnis, das für jede Anfrage mit dem privaten Schlüssel signiert wird, wie Apple es verlangt.',
  'With the client secret in the header Authorization.': 'Mit dem Client-Geheimnis im Header Authorization.',
  'With the client secret in the body.': 'Mit dem Client-Geheimnis im Inhalt.',
  'Its ID or a domain; or organizations, consumers or common, whose email addresses never count as verified.':
    'Seine ID oder eine Domain; oder organizations, consumers oder common, deren E-Mail-Adressen nie als bestätigt gelten.',
  'Team ID of the developer account.': 'Team-ID des Entwicklerkontos.',
  'Key ID of the private key.': 'Schlüssel-ID des privaten Schlüssels.',
  'Address that returns the claims of a person as JSON, for an access token.':
    'Adresse, die für ein Access-Token die Claims eines Benutzers als JSON liefert.',
  'Address that returns the email addresses of a person, for the preset github.':
    'Adresse, die die E-Mail-Adressen eines Benutzers liefert, für die Vorlage „github“.',
  'Claim that identifies a person. It must never change, nor be given to another person.':
    'Claim, der einen Benutzer identifiziert. Er darf sich nie ändern und nie an einen anderen gehen.',
  'The content of its file (.p8), which begins with -----BEGIN PRIVATE KEY-----.':
    'Der Inhalt seiner Datei (.p8), der mit -----BEGIN PRIVATE KEY----- beginnt.',
  'The claims that are read, if they are not those of the preset.':
    'Die Claims, die gelesen werden, wenn es andere als die der Vorlage sind.',
  'When its email addresses count as verified. Default: that of the preset.':
    'Wann seine E-Mail-Adressen als bestätigt gelten. Ohne Angabe wie in der Vorlage.',
  'When its email addresses count as verified.': 'Wann seine E-Mail-Adressen als bestätigt gelten.',
  'If the provider states that it is verified.': 'Wenn der Anbieter angibt, dass sie bestätigt ist.',
  'If it is of one of the domains of the provider.': 'Wenn sie zu einer der Domains des Anbieters gehört.',
  'Never: people verify it by a code.': 'Nie: Personen bestätigen sie mit einem Code.',
  'What happens to a new identity whose verified email address an account has.':
    'Was mit einer neuen Identität geschieht, deren bestätigte E-Mail-Adresse ein Konto hat.',
  'The person signs in to the account once, and confirms that both are theirs.':
    'Die Person meldet sich einmal am Konto an und bestätigt, dass beide ihr gehören.',
  'It is linked if the address is verified on both sides, the account has no permissions, and no identity of the provider was unlinked from it. Otherwise as ask.':
    'Sie wird verknüpft, wenn die Adresse auf beiden Seiten bestätigt ist, das Konto keine Berechtigungen hat und nie eine Identität des Anbieters von ihm getrennt wurde. Sonst wird nachgefragt.',
  'It is refused. People link it in their account.': 'Sie wird abgelehnt. Personen verknüpfen sie in ihrem Konto.',
  'Whether people without an account get one by signing in with it, even if sign-up is closed.':
    'Ob Personen ohne Konto mit der Anmeldung eines bekommen, auch wenn die Registrierung geschlossen ist.',
  'Values of its claims acr and amr, or of the AuthnContextClassRef of SAML, that count as a second factor.':
    'Werte seiner Claims acr und amr oder der AuthnContextClassRef von SAML, die als zweiter Faktor gelten.',
  'Domains of email addresses whose people are sent to it. Each belongs to one identity provider. Domains of public providers are refused.':
    'Domains von E-Mail-Adressen, deren Personen zu ihm geleitet werden. Jede gehört zu einem Identitätsanbieter. Domains öffentlicher Anbieter werden abgelehnt.',
  'Whether people of its domains can only sign in with it. Administrators of the platform still can.':
    'Ob sich Personen seiner Domains nur damit anmelden können. Administratoren der Plattform können es weiterhin anders.',
  'Whether sign-in pages have a button for it.': 'Ob die Anmeldeseiten eine Schaltfläche dafür haben.',
  'The identity provider to delete.': 'Der Identitätsanbieter, der gelöscht wird.',
  'The identity provider to remove.': 'Der Identitätsanbieter, der entfernt wird.',
  'The identity provider to enable or disable.': 'Der Identitätsanbieter, der ein- oder ausgeschaltet wird.',
  'The identity provider to update.': 'Der Identitätsanbieter, der bearbeitet wird.',
  'The identity to unlink.': 'Die Identität, die getrennt wird.',
  'Name of the identity provider, which people see.': 'Name des Identitätsanbieters, den Personen sehen.',
  'A claim without a name is not read.': 'Ein Claim ohne Namen wird nicht gelesen.',
  'An identity provider was created.': 'Ein Identitätsanbieter wurde angelegt.',
  'Settings of an identity provider changed, or it was enabled or disabled. The platform itself takes over what its metadata announces.':
    'Einstellungen eines Identitätsanbieters wurden geändert, oder er wurde ein- oder ausgeschaltet. Was seine Metadaten ankündigen, übernimmt die Plattform selbst.',
  'An identity provider was deleted. The users with identities of it have events of their own.':
    'Ein Identitätsanbieter wurde gelöscht. Die Benutzer mit Identitäten von ihm haben eigene Ereignisse.',
  'An identity provider began to fail: a sign-in failed there, or its metadata could not be read, and nothing had failed since the last sign-in that succeeded.':
    'Ein Identitätsanbieter wurde fehlerhaft: Eine Anmeldung schlug dort fehl, oder seine Metadaten waren nicht lesbar, zum ersten Mal seit der letzten gelungenen Anmeldung.',
  'The settings of an identity provider were tested.': 'Die Einstellungen eines Identitätsanbieters wurden geprüft.',
  'An identity provider was added to or removed from an organization, or the roles changed that its people get on joining.':
    'Ein Identitätsanbieter kam zu einer Organisation hinzu oder wurde entfernt, oder die Rollen wurden geändert, die seine Benutzer beim Beitritt bekommen.',
  'The identity provider to test.': 'Der Identitätsanbieter, der geprüft wird.',
  'Whether to link the identity with the account.': 'Ob die Identität mit dem Konto verknüpft wird.',
  'A sign-in at an identity provider.': 'Eine Anmeldung bei einem Identitätsanbieter.',
  'The address is not in the domains of the identity provider.':
    'Die Adresse gehört zu keiner Domain des Identitätsanbieters.',
  'The response of the identity provider is not valid.': 'Die Antwort des Identitätsanbieters ist ungültig.',
  'Another account has the identity.': 'Ein anderes Konto hat die Identität.',
  'The person, or the identity provider, has refused the sign-in there.':
    'Die Person oder der Identitätsanbieter hat die Anmeldung dort abgelehnt.',
  'The identity provider is not linked with the account, and is set never to link it.':
    'Der Identitätsanbieter ist nicht mit dem Konto verknüpft und so eingestellt, dass er es nie wird.',
  'The identity provider is disabled, or was changed or deleted during the sign-in.':
    'Der Identitätsanbieter ist ausgeschaltet oder wurde während der Anmeldung geändert oder gelöscht.',
  'The identity provider did not respond as its protocol requires.':
    'Der Identitätsanbieter hat nicht so geantwortet, wie sein Protokoll es verlangt.',
  'People with an address of this domain have to sign in at its identity provider.':
    'Personen mit einer Adresse dieser Domain müssen sich bei deren Identitätsanbieter anmelden.',
  'The identity provider to try.': 'Der Identitätsanbieter, der ausprobiert wird.',
  'The user who opens the address, and alone reads the result. Default: the caller. Required of applications.':
    'Der Benutzer, der die Adresse öffnet und als einziger das Ergebnis liest. Ohne Angabe Sie selbst; Anwendungen müssen ihn angeben.',
  'An administrator started a trial sign-in with an identity provider, which changes no account.':
    'Eine Probeanmeldung mit einem Identitätsanbieter wurde begonnen, die kein Konto ändert.',
};
