import type { links as en } from '../en/links.ts';

/** The links of messages. */
export const links: typeof en = {
  link: {
    titles: {
      'sign-in': 'Iniciar sesión con este enlace',
      'sign-up': 'Crea tu cuenta',
      reset: 'Restablecer la contraseña',
    },
    does: {
      'sign-in': (person) => [
        'Con este enlace inicias sesión como ',
        person,
        ' en este navegador. Sirve una sola vez.',
      ],
      'sign-up': (person) => [
        'Con este enlace confirmas la dirección ',
        person,
        ' en este navegador. Sirve una sola vez.',
      ],
      reset: (person) => [
        'Con este enlace eliges una contraseña nueva para ',
        person,
        ' en este navegador. Sirve una sola vez.',
      ],
    },
    join: (organization) => `Unirse a ${organization}`,
    invites: (inviter, person) => [
      inviter === undefined ? 'Esta invitación es para ' : `${inviter} ha enviado esta invitación a `,
      person,
      '. Para aceptarla, inicia sesión o crea una cuenta.',
    ],
    continueAs: (person) => `Continuar como ${person}`,
    notYou: 'Si no eres tú, cierra esta página. Todavía no ha pasado nada.',
    almostThere: 'Ya casi está',
    chooseApplication: 'Tu enlace se guarda en este navegador durante una hora. Abre una aplicación para continuar:',
    openApplication:
      'Tu enlace se guarda en este navegador durante una hora. Ahora abre la aplicación e inicia sesión en ella para continuar.',
    cannotBeUsed: 'Este enlace no se puede usar',
    problems: {
      unknown: 'El enlace está incompleto o ya no existe. Ábrelo de nuevo desde tu mensaje.',
      used: 'El enlace ya se ha usado y solo sirve una vez. Empieza de nuevo en la aplicación o pide otro enlace.',
      revoked:
        'El enlace se ha retirado o se ha sustituido por otro. Busca un mensaje más reciente o pide otro enlace.',
      expired: 'El enlace ha caducado. Empieza de nuevo en la aplicación o pide otro enlace.',
      accepted: 'La invitación ya se ha aceptado. Abre la aplicación e inicia sesión en ella.',
    },
    openInstead: 'Continuar en una aplicación:',
    openAccount: 'Abrir tu cuenta',
    checkAccount: 'Revisar la seguridad de tu cuenta',
  },

  undo: {
    title: 'Deshacer un cambio de tu cuenta',
    lead: (address) => ['Se recupera la dirección ', address, '.'],
    consequence:
      'Se cerrará tu sesión en todas partes. Las llaves de acceso y las aplicaciones de autenticación añadidas desde entonces se eliminarán, y también la contraseña: elegirás una nueva con un código enviado a tu dirección.',
    confirm: 'Deshacer el cambio',
    done: 'El cambio se ha deshecho',
    next: 'Has recuperado tu dirección anterior y tu sesión se ha cerrado en todas partes. Ahora elige una contraseña nueva.',
  },
  undoEnded: {
    used: 'El enlace ya se ha usado o se ha anulado.',
    expired: 'El enlace ha caducado. Era válido durante siete días.',
    help: 'Todavía puedes revisar la seguridad de tu cuenta y elegir una contraseña nueva. Si no puedes iniciar sesión, pide ayuda a la administración del servicio.',
  },
  undoDeletion: {
    title: 'Conservar tu cuenta',
    lead: 'Tu cuenta no se eliminará y podrás volver a iniciar sesión.',
    consequence:
      'Tu contraseña, tus llaves de acceso y tus aplicaciones de autenticación no cambian. Tu sesión sigue cerrada en todas partes.',
    confirm: 'Conservar la cuenta',
    done: 'Tu cuenta se conserva',
    next: 'Puedes volver a iniciar sesión. Si no fuiste tú quien eliminó la cuenta, elige ahora una contraseña nueva.',
  },
};
