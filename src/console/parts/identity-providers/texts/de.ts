import type { ProviderPresetName } from '../../../../vocabulary/identity-providers/identity-provider-presets.ts';
import type { Texts } from './en.ts';

const redirectUris: Readonly<Record<ProviderPresetName, string>> = {
  google: 'Autorisierte Weiterleitungs-URIs',
  microsoft: 'Umleitungs-URI, Plattform „Web“',
  apple: 'Return URLs der Services ID',
  github: 'Authorization callback URL',
  oidc: 'Redirect-URI des Clients',
  oauth2: 'Redirect-URI des Clients',
  saml: 'Assertion Consumer Service (ACS), Antwort-URL oder Single-Sign-On-URL',
};

const credentials: Readonly<Record<ProviderPresetName, string>> = {
  google: 'Client-ID und Client-Geheimnis der OAuth-Client-ID.',
  microsoft: 'Verzeichnis-ID (Mandant), Anwendungs-ID (Client) und der Wert eines Client-Geheimnisses.',
  apple: 'Services ID als Client-ID, Team-ID, sowie Schlüssel-ID und Datei (.p8) des Schlüssels.',
  github: 'Client-ID und Client-Geheimnis der OAuth-App.',
  oidc: 'Aussteller, Client-ID und Client-Geheimnis.',
  oauth2: 'Endpunkte für Autorisierung, Token und Userinfo, Client-ID und Client-Geheimnis.',
  saml: 'Die Adresse der Metadaten oder die Metadaten selbst.',
};

export const texts: Texts = {
  choose: 'Mit wessen Konten melden sich Personen an? Das lässt sich später nicht ändern.',
  presets: {
    google: 'Konten von Google und Google Workspace.',
    microsoft: 'Konten von Microsoft Entra ID: aus Firmen, Schulen und private.',
    apple: 'Apple Accounts, auch mit Adressen, die Apple weiterleitet.',
    github: 'Konten von GitHub oder einem eigenen GitHub Enterprise Server.',
    oidc: 'Jeder andere Dienst mit Discovery-Dokument, etwa Okta, Auth0 oder Keycloak.',
    oauth2: 'Ein Dienst ohne OpenID Connect, über seine Endpunkte.',
    saml: 'Die Anmeldung einer Firma mit SAML, etwa Entra ID, Okta oder AD FS.',
  },
  steps: 'Schritte',
  register: (service) => `Die Plattform bei ${service} registrieren`,
  registerElsewhere: 'Die Plattform beim Dienst registrieren',
  how: {
    google: 'Anmeldedaten erstellen, OAuth-Client-ID, vom Typ „Webanwendung“.',
    microsoft: 'Neue Registrierung. Dem ID-Token die optionalen Claims „email“ und „xms_edov“ hinzufügen.',
    apple: 'Eine Services ID anlegen, und einen Schlüssel für „Sign in with Apple“.',
    github: 'Eine OAuth-App anlegen.',
    oidc: 'Als vertraulicher Web-Client mit dem Authorization-Code-Flow.',
    oauth2: 'Als vertraulicher Web-Client mit dem Authorization-Code-Flow.',
    saml: 'Als Anwendung mit SAML 2.0. Sie kann unsere Metadaten lesen oder deren zwei Adressen nehmen.',
  },
  open: (service) => `${service} öffnen`,
  copy: 'Diese Adresse dort eintragen',
  entityId: 'Entity-ID, zugleich die Adresse unserer Metadaten',
  into: (field) => `Bei: ${field}`,
  redirectUri: (name) => redirectUris[name],
  copyAddress: 'Adresse kopieren',
  paste: 'Hier einfügen, was Sie dort bekommen',
  credentials: (name) => credentials[name],
};
