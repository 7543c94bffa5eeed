/** Explanations of types of events in forms, in German. */
export const events: Readonly<Record<string, string>> = {
  'An API resource was created.': 'Eine API-Ressource wurde angelegt.',
  'Name, token lifetime or signing algorithm of an API resource changed.':
    'Name, Gültigkeit der Token oder Signaturverfahren einer API-Ressource wurden geändert.',
  'An API resource and its scopes were deleted.': 'Eine API-Ressource und ihre Scopes wurden gelöscht.',
  'An application was created.': 'Eine Anwendung wurde angelegt.',
  'Settings of an application changed, including the token exchange switch.':
    'Einstellungen einer Anwendung wurden geändert, auch der Schalter des Token-Austauschs.',
  'An application was deleted.': 'Eine Anwendung wurde gelöscht.',
  'Roles were assigned to or removed from an application.': 'Rollen einer Anwendung wurden vergeben oder entfernt.',
  'Secrets of an application were added, replaced or revoked.':
    'Geheimnisse einer Anwendung wurden hinzugefügt, ersetzt oder widerrufen.',
  'An application got its first token by exchanging tokens of another application for an API resource. Emitted once for each path: the applications, what the exchanged token was for, and the API resource.':
    'Eine Anwendung hat zum ersten Mal Token einer anderen Anwendung für eine API-Ressource ausgetauscht. Einmal je Weg: Anwendungen, wofür das ausgetauschte Token galt, und API-Ressource.',
  'An administrator started a trial sign-in to an application, whose tokens end at once.':
    'Eine Probeanmeldung bei einer Anwendung wurde begonnen, deren Token sofort enden.',
  'The rules of an application for its token exchanges changed. They apply to its next exchange.':
    'Die Regeln einer Anwendung für den Token-Austausch wurden geändert. Sie gelten ab dem nächsten Austausch.',
  'The API resources that an application serves changed.':
    'Die API-Ressourcen, die eine Anwendung bedient, wurden geändert.',
  'An application was suspended or reactivated.': 'Eine Anwendung wurde gesperrt oder entsperrt.',
  'A connector was created.': 'Ein Konnektor wurde angelegt.',
  'Settings of a connector changed, or it was enabled or disabled.':
    'Einstellungen eines Konnektors wurden geändert, oder er wurde ein- oder ausgeschaltet.',
  'A connector was deleted.': 'Ein Konnektor wurde gelöscht.',
  'A connector began to fail: a message could not be sent, and none has failed since the last one that was sent.':
    'Ein Konnektor wurde fehlerhaft: Zum ersten Mal seit der letzten gesendeten Nachricht schlug eine fehl.',
  'A test message was sent with a connector.': 'Eine Testnachricht wurde über einen Konnektor gesendet.',
  'A user was locked out after too many failed attempts in a row to authenticate.':
    'Ein Benutzer wurde nach zu vielen Fehlversuchen blockiert.',
  'A job was canceled.': 'Ein Auftrag wurde abgebrochen.',
  'A job was done, or could not continue.': 'Ein Auftrag wurde fertig oder konnte nicht weitergehen.',
  'A job was started.': 'Ein Auftrag wurde gestartet.',
  'More verification codes were requested for a recipient than are allowed.':
    'Für einen Empfänger wurden mehr Codes angefordert, als erlaubt sind.',
  'A one-time token was created.': 'Ein Einmal-Link wurde erstellt.',
  'A one-time token was revoked.': 'Ein Einmal-Link wurde widerrufen.',
  'An organization was created.': 'Eine Organisation wurde angelegt.',
  'Name, description or custom data of an organization changed.':
    'Name, Beschreibung oder eigene Daten einer Organisation wurden geändert.',
  'An organization was deleted.': 'Eine Organisation wurde gelöscht.',
  'Domains were added to or removed from an organization, or the roles changed that their people get on joining.':
    'Domains einer Organisation kamen dazu oder wurden entfernt, oder die Rollen wurden geändert, die ihre Benutzer erhalten.',
  'An invitation to an organization was created.': 'Eine Einladung in eine Organisation wurde angelegt.',
  'An invitation to an organization was deleted, either directly or, if it was pending, with the organization.':
    'Eine Einladung in eine Organisation wurde gelöscht, allein oder offen mit der Organisation.',
  'An invitation to an organization was resent, accepted or revoked.':
    'Eine Einladung in eine Organisation wurde erneut gesendet, angenommen oder widerrufen.',
  'Users or applications joined or left an organization. A change of more than 1,000 has several events.':
    'Benutzer oder Anwendungen kamen in eine Organisation oder verließen sie. Bei mehr als 1.000 sind es mehrere Ereignisse.',
  'The organization roles of a member changed.': 'Die Organisationsrollen eines Mitglieds wurden geändert.',
  'An organization role was created.': 'Eine Organisationsrolle wurde angelegt.',
  'Name or description of an organization role changed.':
    'Name oder Beschreibung einer Organisationsrolle wurden geändert.',
  'An organization role was deleted. The members, invitations, domains and identity providers that had it belong to this event (holders) and have no event of their own.':
    'Eine Organisationsrolle wurde gelöscht. Mitglieder, Einladungen, Domains und Identitätsanbieter, die sie hatten, gehören zu diesem Ereignis und haben kein eigenes.',
  'Organization scopes or API scopes were added to or removed from an organization role.':
    'Scopes einer Organisationsrolle kamen dazu oder wurden entfernt.',
  'An organization scope was created.': 'Ein Organisations-Scope wurde angelegt.',
  'The description of an organization scope changed.': 'Die Beschreibung eines Organisations-Scopes wurde geändert.',
  'An organization scope was deleted.': 'Ein Organisations-Scope wurde gelöscht.',
  'A user created an account through the sign-up pages.': 'Ein Benutzer hat selbst ein Konto angelegt.',
  'A user reset a forgotten password.': 'Ein Benutzer hat ein vergessenes Passwort zurückgesetzt.',
  'A user signed in through the sign-in pages. Not emitted if a user who is signed in only proves more.':
    'Ein Benutzer hat sich angemeldet. Nicht ausgelöst, wenn ein angemeldeter Benutzer nur einen weiteren Nachweis erbringt.',
  'A role was created.': 'Eine Rolle wurde angelegt.',
  'Name, description or default status of a role changed.':
    'Name oder Beschreibung einer Rolle wurden geändert, oder ob neue Benutzer sie erhalten.',
  'A role was deleted. The users and applications that held it belong to this event (holders) and have no event of their own.':
    'Eine Rolle wurde gelöscht. Benutzer und Anwendungen, die sie hatten, gehören zu diesem Ereignis und haben kein eigenes.',
  'Scopes were added to or removed from a role.': 'Scopes einer Rolle kamen dazu oder wurden entfernt.',
  'A scope of an API resource was created.': 'Ein Scope einer API-Ressource wurde angelegt.',
  'The description of a scope changed.': 'Die Beschreibung eines Scopes wurde geändert.',
  'A scope of an API resource was deleted.': 'Ein Scope einer API-Ressource wurde gelöscht.',
  'A signing key was withdrawn. Tokens signed with it are no longer accepted.':
    'Ein Signaturschlüssel wurde zurückgezogen. Token, die er signiert hat, gelten nicht mehr.',
  'A new signing key was published.': 'Ein neuer Signaturschlüssel wurde veröffentlicht.',
  'The policy of the sign-in experience, its tests, or its branding changed.':
    'Die Richtlinie des Anmeldeverfahrens, seine Tests oder sein Branding wurden geändert.',
  'A user was created.': 'Ein Benutzer wurde angelegt.',
  'Profile, identifiers, custom data, identities, factors or password of a user changed.':
    'Profil, Kennungen, eigene Daten, Identitäten, Faktoren oder Passwort eines Benutzers wurden geändert.',
  'A user was deleted.': 'Ein Benutzer wurde gelöscht.',
  'A user changed their own preferences, which are in no event.':
    'Ein Benutzer hat die eigenen Einstellungen geändert, die in keinem Ereignis sind.',
  'Roles were assigned to or removed from a user.': 'Rollen eines Benutzers wurden vergeben oder entfernt.',
  'The sessions and tokens of a user were ended.': 'Die Sitzungen und Token eines Benutzers wurden beendet.',
  'A user signed out: the session ended, with what applications obtained in it, except for offline access.':
    'Ein Benutzer hat sich abgemeldet: Die Sitzung endete, mit dem, was Anwendungen darin erhielten, außer dem Offline-Zugriff.',
  'An application gave back what a user granted it, or the user ended it: the tokens of the grant ended.':
    'Eine Anwendung gab zurück, was ein Benutzer ihr gewährt hatte, oder der Benutzer beendete es: Die Token der Berechtigung endeten.',
  'An authorization code or a refresh token was used a second time, so it may have been stolen: the grant ended.':
    'Ein Autorisierungscode oder ein Refresh-Token wurde ein zweites Mal verwendet und ist vielleicht gestohlen: Die Berechtigung endete.',
  'Many requests to the issuer had a wrong secret of an application. Emitted once an hour at most.':
    'Viele Anfragen an den Aussteller hatten ein falsches Geheimnis einer Anwendung. Höchstens einmal in der Stunde ausgelöst.',
  'One session of a user was ended, with what applications obtained in it.':
    'Eine Sitzung eines Benutzers wurde beendet, mit dem, was Anwendungen darin erhalten haben.',
  'A user removed a browser in which they had signed in.':
    'Ein Benutzer hat einen Browser entfernt, in dem er angemeldet war.',
  'A user allowed a third-party application to act for them.':
    'Ein Benutzer hat einer Anwendung eines Drittanbieters erlaubt, für ihn zu handeln.',
  'A user took back what they had allowed a third-party application. Its tokens ended.':
    'Ein Benutzer hat zurückgenommen, was er einer Anwendung eines Drittanbieters erlaubt hatte. Ihre Token wurden beendet.',
  'A user exported what is stored about them.': 'Ein Benutzer hat exportiert, was über ihn gespeichert ist.',
  'A user was suspended or reactivated.': 'Ein Benutzer wurde gesperrt oder entsperrt.',
  'An administrator ended the lock of a user.': 'Ein Administrator hat einen blockierten Benutzer freigegeben.',
  'A webhook was created. It receives the events after this one.':
    'Ein Webhook wurde angelegt. Er erhält die Ereignisse nach diesem.',
  'A webhook and its pending deliveries were deleted.': 'Ein Webhook und seine offenen Zustellungen wurden gelöscht.',
  'A webhook was disabled: on request, because its endpoint answered 410 Gone, or because every attempt failed for five days.':
    'Ein Webhook wurde ausgeschaltet: auf Wunsch, weil sein Endpunkt mit 410 Gone antwortete, oder weil fünf Tage lang jeder Versuch fehlschlug.',
  'A webhook was enabled.': 'Ein Webhook wurde eingeschaltet.',
  'A redelivery of events to a webhook was requested, or a backfill of a time range.':
    'Ereignisse sollen erneut an einen Webhook gesendet werden, oder frühere eines Zeitraums.',
  'The signing secret of a webhook was rotated. For a transitional period the previous secret signs as well.':
    'Das Geheimnis eines Webhooks wurde gewechselt. Eine Zeit lang signiert das vorige auch.',
  'A test event was sent to a webhook.': 'Ein Testereignis wurde an einen Webhook gesendet.',
  'Settings of a webhook changed.': 'Einstellungen eines Webhooks wurden geändert.',
  'An administrator prepared to act as a user: an application can begin until the token expires.':
    'Es wurde vorbereitet, im Namen eines Benutzers zu handeln: Eine Anwendung kann beginnen, bis das Token abläuft.',
  'An application began to act as a user, for an administrator who had prepared it.':
    'Eine Anwendung begann, im Namen eines Benutzers zu handeln, wie es vorbereitet war.',
  'An impersonation of a user was ended before it expired: its tokens ended.':
    'Das Handeln im Namen eines Benutzers wurde vorzeitig beendet: Die Token gelten nicht mehr.',
};
