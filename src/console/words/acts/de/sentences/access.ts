/** Explanations of applications, APIs, roles and scopes in forms, in German. */
export const access: Readonly<Record<string, string>> = {
  'API resources for which it can exchange tokens; an empty list: none; null: all.':
    'API-Ressourcen, für die sie Token austauschen kann; eine leere Liste: keine; null: alle.',
  'Names of the scopes that it can get; empty: all.': 'Namen der Scopes, die sie erhalten kann; leer: alle.',
  'With NEVER_WIDER: scopes of subject tokens that are mapped to scopes with other names.':
    'Bei NEVER_WIDER: Scopes vorgelegter Token, denen Scopes mit anderen Namen zugeordnet sind.',
  'A scope that the subject token carries.': 'Ein Scope, den das vorgelegte Token enthält.',
  'Scopes of the API resource that it is mapped to.': 'Scopes der API-Ressource, die ihm zugeordnet sind.',
  'Which tokens it can exchange, by the API that they are for.':
    'Welche Token sie austauschen kann, nach der API, für die sie sind.',
  'Those for any API resource, and for none.': 'Die für beliebige API-Ressourcen und für keine.',
  'Those for an API resource that the application serves.': 'Die für API-Ressourcen, die die Anwendung bedient.',
  'Which scopes it can get.': 'Welche Scopes sie erhalten kann.',
  'Those that the person holds.': 'Die des Benutzers.',
  'Of those that the person holds, the ones that the subject token carries: by the same name, or by a mapping of the target.':
    'Von denen des Benutzers die, die das vorgelegte Token enthält: mit demselben Namen oder durch eine Zuordnung.',
  'Whether its exchanges must name an organization.': 'Ob sie beim Austausch eine Organisation nennen muss.',
  'They need not.': 'Keine Pflicht.',
  'They must.': 'Pflicht.',
  'Organizations of which its exchanges must name one; empty: any, or none.':
    'Organisationen, die sie beim Austausch nennen kann; leer: beliebige.',
  'So long ago the person must have signed in, at most. Empty: any time.':
    'So lange darf die Anmeldung des Benutzers höchstens her sein. Leer: beliebig lange.',
  'Level of the sign-in of the person, at least: the claim acr; null: any.':
    'Stufe der Anmeldung des Benutzers, mindestens: der Claim acr; null: beliebig.',
  'One factor.': 'Ein Faktor.',
  'Two factors, or a passkey.': 'Zwei Faktoren oder ein Passkey.',
  'Passkeys alone, which resist phishing.': 'Nur Passkeys, die gegen Phishing schützen.',
  'The API resources that it serves.': 'Die API-Ressourcen, die sie bedient.',
  'Name of the secret, unique within the application.': 'Name des Geheimnisses, eindeutig in der Anwendung.',
  'When it expires. Without a time, it never does.': 'Wann es abläuft. Ohne Angabe nie.',
  'The scopes of API resources to add.': 'Die Scopes von API-Ressourcen, die dazukommen.',
  'The organization scopes to add.': 'Die Organisations-Scopes, die dazukommen.',
  'The scopes to add.': 'Die Scopes, die dazukommen.',
  'The roles to assign.': 'Die Rollen, die vergeben werden.',
  'Name of the service.': 'Name des Dienstes.',
  'Resource indicator: an absolute URI, the audience of its access tokens. Cannot be changed.':
    'Resource Indicator: eine absolute URI, die Audience ihrer Access-Token. Lässt sich nicht ändern.',
  'Lifetime of its access tokens.': 'Wie lange ihre Access-Token gelten.',
  'Signing algorithm of its access tokens. Use RS256 only for verifiers that support nothing else.':
    'Signaturverfahren ihrer Access-Token. RS256 nur für Prüfer, die nichts anderes können.',
  'Its scopes, at most 1,000. More can be added later.':
    'Ihre Scopes, höchstens 1.000. Weitere können später dazukommen.',
  'Value of the scope in tokens, unique within the API resource. Cannot be changed.':
    'Wert des Scopes in Token, eindeutig in der API-Ressource. Lässt sich nicht ändern.',
  'What the scope allows.': 'Was der Scope erlaubt.',
  'Kind of client. Cannot be changed.': 'Art des Clients. Lässt sich nicht ändern.',
  'Name by which people recognize it.': 'Name, an dem man sie erkennt.',
  'Purpose of the application.': 'Zweck der Anwendung.',
  'A program whose code decides what it does, such as a backend, a website or an app.':
    'Ein Programm, dessen Code entscheidet, was es tut, etwa ein Backend, eine Website oder eine App.',
  'A program in which an AI model decides what to do. It needs an owner, and tokens that it exchanges name it as an agent.':
    'Ein Programm, in dem ein KI-Modell entscheidet, was es tut. Es braucht eine verantwortliche Person, und ausgetauschte Token weisen es als Agenten aus.',
  'Whether it is an AI agent: it needs an owner, and tokens that it exchanges name it as an agent.':
    'Ob sie ein KI-Agent ist: sie braucht eine verantwortliche Person, und ihre ausgetauschten Token weisen sie als Agenten aus.',
  'The user responsible for the application. While the owner is suspended, or after the owner is deleted, token exchange is refused.':
    'Wer für die Anwendung verantwortlich ist. Ist diese Person gesperrt oder gelöscht, wird der Token-Austausch abgelehnt.',
  'From then on it counts as suspended. Without a time, it never expires.':
    'Ab dann gilt sie als gesperrt. Ohne Angabe läuft sie nie ab.',
  "Whether a third party provides the application: it needs the users' consent and cannot exchange tokens.":
    'Ob sie von einem Drittanbieter ist: Sie braucht dann die Zustimmung der Benutzer und kann keine Token austauschen.',
  'Whether PKCE is required. Can be false only for confidential applications.':
    'Ob PKCE erforderlich ist. Nur vertrauliche Anwendungen können ohne auskommen.',
  'Signing algorithm of its ID tokens. RS256 is the default of most client libraries.':
    'Signaturverfahren ihrer ID-Token. Die meisten Bibliotheken erwarten RS256.',
  'Grants that it may use, beside token exchange: machine-to-machine applications client_credentials; others authorization_code and refresh_token, traditional web applications all three. All of these if omitted.':
    'Grants, die sie außer dem Token-Austausch nutzen darf: Anwendungen von Maschine zu Maschine client_credentials; andere authorization_code und refresh_token, Webanwendungen mit Server alle drei. Ohne Angabe alle diese.',
  'Grants that it may use, beside token exchange: machine-to-machine applications client_credentials; others authorization_code and refresh_token, traditional web applications all three.':
    'Grants, die sie außer dem Token-Austausch nutzen darf: Anwendungen von Maschine zu Maschine client_credentials; andere authorization_code und refresh_token, Webanwendungen mit Server alle drei.',
  'After it, the person must sign in again. Empty: as long as the session lasts.':
    'Danach muss sich der Benutzer erneut anmelden. Leer: solange die Sitzung dauert.',
  'Without activity for so long, the person must sign in again. Empty: as long as the session lasts.':
    'So lange ohne Aktivität, und der Benutzer muss sich erneut anmelden. Leer: solange die Sitzung dauert.',
  'Where users return after signing in, compared as exact strings: https, http on localhost, or a private-use scheme for native applications.':
    'Wohin Benutzer nach der Anmeldung zurückkehren, Zeichen für Zeichen verglichen: https, http auf localhost, oder ein eigenes Schema für native Anwendungen.',
  'Origins, such as https://app.example.com, whose pages may call the platform with tokens of the application (CORS): the token endpoint, userinfo, and the Management API over HTTP and WebSockets.':
    'Origins wie https://app.example.com, deren Seiten die Plattform mit Token der Anwendung aufrufen dürfen (CORS): den Token-Endpunkt, Userinfo und die Management API über HTTP und WebSockets.',
  'Public keys for private_key_jwt, as a JWK set. While it is set, secrets are not accepted.':
    'Öffentliche Schlüssel für private_key_jwt, als JWK-Satz. Solange es sie gibt, gelten keine Geheimnisse.',
  'URL of its logo: PNG, JPEG, GIF or WebP, at most 256 KiB. Pages show a copy if branding has no logo; the pages of a third-party application only when they ask for consent.':
    'URL ihres Logos: PNG, JPEG, GIF oder WebP, höchstens 256 KiB. Seiten zeigen eine Kopie, wenn das Branding kein Logo hat; die einer Anwendung eines Drittanbieters nur bei der Zustimmung.',
  'How its pages and mails look: the fields to set. Without its own, those of the sign-in experience.':
    'Wie ihre Seiten und Mails aussehen: was festgelegt wird. Ohne eigenes gilt, was für das Anmeldeverfahren festgelegt ist.',
  'Custom data: a JSON object of at most 64 KiB.': 'Eigene Daten: ein JSON-Objekt von höchstens 64 KiB.',
  'Whether the application may exchange tokens of people for those of other APIs, limited to what each person may do. Until it has rules, these are any APIs. It must be confidential and first-party.':
    'Ob die Anwendung Token von Benutzern gegen solche für andere APIs austauschen darf, höchstens mit dem, was der Benutzer darf. Bis sie Regeln hat, sind das beliebige APIs. Sie muss vertraulich (mit Geheimnis) und eine eigene sein.',
  'Whether it may also exchange tokens for the Management API.':
    'Ob sie auch Token für die Management API austauschen darf.',
  'Whether it may obtain access tokens of its users for the Account API: only a first-party one. A script that is injected into it can then change accounts, too.':
    'Ob sie Access-Token ihrer Benutzer für die Konto-API erhalten darf: nur eine eigene. Ein eingeschleustes Skript kann dann auch Konten ändern.',
  'Roles to assign. They apply when it acts on its own behalf.':
    'Rollen, die sie erhält. Sie gelten, wenn sie in eigenem Namen handelt.',
  'The APIs that it is: tokens for them are sent to it.':
    'Die APIs, die sie ist: Token für diese APIs werden an sie gesendet.',
  'The first secret of a confidential application.': 'Das erste Geheimnis einer vertraulichen Anwendung.',
  'Name of the organization role, unique among organization roles.':
    'Name der Organisationsrolle, eindeutig unter den Organisationsrollen.',
  'Purpose of the organization role.': 'Zweck der Organisationsrolle.',
  'The organization scopes that it grants.': 'Die Organisations-Scopes, die sie gewährt.',
  'The scopes of API resources that it grants.': 'Die Scopes von API-Ressourcen, die sie gewährt.',
  'Value of the scope in tokens, unique among organization scopes. Cannot be changed.':
    'Wert des Scopes in Token, eindeutig unter den Organisations-Scopes. Lässt sich nicht ändern.',
  'Name of the role, unique among roles.': 'Name der Rolle, eindeutig unter den Rollen.',
  'Purpose of the role.': 'Zweck der Rolle.',
  'Whether new users get the role.': 'Ob neue Benutzer die Rolle erhalten.',
  'The scopes that it grants.': 'Die Scopes, die sie gewährt.',
  'The users who hold it from the start.': 'Die Benutzer, die sie von Anfang an haben.',
  'The API resource that the scope belongs to.': 'Die API-Ressource, zu der der Scope gehört.',
  'The API resource to delete.': 'Die API-Ressource, die gelöscht wird.',
  'The application to delete.': 'Die Anwendung, die gelöscht wird.',
  'The organization role to delete.': 'Die Organisationsrolle, die gelöscht wird.',
  'The organization scope to delete.': 'Der Organisations-Scope, der gelöscht wird.',
  'The role to delete.': 'Die Rolle, die gelöscht wird.',
  'The scope to delete.': 'Der Scope, der gelöscht wird.',
  'The role to remove.': 'Die Rolle, die entfernt wird.',
  'The scope to remove.': 'Der Scope, der entfernt wird.',
  'The organization scope to remove.': 'Der Organisations-Scope, der entfernt wird.',
  'The new roles.': 'Die neuen Rollen.',
  'The new scopes of API resources.': 'Die neuen Scopes von API-Ressourcen.',
  'The new organization scopes.': 'Die neuen Organisations-Scopes.',
  'The new scopes.': 'Die neuen Scopes.',
  'The application. Not needed: the secret belongs to one.':
    'Die Anwendung. Nicht nötig: das Geheimnis gehört zu einer.',
  'The secret to revoke.': 'Das Geheimnis, das widerrufen wird.',
  'The secret to replace.': 'Das Geheimnis, das ersetzt wird.',
  'For so long, the replaced secret is still accepted; 0 if it must no longer be used.':
    'So lange wird das ersetzte Geheimnis noch angenommen; 0, wenn es nicht mehr benutzt werden darf.',
  'Name of the new secret, unique within the application; if omitted, that of the replaced one, numbered.':
    'Name des neuen Geheimnisses, eindeutig in der Anwendung; ohne Angabe der des ersetzten, mit einer Nummer.',
  'The application to try.': 'Die Anwendung, die ausprobiert wird.',
  'The API resource for which a token is requested, with all of its scopes. Default: none.':
    'Die API-Ressource, für die ein Token angefordert wird, mit allen ihren Scopes. Ohne Angabe keine.',
  'Whether the application may obtain access tokens of its users for the Account API.':
    'Ob die Anwendung Access-Token ihrer Benutzer für die Konto-API erhalten darf.',
  'Whether the application may exchange tokens for the Management API.':
    'Ob die Anwendung Token für die Management API austauschen darf.',
  'The application to suspend or reactivate.': 'Die Anwendung, die gesperrt oder entsperrt wird.',
  'Whether the application may exchange tokens.': 'Ob die Anwendung Token austauschen darf.',
  'The API resource to update.': 'Die API-Ressource, die bearbeitet wird.',
  'Lifetime of its access tokens; for the Management API, a minute to an hour. Tokens that were already issued keep theirs.':
    'Wie lange ihre Access-Token gelten; für die Management API eine Minute bis eine Stunde. Ausgestellte Token behalten ihre Gültigkeit.',
  'The application to update.': 'Die Anwendung, die bearbeitet wird.',
  'The organization role to update.': 'Die Organisationsrolle, die bearbeitet wird.',
  'The organization scope to update.': 'Der Organisations-Scope, der bearbeitet wird.',
  'The role to update.': 'Die Rolle, die bearbeitet wird.',
  'The scope to update.': 'Der Scope, der bearbeitet wird.',
  'ECDSA with P-256 and SHA-256. Signatures are shorter and faster to create.':
    'ECDSA mit P-256 und SHA-256. Signaturen sind kürzer und schneller zu erzeugen.',
  'RSASSA-PKCS1-v1_5 with SHA-256 and a 2048-bit key. Supported by every client library.':
    'RSASSA-PKCS1-v1_5 mit SHA-256 und einem Schlüssel von 2048 Bit. Jede Bibliothek kann es.',
  'A service that acts on its own behalf. Confidential client.':
    'Ein Dienst, der in eigenem Namen handelt. Vertraulicher Client.',
  'A mobile or desktop application. Public client.': 'Eine Anwendung auf Telefon oder Rechner. Öffentlicher Client.',
  'An application that runs in the browser. Public client.':
    'Eine Anwendung, die im Browser läuft. Öffentlicher Client.',
  'A web application with a server. Confidential client.': 'Eine Webanwendung mit einem Server. Vertraulicher Client.',
  'Whether administrators may act as other users through it, with a subject token.':
    'Ob Administratoren in ihr im Namen anderer Benutzer handeln können, jedes Mal mit einem eigenen Token.',
  'Whether administrators may act as other users through it.':
    'Ob Administratoren in ihr im Namen anderer Benutzer handeln können.',
};
