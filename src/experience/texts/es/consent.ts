import type { consent as en } from '../en/consent.ts';

/** Consent, the choice of an account, and signing out. */
export const consent: typeof en = {
  consent: {
    allow: (application) => `¿Permitir que ${application} use tu cuenta?`,
    continueTo: (application) => `¿Continuar en ${application}?`,
    signedInAs: (person) => ['Has iniciado sesión como ', person, '.'],
    unnamed: 'cuenta sin nombre',
    thirdParty: 'Esta aplicación es de un tercero.',
    agent: 'Esta aplicación es un agente de IA: actúa por su cuenta.',
    returnsTo: (place) => ['Después volverás a ', place, '.'],
    yes: 'Permitir',
    no: 'No permitir',
    abilities: 'Podría',
    inResource: (resource) => `En ${resource}, en tu nombre`,
    scopes: {
      openid: 'reconocerte cuando vuelvas',
      profile: 'ver tu nombre, tu foto y los demás datos de tu perfil',
      email: 'ver tu correo electrónico',
      phone: 'ver tu número de teléfono',
      address: 'ver tu dirección postal',
      offline_access: 'conservar este acceso mientras no estés, hasta que se revoque',
    },
  },

  selectAccount: 'Elige una cuenta',

  signOut: {
    question: '¿Quieres cerrar la sesión?',
    asks: (application) => ['', application, ' quiere cerrar tu sesión.'],
    someAsks: 'Una aplicación quiere cerrar tu sesión.',
    consequence: 'Tu sesión se cerraría en todas las aplicaciones que usas con esta cuenta en este navegador.',
    yes: 'Cerrar sesión',
    no: 'Mantener la sesión',
    done: 'Has cerrado la sesión',
    after: 'Puedes cerrar esta ventana o volver a la aplicación.',
  },
};
