import type { consent as en } from '../en/consent.ts';

/** Consent, the choice of an account, and signing out. */
export const consent: typeof en = {
  consent: {
    allow: (application) => `Autoriser ${application} à utiliser votre compte\u202f?`,
    continueTo: (application) => `Continuer vers ${application}\u202f?`,
    signedInAs: (person) => ['Compte utilisé\u00a0: ', person, ''],
    unnamed: 'compte sans nom',
    thirdParty: 'Cette application est fournie par un tiers.',
    agent: 'Cette application est un agent d’IA\u00a0: elle agit de façon autonome.',
    returnsTo: (place) => ['Vous retournerez ensuite sur ', place, '.'],
    yes: 'Autoriser',
    no: 'Refuser',
    abilities: 'Elle pourrait',
    inResource: (resource) => `Dans ${resource}, en votre nom`,
    scopes: {
      openid: 'vous reconnaître à votre retour',
      profile: 'voir votre nom, votre photo et le reste de votre profil',
      email: 'voir votre adresse e-mail',
      phone: 'voir votre numéro de téléphone',
      address: 'voir votre adresse postale',
      offline_access: 'garder cet accès en votre absence, jusqu’à ce qu’il soit révoqué',
    },
  },

  selectAccount: 'Choisissez un compte',

  signOut: {
    question: 'Voulez-vous vous déconnecter\u202f?',
    asks: (application) => ['', application, ' souhaite vous déconnecter.'],
    someAsks: 'Une application souhaite vous déconnecter.',
    consequence:
      'Votre session serait fermée dans toutes les applications que vous utilisez avec ce compte dans ce navigateur.',
    yes: 'Se déconnecter',
    no: 'Garder ma session',
    done: 'Déconnexion réussie',
    after: 'Vous pouvez fermer cette fenêtre ou revenir à l’application.',
  },
};
