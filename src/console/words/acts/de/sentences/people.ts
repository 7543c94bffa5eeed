/** Explanations of people, organizations and jobs in forms, in German. */
export const people: Readonly<Record<string, string>> = {
  'The organization that users join or leave.': 'Die Organisation, der Benutzer beitreten oder die sie verlassen.',
  'The applications to add; with roles, at most 500.': 'Die Anwendungen, die dazukommen; mit Rollen höchstens 500.',
  'The organization roles of those who are added. Existing members keep theirs.':
    'Die Organisationsrollen derer, die dazukommen. Wer schon Mitglied ist, behält die eigenen.',
  'The users to add; with roles, at most 500.': 'Die Benutzer, die dazukommen; mit Rollen höchstens 500.',
  '1 to 500 items.': '1 bis 500.',
  'Whether items are applied one by one or all together.': 'Ob jeder für sich gilt oder alle zusammen.',
  'All items in one transaction. If one is refused, none is applied.':
    'Alle in einer Transaktion. Wird einer abgelehnt, gilt keiner.',
  'Each item in its own transaction. An item that is refused or fails has an error; the others are applied.':
    'Jeder in einer eigenen Transaktion. Wird einer abgelehnt, gelten die anderen.',
  'The job to cancel.': 'Der Auftrag, der abgebrochen wird.',
  'Email address of the person, who does not need an account if it is sent.':
    'E-Mail-Adresse der Person, die kein Konto braucht, wenn der Link gesendet wird.',
  'The user, instead of an email address.': 'Der Benutzer, statt einer E-Mail-Adresse.',
  'Organizations that the person joins. Requires the permission organizations:write.':
    'Organisationen, denen die Person beitritt. Erfordert die Berechtigung organizations:write.',
  'From a minute to 7 days.': 'Von einer Minute bis zu 7 Tagen.',
  'Whether the link is sent to the email address, which verifies it, instead of being returned.':
    'Ob der Link an die E-Mail-Adresse geht, die damit bestätigt wird, statt hier gezeigt zu werden.',
  'Language of the mail.': 'Sprache der Nachricht.',
  'German.': 'Deutsch.',
  'English.': 'Englisch.',
  'French.': 'Französisch.',
  'Spanish.': 'Spanisch.',
  'Japanese.': 'Japanisch.',
  'Arabic.': 'Arabisch.',
  'Name of the organization; does not need to be unique.': 'Name der Organisation; er muss nicht eindeutig sein.',
  'Description of the organization.': 'Beschreibung der Organisation.',
  'Email address of the person, who does not need an account yet.':
    'E-Mail-Adresse der Person, die noch kein Konto braucht.',
  'The organization roles that the person gets on joining.':
    'Die Organisationsrollen, die die Person beim Beitritt erhält.',
  'When it expires, within a year; if omitted, 7 days from now.':
    'Wann sie abläuft, innerhalb eines Jahres; ohne Angabe in 7 Tagen.',
  'The user who invites; if omitted, the calling user.': 'Der Benutzer, der einlädt; ohne Angabe Sie selbst.',
  'Username for sign-in; case-insensitive.':
    'Benutzername für die Anmeldung; ohne Unterscheidung von Groß- und Kleinschreibung.',
  'Email address; case-insensitive.': 'E-Mail-Adresse; ohne Unterscheidung von Groß- und Kleinschreibung.',
  'Phone number in E.164 format.': 'Telefonnummer im Format E.164.',
  'With its country code, such as +4930901820.': 'Mit Landesvorwahl, zum Beispiel +4930901820.',
  'Can be left empty if there is an email address: the person signs in with a code by email, and can set a password later. 8 to 256 characters.':
    'Kann leer bleiben, wenn es eine E-Mail-Adresse gibt: Der Benutzer meldet sich mit einem Code per E-Mail an und kann später ein Passwort festlegen. 8 bis 256 Zeichen.',
  'Hash of an existing password, instead of a password: argon2id, argon2i, bcrypt, scrypt, PBKDF2, SHA-crypt or SSHA, as Django, Keycloak, directories and crypt(3) have them. Replaced by a stronger hash at the first sign-in.':
    'Hash eines vorhandenen Passworts, statt eines Passworts: argon2id, argon2i, bcrypt, scrypt, PBKDF2, SHA-crypt oder SSHA, wie Django, Keycloak, Verzeichnisse und crypt(3) sie haben. Bei der ersten Anmeldung tritt ein stärkerer an seine Stelle.',
  'Display name.': 'Anzeigename.',
  'URL of a picture.': 'URL eines Bildes.',
  'OpenID Connect standard claims.': 'Angaben zur Person, wie OpenID Connect sie hat.',
  'Roles to assign besides the default ones.': 'Rollen, die der Benutzer außer den voreingestellten erhält.',
  'Given name(s) or first name(s).': 'Vornamen.',
  'Surname(s) or last name(s).': 'Nachnamen.',
  'Middle name(s).': 'Weitere Vornamen.',
  'Casual name.': 'Spitzname.',
  'Preferred short name.': 'Bevorzugter Kurzname.',
  'URL of the profile page.': 'URL der Profilseite.',
  'URL of the website or blog.': 'URL der Website oder des Blogs.',
  'Gender, as free text.': 'Geschlecht, als freier Text.',
  'Birth date, YYYY-MM-DD or YYYY; 0000 if the year is unknown.':
    'Geburtsdatum, JJJJ-MM-TT oder JJJJ; 0000, wenn das Jahr nicht bekannt ist.',
  'Time zone, for example Europe/Berlin.': 'Zeitzone, zum Beispiel Europe/Berlin.',
  'Language tag, for example de-CH.': 'Sprachkennung, zum Beispiel de-CH.',
  'Postal address.': 'Postanschrift.',
  'Full address, formatted for a label.': 'Ganze Anschrift, wie auf einem Etikett.',
  'Street and number.': 'Straße und Hausnummer.',
  'City.': 'Ort.',
  'State, province or region.': 'Bundesland, Kanton oder Region.',
  'Postal code.': 'Postleitzahl.',
  'Country.': 'Land.',
  'The organization to delete.': 'Die Organisation, die gelöscht wird.',
  'The invitation to delete.': 'Die Einladung, die gelöscht wird.',
  'The user to delete.': 'Der Benutzer, der gelöscht wird.',
  'The session: the claim session_id of its tokens.': 'Die Sitzung: der Claim session_id ihrer Token.',
  'The user to sign out.': 'Der Benutzer, der abgemeldet wird.',
  'The application to remove.': 'Die Anwendung, die entfernt wird.',
  'The domain to remove.': 'Die Domain, die entfernt wird.',
  'The user to remove.': 'Der Benutzer, der entfernt wird.',
  'The factors to remove; all if omitted.': 'Die Faktoren, die entfernt werden; ohne Angabe alle.',
  'The new applications.': 'Die neuen Anwendungen.',
  'The new users.': 'Die neuen Benutzer.',
  'The user, who has a password.': 'Der Benutzer, der ein Passwort hat.',
  'The invitation to renew.': 'Die Einladung, die erneuert wird.',
  'The token to revoke.': 'Der Link, der widerrufen wird.',
  'The new organization roles.': 'Die neuen Organisationsrollen.',
  'The domain, without subdomains. Domains of public providers are refused.':
    'Die Domain, ohne Subdomains. Domains öffentlicher Anbieter werden abgelehnt.',
  'The organization roles that people get on joining.': 'Die Organisationsrollen, die Personen beim Beitritt erhalten.',
  'The new status.': 'Der neue Status.',
  'The person accepted it and joined the organization.':
    'Die Person hat sie angenommen und ist der Organisation beigetreten.',
  'It was revoked.': 'Sie wurde widerrufen.',
  'The user who accepts; must have the email address that was invited. Omit it to revoke.':
    'Der Benutzer, der annimmt; er muss die eingeladene E-Mail-Adresse haben. Leer, um sie zu widerrufen.',
  'The user, who does not need to be a member yet.': 'Der Benutzer, der noch kein Mitglied sein muss.',
  'The new organization roles of the member.': 'Die neuen Organisationsrollen des Mitglieds.',
  'Password, 8 to 256 characters. Refused if it is a common password, or consists of names and addresses of the user.':
    'Passwort, 8 bis 256 Zeichen. Abgelehnt werden häufige, und die aus Namen und Adressen des Benutzers bestehen.',
  'The user to suspend or reactivate.': 'Der Benutzer, der gesperrt oder entsperrt wird.',
  'The operation to run for each user.': 'Was für jeden Benutzer geschieht.',
  'Assign roles.': 'Rollen vergeben.',
  'Delete.': 'Löschen.',
  'Sign out everywhere.': 'Überall abmelden.',
  'Remove from an organization.': 'Aus einer Organisation entfernen.',
  'Remove a role.': 'Eine Rolle entfernen.',
  'Add to an organization, or replace the organization roles of a member.':
    'In eine Organisation aufnehmen, oder die Organisationsrollen eines Mitglieds ersetzen.',
  'Suspend or reactivate.': 'Sperren oder entsperren.',
  'Conditions; a user must meet all of them. Empty for all users. Others require users:read.':
    'Bedingungen; ein Benutzer muss alle erfüllen. Leer für alle Benutzer. Sonst ist users:read erforderlich.',
  'Only users that a search finds. Requires users:read.': 'Nur Benutzer, die eine Suche findet. Erfordert users:read.',
  'The roles to assign. Existing ones are kept.': 'Die Rollen, die vergeben werden. Vorhandene bleiben.',
  'True to suspend users, false to reactivate them.': 'Ja, um Benutzer zu sperren, nein, um sie zu entsperren.',
  'The new organization roles of the members; none if omitted.':
    'Die neuen Organisationsrollen der Mitglieder; ohne Angabe keine.',
  'Only users with these ids, at most 100.': 'Nur Benutzer mit diesen IDs, höchstens 100.',
  'Only the user with this email address, in any case.': 'Nur der Benutzer mit dieser E-Mail-Adresse.',
  'Only users whose email address is of this domain, in any case, without its subdomains.':
    'Nur Benutzer mit einer E-Mail-Adresse dieser Domain, ohne ihre Subdomains.',
  'Only the user with this username, in any case.': 'Nur der Benutzer mit diesem Benutzernamen.',
  'Only the user with this phone number, in E.164 format.':
    'Nur der Benutzer mit dieser Telefonnummer, im Format E.164.',
  'Only suspended users if true, only active ones if false.': 'Ja: nur gesperrte Benutzer; nein: nur aktive.',
  'Only users who have deleted their accounts, which are due for deletion, if true, only the others if false.':
    'Ja: nur Benutzer, die ihr Konto gelöscht haben und deren Löschung bevorsteht; nein: nur die anderen.',
  'Only users with a password if true, only users without one if false.':
    'Ja: nur Benutzer mit einem Passwort; nein: nur die ohne.',
  'Only users with a verified email address if true, only the others if false.':
    'Ja: nur Benutzer mit bestätigter E-Mail-Adresse; nein: nur die anderen.',
  'Only users with a verified phone number if true, only the others if false.':
    'Ja: nur Benutzer mit bestätigter Telefonnummer; nein: nur die anderen.',
  'Only users with this role.': 'Nur Benutzer mit dieser Rolle.',
  'Only members of this organization.': 'Nur Mitglieder dieser Organisation.',
  'Only records created at this time or later.': 'Nur, was zu dieser Zeit oder später angelegt wurde.',
  'Only records created before this time.': 'Nur, was vor dieser Zeit angelegt wurde.',
  'Only users whose last sign-in was at this time or later.':
    'Nur Benutzer, deren letzte Anmeldung zu dieser Zeit oder später war.',
  'Only users whose last sign-in was before this time. Users who never signed in do not match.':
    'Nur Benutzer, deren letzte Anmeldung vor dieser Zeit war. Wer sich nie angemeldet hat, zählt nicht.',
  'No users that match all of these conditions.': 'Keine Benutzer, die alle diese Bedingungen erfüllen.',
  'Only users that match at least one of these sets of conditions, at most 10.':
    'Nur Benutzer, die mindestens eine dieser Gruppen von Bedingungen erfüllen, höchstens 10.',
  'A JSON merge patch: values replace, null removes, objects are merged.':
    'Ein JSON Merge Patch: Werte ersetzen, null entfernt, Objekte werden vereinigt.',
  'The merge patch: values replace, null removes, objects are merged.':
    'Der Merge Patch: Werte ersetzen, null entfernt, Objekte werden vereinigt.',
  'The organization to update.': 'Die Organisation, die bearbeitet wird.',
  'The user to update.': 'Der Benutzer, der bearbeitet wird.',
  'The claims to update; the parts of an address are updated one by one.':
    'Die Angaben, die geändert werden; die Teile einer Anschrift einzeln.',
  'The user to act as. They hold no permission of the Management API that you lack.':
    'Der Benutzer, in dessen Namen Sie handeln. Er hat keine Berechtigung der Management API, die Ihnen fehlt.',
  'The user sees it.': 'Der Benutzer sieht es.',
  'From a minute to 10 minutes.': 'Von einer Minute bis zu 10 Minuten.',
  'The grant of the impersonation: the claim grant_id of its tokens.':
    'Die Berechtigung, mit der gehandelt wird: grant_id in ihren Token.',
};
