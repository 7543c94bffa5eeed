import type { Texts } from './en.ts';

export const texts: Texts = {
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
  machineText:
    'Fügen Sie die Umgebung in eine Shell ein, und starten Sie dann das Programm. API_URL ist eine Adresse der API, falls ihr Resource Indicator keine ist.',
  exchange: 'Die nächste API für einen Benutzer aufrufen',
  exchangeText:
    'Fügen Sie die Umgebung in eine Shell ein, mit dem Access-Token, das Ihre API erhalten hat, und starten Sie dann das Programm.',
  calledApi: 'API-Ressource, die aufgerufen wird',
  environment: 'Umgebung',
  program: 'Programm',
};
