import type { consent as en } from '../en/consent.ts';

/** Consent, the choice of an account, and signing out. */
export const consent: typeof en = {
  consent: {
    allow: (application) => `Darf ${application} Ihr Konto verwenden?`,
    continueTo: (application) => `Weiter zu ${application}?`,
    signedInAs: (person) => ['Sie sind angemeldet als ', person, '.'],
    unnamed: 'ein Konto ohne Namen',
    thirdParty: 'Diese Anwendung stammt von einem anderen Anbieter.',
    agent: 'Diese Anwendung ist ein KI-Agent: Sie handelt selbstständig.',
    returnsTo: (place) => ['Sie kehren zurück zu ', place, '.'],
    yes: 'Erlauben',
    no: 'Nicht erlauben',
    abilities: 'Die Anwendung könnte',
    inResource: (resource) => `In ${resource}, in Ihrem Namen`,
    scopes: {
      openid: 'Sie wiedererkennen, wenn Sie zurückkommen',
      profile: 'Ihren Namen, Ihr Bild und die übrigen Angaben Ihres Profils sehen',
      email: 'Ihre E-Mail-Adresse sehen',
      phone: 'Ihre Telefonnummer sehen',
      address: 'Ihre Postanschrift sehen',
      offline_access: 'diesen Zugriff auch in Ihrer Abwesenheit behalten, bis er widerrufen wird',
    },
  },

  selectAccount: 'Konto wählen',

  signOut: {
    question: 'Möchten Sie sich abmelden?',
    asks: (application) => ['', application, ' möchte Sie abmelden.'],
    someAsks: 'Eine Anwendung möchte Sie abmelden.',
    consequence:
      'Sie werden damit von allen Anwendungen abgemeldet, die Sie in diesem Browser mit diesem Konto verwenden.',
    yes: 'Abmelden',
    no: 'Angemeldet bleiben',
    done: 'Sie sind abgemeldet',
    after: 'Sie können dieses Fenster schließen oder zur Anwendung zurückkehren.',
  },
};
