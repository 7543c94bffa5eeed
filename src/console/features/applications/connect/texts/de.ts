import type { Texts } from './en.ts';

export const texts: Texts = {
  newSecret: 'Neues Geheimnis',
  newSecretNext:
    'Als Nächstes: Kopieren Sie die Umgebung unten, die es schon enthält, oder probieren Sie es am Ende der Seite aus.',
  copySecret: 'Geheimnis kopieren',
  codeWithIt: 'Code damit, und ausprobieren',
  steps: 'Bis zu ihrem ersten Austausch',
  step: {
    targets: 'Die APIs auswählen, die sie für Personen aufruft',
    role: 'Deren Scopes in eine Rolle aufnehmen',
    person: 'Diese Rolle einer Person geben',
    newPerson: 'oder eine mit ihr anlegen',
    explain: 'Ansehen, was ein Token enthalten würde',
    first: 'Das erste Token austauschen',
  },
  addresses: 'Für Ihre Konfiguration',
  clientId: 'Client-ID',
  issuer: 'Aussteller',
  discovery: 'Discovery-Dokument',
  token: 'Token-Endpunkt',
  signIn: 'Personen anmelden',
  signInText: {
    MACHINE_TO_MACHINE: '',
    NATIVE: 'Personen melden sich im Browser des Geräts an, mit PKCE. Es gibt kein Geheimnis.',
    SINGLE_PAGE:
      'Personen melden sich auf einer Seite der Plattform an, mit PKCE. Es gibt kein Geheimnis. Der Origin Ihrer Seite muss unter ihren CORS-Origins stehen.',
    TRADITIONAL_WEB:
      'Personen melden sich auf einer Seite der Plattform an. Das Geheimnis bleibt auf Ihrem Server, in CLIENT_SECRET.',
  },
  noRedirectUri: 'Sie hat noch keine Redirect-URI. Der Code unten kehrt zurück zu',
  addAddress: 'Hinzufügen',
  machine: 'Eine API als die Anwendung selbst aufrufen',
  machineText: 'Fügen Sie die Umgebung in eine Shell ein, und starten Sie dann das Programm.',
  chooseApi: 'Wählen Sie sie aus: In den Einstellungen dieser Anwendung ist keine angegeben.',
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
