/** Explanations of the sign-in experience and its tests in forms, in German. */
export const signIn: Readonly<Record<string, string>> = {
  'The sign-in experience to update.': 'Das Anmeldeverfahren, das bearbeitet wird.',
  'How pages and mails look: the fields to change. Applications can have their own.':
    'Wie Seiten und Mails aussehen: was sich ändert. Anwendungen können ein eigenes Branding haben.',
  'Name at the top of pages and mails, beside the logo.': 'Name oben auf Seiten und in Mails, neben dem Logo.',
  'The icon of the browser tab: a PNG, JPEG or WebP of at most 128 KiB, and 4,096 pixels in width and height, as a data URL in base64; or the URL of an image that the platform returned. Null removes it.':
    'Das Symbol im Browser-Tab: PNG, JPEG oder WebP, höchstens 128 KiB und 4.096 Pixel in Breite und Höhe, als Daten-URL in Base64; oder die URL eines Bildes, das die Plattform genannt hat. Null entfernt es.',
  'The logo: a PNG, JPEG or WebP of at most 128 KiB, and 4,096 pixels in width and height, as a data URL in base64; or the URL of an image that the platform returned. Null removes it.':
    'Das Logo: PNG, JPEG oder WebP, höchstens 128 KiB und 4.096 Pixel in Breite und Höhe, als Daten-URL in Base64; oder die URL eines Bildes, das die Plattform genannt hat. Null entfernt es.',
  'How pages look in light colors.': 'Wie Seiten in hellen Farben aussehen.',
  'How pages look in dark colors.': 'Wie Seiten in dunklen Farben aussehen.',
  'Color of buttons and links, as six hex digits. Refused if links are hard to read.':
    'Farbe der Schaltflächen und Links, als sechs Hexadezimalziffern. Abgelehnt, wenn Links schwer lesbar sind.',
  'Color of the page around the card, as six hex digits.':
    'Farbe der Seite um die Karte, als sechs Hexadezimalziffern.',
  'Fields of the policy to change.': 'Was sich an der Richtlinie ändert.',
  'What the policy must lead to, at most 100 tests, which replace all others.':
    'Wozu die Richtlinie führen muss, höchstens 100 Tests, die alle anderen ersetzen.',
  'Ways to sign in. Codes are offered if emails, or SMS, can be sent.':
    'Wege, sich anzumelden. Codes werden angeboten, wenn E-Mails oder SMS gesendet werden können.',
  'Second factors.': 'Zweite Faktoren.',
  'Accounts that people create themselves.': 'Konten, die Personen selbst anlegen.',
  'Phone numbers.': 'Telefonnummern.',
  'New passwords.': 'Neue Passwörter.',
  'Limits of sessions. Applications can have shorter ones; the shorter one applies.':
    'Grenzen von Sitzungen. Anwendungen können kürzere haben; die kürzere gilt.',
  'Who needs a second factor. when-enrolled: people who have one. for-administrators: administrators of the platform too.':
    'Wer einen zweiten Faktor braucht.',
  'Second factors, the preferred one first.': 'Zweite Faktoren, der bevorzugte zuerst.',
  'Days for which people may skip the second factor in a browser that they trust; 0 for none.':
    'Tage, für die Personen in einem vertrauten Browser ohne zweiten Faktor auskommen; 0: keine.',
  'Whether people can create accounts.': 'Ob Personen Konten anlegen können.',
  'Addresses that a new account must have. Each is verified by a code.':
    'Adressen, die ein neues Konto haben muss. Jede wird mit einem Code bestätigt.',
  'What people have to enter besides.': 'Was Personen außerdem angeben müssen.',
  'Address of the terms that people must accept.': 'Adresse der Bedingungen, die Personen annehmen müssen.',
  'Domains of email addresses with which accounts can be created.':
    'Domains von E-Mail-Adressen, mit denen sich Konten anlegen lassen.',
  'Only these domains; all if empty. *.example.com: the subdomains of example.com.':
    'Nur diese Domains; leer: alle. *.example.com: die Subdomains von example.com.',
  'Not these domains, written in the same way.': 'Nicht diese Domains, ebenso geschrieben.',
  'Countries to which SMS are sent (ISO 3166-1 alpha-2): none by default, because they cost money.':
    'Länder, in die SMS gesendet werden (ISO 3166-1 alpha-2): zunächst keine, weil sie Geld kosten.',
  'Minimum length of new passwords.': 'Mindestlänge neuer Passwörter.',
  'After it, everyone must sign in again. Empty: no limit.': 'Danach melden sich alle erneut an. Leer: keine Grenze.',
  'Without activity for so long, everyone must sign in again. Empty: 14 days.':
    'So lange ohne Aktivität, und alle melden sich erneut an. Leer: 14 Tage.',
  'What the test guarantees.': 'Was der Test sicherstellt.',
  'The person.': 'Die Person.',
  'What follows.': 'Was folgt.',
  'What the person wants.': 'Was die Person will.',
  'The account; null if the person has none.': 'Das Konto; keines, wenn die Person keines hat.',
  'What the person has proven.': 'Was die Person nachgewiesen hat.',
  'The level that the application asks for.': 'Die Stufe, die die Anwendung verlangt.',
  'Whether it has a password.': 'Ob es ein Passwort hat.',
  'Whether the next sign-in requires a new password.': 'Ob die nächste Anmeldung ein neues Passwort verlangt.',
  'Whether its email address is verified.': 'Ob seine E-Mail-Adresse bestätigt ist.',
  'Whether its phone number is verified.': 'Ob seine Telefonnummer bestätigt ist.',
  'Kinds of factors that it has.': 'Arten von Faktoren, die es hat.',
  'Whether the user is an administrator of the platform.': 'Ob der Benutzer Administrator der Plattform ist.',
  'Whether the user is suspended.': 'Ob der Benutzer gesperrt ist.',
  'Whether the user trusts the browser.': 'Ob der Benutzer dem Browser vertraut.',
  'The step that follows.': 'Der Schritt, der folgt.',
  'The steps that can be answered instead, in order.': 'Die Schritte, die stattdessen möglich sind, der Reihe nach.',
  'True if nothing else is required.': 'Ja, wenn nichts weiter erforderlich ist.',
  'The reason of the refusal.': 'Der Grund der Ablehnung.',
  'Everyone.': 'Alle.',
  'People who have one, and administrators of the platform.':
    'Personen, die einen haben, und Administratoren der Plattform.',
  'Only people whose application asks for one.': 'Nur Personen, deren Anwendung einen verlangt.',
  'People who have one.': 'Personen, die einen haben.',
  'To set a new password instead of a forgotten one.': 'Ein vergessenes Passwort ersetzen.',
  'To sign in.': 'Sich anmelden.',
  'To create an account.': 'Ein Konto anlegen.',
  'A backup code.': 'Ein Backup-Code.',
  'That the new backup codes are kept.': 'Dass die neuen Backup-Codes aufbewahrt sind.',
  'The code that was sent.': 'Der Code, der gesendet wurde.',
  'A new passkey.': 'Ein neuer Passkey.',
  'The first code of a new authenticator app.': 'Der erste Code einer neuen Authenticator-App.',
  'The details of a new account.': 'Die Angaben eines neuen Kontos.',
  'An identifier, and a password where the policy takes one.':
    'Eine Kennung, und ein Passwort, wo die Richtlinie eines vorsieht.',
  'Whether to continue with a link that was opened.': 'Ob es mit einem geöffneten Link weitergeht.',
  'A new password.': 'Ein neues Passwort.',
  'A passkey of the account.': 'Ein Passkey des Kontos.',
  'The password of the account.': 'Das Passwort des Kontos.',
  'The code of an authenticator app.': 'Der Code einer Authenticator-App.',
  'The account was changed, or its sessions were ended, while the person was signing in.':
    'Das Konto wurde geändert, oder seine Sitzungen beendet, während sich die Person anmeldete.',
  'The address belongs to an account already.': 'Die Adresse gehört schon zu einem Konto.',
  'Too many attempts have failed.': 'Zu viele Versuche sind fehlgeschlagen.',
  'The account is suspended.': 'Das Konto ist gesperrt.',
  'The person has deleted the account, which is suspended until it is due.':
    'Die Person hat das Konto gelöscht. Es ist bis zu seiner Löschung gesperrt.',
  'The email address of the account is not verified.': 'Die E-Mail-Adresse des Kontos ist nicht bestätigt.',
  'The code has expired, has been used, or was entered wrongly too often.':
    'Der Code ist abgelaufen, verbraucht, oder wurde zu oft falsch eingegeben.',
  'The code or link was used before.': 'Der Code oder Link wurde schon benutzt.',
  'Another account has the username.': 'Ein anderes Konto hat den Benutzernamen.',
  'The link was used before, was revoked, or has expired.':
    'Der Link wurde schon benutzt, widerrufen, oder ist abgelaufen.',
  'Too many attempts have failed in the network of the client, or too many codes or accounts were requested.':
    'Aus dem Netz des Clients sind zu viele Versuche fehlgeschlagen, oder zu viele Codes oder Konten angefordert worden.',
  'The client closed the connection before the password was compared.':
    'Der Client hat die Verbindung geschlossen, bevor das Passwort verglichen war.',
  'The account has no password.': 'Das Konto hat kein Passwort.',
  'The account has no other second factor than passkeys, which cannot be used at an IP address.':
    'Das Konto hat als zweiten Faktor nur Passkeys, die sich an einer IP-Adresse nicht benutzen lassen.',
  'Accounts in the hands of their owners.': 'Konten, die ihre Inhaber selbst pflegen.',
  'What people may change of their own accounts.': 'Was Personen an ihrem eigenen Konto ändern dürfen.',
  'The sign-in experience does not allow people to sign up.':
    'Das Anmeldeverfahren erlaubt nicht, selbst ein Konto anzulegen.',
  'Too many codes were requested for the address, or by the account.':
    'Für die Adresse oder von dem Konto wurden zu viele Codes angefordert.',
  'Another account has the address.': 'Ein anderes Konto hat die Adresse.',
  'The session in which the account was to be changed has ended.':
    'Die Sitzung, in der das Konto geändert werden sollte, ist beendet.',
  'No account has this identifier.': 'Kein Konto hat diese Kennung.',
  'The code is wrong.': 'Der Code ist falsch.',
  'The link is wrong.': 'Der Link ist falsch.',
  'The passkey is unknown, was removed, or belongs to another account.':
    'Der Passkey ist nicht bekannt, wurde entfernt, oder gehört zu einem anderen Konto.',
  'The password is wrong.': 'Das Passwort ist falsch.',
  'Administrators who act as other people.': 'Administratoren, die im Namen anderer handeln.',
  'Whether people get a message when an administrator begins to act as them.':
    'Ob jemand eine Nachricht erhält, wenn ein Administrator beginnt, in seinem Namen zu handeln.',
  'Seconds after which an impersonation ends, 60 to 3600.':
    'Nach so vielen Sekunden endet das Handeln im Namen eines anderen, 60 bis 3600.',
};
