/** Explanations of webhooks, connectors and keys in forms, in German. */
export const platform: Readonly<Record<string, string>> = {
  'Only events at this time or later.': 'Nur Ereignisse zu dieser Zeit oder später.',
  'Only events before this time; if omitted, before now.': 'Nur Ereignisse vor dieser Zeit; ohne Angabe bis jetzt.',
  'Maximum number of events to send per second, together with those of earlier calls.':
    'Höchstens so viele Ereignisse pro Sekunde, zusammen mit denen früherer Aufrufe.',
  'What the connector sends.': 'Was der Konnektor sendet.',
  'Name of the connector.': 'Name des Konnektors.',
  'To send by SMTP. This or HTTP is required.': 'Um mit SMTP zu senden. Dies oder HTTP ist erforderlich.',
  'To send by HTTP requests. This or SMTP is required.': 'Um mit HTTP zu senden. Dies oder SMTP ist erforderlich.',
  'Secrets. They are stored encrypted and never returned.':
    'Geheimnisse. Sie werden verschlüsselt gespeichert und nie gezeigt.',
  'Host name or IP address of the server.': 'Name oder IP-Adresse des Servers.',
  'TCP port.': 'TCP-Port.',
  'Encryption of the connection. Credentials require starttls or tls.':
    'Verschlüsselung der Verbindung. Zugangsdaten erfordern STARTTLS oder TLS.',
  'User name for authentication; requires the secret password.':
    'Benutzername für die Anmeldung; erfordert das Passwort unter den Geheimnissen.',
  'Name in From.': 'Name im Absender.',
  'Address in From.': 'Adresse im Absender.',
  'URL that receives each message by POST. The event log contains it: put secrets in a header.':
    'URL, die jede Nachricht mit POST erhält. Das Ereignisprotokoll enthält sie: Geheimnisse gehören in einen Header.',
  'Service whose URL, format and body are used where they are omitted.':
    'Dienst, dessen URL, Format und Inhalt gelten, wo sie fehlen.',
  'Media type of the request body.': 'Medientyp des Inhalts der Anfrage.',
  'Template of the request body. {{to}}, {{text}}, {{subject}}, {{html}}, {{sender}}, {{id}}, {{template}} and {{language}} are replaced within its strings.':
    'Vorlage des Inhalts der Anfrage. {{to}}, {{text}}, {{subject}}, {{html}}, {{sender}}, {{id}}, {{template}} und {{language}} werden in ihren Texten ersetzt.',
  'User name for Basic authentication; requires the secret password.':
    'Benutzername für die Anmeldung mit Basic; erfordert das Passwort unter den Geheimnissen.',
  'Value of {{sender}}: a phone number, a name or an address.':
    'Wert von {{sender}}: eine Telefonnummer, ein Name oder eine Adresse.',
  'Password for the username. Null removes it.': 'Passwort zum Benutzernamen. Null entfernt es.',
  'Secret that signs requests as Standard Webhooks, whsec_…. Null removes it.':
    'Geheimnis, das Anfragen nach Standard Webhooks signiert, whsec_…. Null entfernt es.',
  'Headers of each request, by name. They replace all earlier ones; null removes them.':
    'Header jeder Anfrage, nach Namen. Sie ersetzen alle früheren; null entfernt sie.',
  'Name of the webhook.': 'Name des Webhooks.',
  'URL that receives events by POST. The event log contains it: put secrets in a header.':
    'URL, die Ereignisse mit POST erhält. Das Ereignisprotokoll enthält sie: Geheimnisse gehören in einen Header.',
  'Event types to send; if empty, all, including future ones.':
    'Ereignistypen, die gesendet werden; leer: alle, auch künftige.',
  'Kinds of record whose events to send; if empty, all.':
    'Arten von Datensätzen, deren Ereignisse gesendet werden; leer: alle.',
  'Only events of this organization; if omitted, all events.': 'Nur Ereignisse dieser Organisation; ohne Angabe alle.',
  'Events caused by these users and applications are not sent; for example the application that owns the endpoint.':
    'Ereignisse, die diese Benutzer und Anwendungen auslösen, werden nicht gesendet; zum Beispiel die Anwendung, der der Endpunkt gehört.',
  'Headers to send with every request, by name. Their values are stored encrypted and never shown.':
    'Header jeder Anfrage, nach Namen. Ihre Werte werden verschlüsselt gespeichert und nie gezeigt.',
  'GraphQL selection on the interface Event that shapes the "data" of messages, such as { id ... on UserCreatedEvent { user { email } } }. If omitted, the complete data of the event.':
    'GraphQL-Auswahl auf dem Interface Event, die „data“ der Nachrichten bestimmt, zum Beispiel { id ... on UserCreatedEvent { user { email } } }. Ohne Angabe alle Daten des Ereignisses.',
  'For so long, a failing delivery blocks later events about the same record.':
    'So lange hält eine fehlschlagende Zustellung spätere Ereignisse über denselben Datensatz auf.',
  'Whether to also sign with an Ed25519 key pair (v1a), whose public key is shown.':
    'Ob auch mit einem Ed25519-Schlüsselpaar (v1a) signiert wird, dessen öffentlicher Schlüssel gezeigt wird.',
  'The connector to delete.': 'Der Konnektor, der gelöscht wird.',
  'The webhook to delete.': 'Der Webhook, der gelöscht wird.',
  'The webhook. Not needed: the delivery belongs to one.': 'Der Webhook. Nicht nötig: die Zustellung gehört zu einem.',
  'The delivery to repeat.': 'Die Zustellung, die wiederholt wird.',
  'Only deliveries that failed at this time or later.':
    'Nur Zustellungen, die zu dieser Zeit oder später fehlgeschlagen sind.',
  'Only deliveries that failed before this time.': 'Nur Zustellungen, die vor dieser Zeit fehlgeschlagen sind.',
  'Only deliveries of events of these types; if empty, of all types.':
    'Nur Zustellungen von Ereignissen dieser Typen; leer: aller Typen.',
  'Only deliveries of events about this record, which may have been deleted.':
    'Nur Zustellungen von Ereignissen über diesen Datensatz, der gelöscht sein kann.',
  'Only events at this time or later, at most 30 days ago; older delivery records are pruned.':
    'Nur Ereignisse zu dieser Zeit oder später, höchstens 30 Tage her; ältere Zustellungen sind gelöscht.',
  'The signing key to withdraw.': 'Der Signaturschlüssel, der zurückgezogen wird.',
  'After it, the new keys sign; 0 if the current ones must no longer be used.':
    'Danach signieren die neuen Schlüssel; 0, wenn die jetzigen nicht mehr benutzt werden dürfen.',
  'For so long, the previous secret also signs; 0 if it must no longer be used.':
    'So lange signiert auch das vorige Geheimnis; 0, wenn es nicht mehr benutzt werden darf.',
  'Whether to also sign with an Ed25519 key pair (v1a); if omitted, as before.':
    'Ob auch mit einem Ed25519-Schlüsselpaar (v1a) signiert wird; ohne Angabe wie bisher.',
  'The connector to enable or disable.': 'Der Konnektor, der ein- oder ausgeschaltet wird.',
  'The webhook to enable or disable.': 'Der Webhook, der ein- oder ausgeschaltet wird.',
  'The connector to test.': 'Der Konnektor, der getestet wird.',
  'Email address, or phone number in E.164 format, that gets the message.':
    'E-Mail-Adresse, oder Telefonnummer im Format E.164, die die Nachricht erhält.',
  'Type of the test event.': 'Typ des Testereignisses.',
  'The connector to update.': 'Der Konnektor, der bearbeitet wird.',
  'Settings to change, if the driver is smtp.': 'Einstellungen, die sich ändern, wenn er mit SMTP sendet.',
  'Settings to change, if the driver is http.': 'Einstellungen, die sich ändern, wenn er mit HTTP sendet.',
  'Secrets to set, or to remove with null. They are never returned.':
    'Geheimnisse, die gesetzt oder mit null entfernt werden. Sie werden nie gezeigt.',
  'The webhook to update.': 'Der Webhook, der bearbeitet wird.',
  'Email.': 'E-Mail.',
  'Text messages to phone numbers.': 'SMS an Telefonnummern.',
  'No encryption. Codes and links are sent in plain text.':
    'Keine Verschlüsselung. Codes und Links werden im Klartext gesendet.',
  'STARTTLS, usually on port 587. A server that does not offer it is refused.':
    'STARTTLS, meist an Port 587. Ein Server, der es nicht anbietet, wird abgelehnt.',
  'TLS from the start, usually on port 465.': 'TLS von Anfang an, meist an Port 465.',
  'Mailgun: https://api.mailgun.net/v3/{domain}/messages. Credentials: api as username, the API key as password.':
    'Mailgun: https://api.mailgun.net/v3/{domain}/messages. Zugangsdaten: api als Benutzername, der API-Schlüssel als Passwort.',
  'Plivo: https://api.plivo.com/v1/Account/{auth ID}/Message/. Credentials: Auth ID as username, auth token as password.':
    'Plivo: https://api.plivo.com/v1/Account/{auth ID}/Message/. Zugangsdaten: Auth ID als Benutzername, Auth Token als Passwort.',
  'Postmark: https://api.postmarkapp.com/email. Credentials: X-Postmark-Server-Token in headers.':
    'Postmark: https://api.postmarkapp.com/email. Zugangsdaten: X-Postmark-Server-Token unter den Headern.',
  'Resend: https://api.resend.com/emails. Credentials: Authorization: Bearer with the API key in headers.':
    'Resend: https://api.resend.com/emails. Zugangsdaten: Authorization: Bearer mit dem API-Schlüssel unter den Headern.',
  'SendGrid: https://api.sendgrid.com/v3/mail/send. Credentials: Authorization: Bearer with the API key in headers.':
    'SendGrid: https://api.sendgrid.com/v3/mail/send. Zugangsdaten: Authorization: Bearer mit dem API-Schlüssel unter den Headern.',
  'Telnyx: https://api.telnyx.com/v2/messages. Credentials: Authorization: Bearer with the API key in headers.':
    'Telnyx: https://api.telnyx.com/v2/messages. Zugangsdaten: Authorization: Bearer mit dem API-Schlüssel unter den Headern.',
  'Twilio: https://api.twilio.com/2010-04-01/Accounts/{account SID}/Messages.json. Credentials: Account SID as username, auth token as password.':
    'Twilio: https://api.twilio.com/2010-04-01/Accounts/{account SID}/Messages.json. Zugangsdaten: Account SID als Benutzername, Auth Token als Passwort.',
  'application/x-www-form-urlencoded.': 'application/x-www-form-urlencoded.',
  'application/json.': 'application/json.',
};
