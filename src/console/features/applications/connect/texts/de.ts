import type { Texts } from './en.ts';

export const texts: Texts = {
  newSecret: 'Neues Geheimnis',
  newSecretNext:
    'Als Nächstes: Kopieren Sie die Umgebung unten, die das Geheimnis schon enthält, oder probieren Sie es am Ende der Seite aus.',
  secretStays:
    'Kopieren Sie es jetzt. Es bleibt hier, bis Sie es kopiert haben oder die Seite neu laden oder schließen.',
  copySecret: 'Geheimnis kopieren',
  codeWithIt: 'Code mit dem Geheimnis, und ausprobieren',
  steps: 'Bis zum ersten Token-Austausch der Anwendung',
  step: {
    rules: (api, scopes) =>
      api === undefined
        ? 'Die APIs auswählen, die die Anwendung für Benutzer aufruft'
        : `Einschränken, wofür sie Token austauschen darf: nur ${scopes ? `${scopes} bei ${api}` : api}`,
    role: 'Scopes der API, die sie aufruft, in eine Rolle aufnehmen',
    afterApi: 'sobald eine API ausgewählt ist',
    served: 'Die API auswählen, die die Anwendung bedient: Für sie sind die Token der Benutzer',
    newApi: 'oder zuerst anlegen',
  },
  addresses: 'Für Ihre Konfiguration',
  clientId: 'Client-ID',
  issuer: 'Aussteller',
  discovery: 'Discovery-Dokument',
  token: 'Token-Endpunkt',
  signIn: 'Benutzer anmelden',
  signInText: {
    MACHINE_TO_MACHINE: '',
    NATIVE: 'Benutzer melden sich im Browser des Geräts an, mit PKCE. Es gibt kein Geheimnis.',
    SINGLE_PAGE:
      'Benutzer melden sich auf einer Seite der Plattform an, mit PKCE. Es gibt kein Geheimnis. Der Origin Ihrer Seite muss unter den CORS-Origins der Anwendung stehen.',
    TRADITIONAL_WEB:
      'Benutzer melden sich auf einer Seite der Plattform an. Das Geheimnis bleibt auf Ihrem Server, in CLIENT_SECRET.',
  },
  tokenFor: (api) => `Das Access-Token ist für ${api}, die API, die diese Anwendung bedient.`,
  noRedirectUri: 'Die Anwendung hat noch keine Redirect-URI. Der Code unten kehrt zurück zu',
  addAddress: 'Hinzufügen',
  machine: 'Eine API als die Anwendung selbst aufrufen',
  machineText: 'Fügen Sie die Umgebung in eine Shell ein, und starten Sie dann das Programm.',
  chooseApi: 'Wählen Sie die API aus: In den Einstellungen dieser Anwendung ist keine angegeben.',
  apiUrl:
    'API_URL ist die Adresse, die das Programm aufruft: die Basis-URL dieser API, unter der ihr Server antwortet. Die Plattform kennt sie nicht. Vorbelegt ist der Resource Indicator: Ersetzen Sie ihn, wenn der Server eine andere Adresse hat.',
  exchange: 'Die nächste API für einen Benutzer aufrufen',
  exchangeText:
    'Fügen Sie die Umgebung in eine Shell ein, mit dem Access-Token, das Ihre API erhalten hat, und starten Sie dann das Programm.',
  variables:
    'CLIENT_SECRET ist das Geheimnis, USER_ACCESS_TOKEN das Token zum Austauschen, RESOURCE der Resource Indicator der API, die aufgerufen wird, und API_URL ihre Basis-URL, unter der ihr Server antwortet.',
  calledApi: 'API-Ressource, die aufgerufen wird',
  environment: 'Umgebung',
  program: 'Programm',
};
