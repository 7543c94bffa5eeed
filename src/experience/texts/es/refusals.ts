import { identityRefusals } from './identities.ts';
import { pluralIn } from '../../../domain/plural.ts';
import type { refusals as en } from '../en/refusals.ts';

const plural = pluralIn('es');

/** Pages that refuse or redirect, and problems of an answer. */
export const refusals: typeof en = {
  moment: 'Un momento',
  redirected: ['Te estamos redirigiendo. Si no pasa nada: ', 'Continuar', ''],
  wentWrong: 'Algo ha ido mal',
  forDevelopers: 'Para sus desarrolladores',
  causes: {
    invalid_client: 'La aplicación desde la que vienes es desconocida o está suspendida.',
    invalid_redirect_uri: 'La aplicación ha pedido una redirección a una dirección que no tiene registrada.',
    access_denied: 'No tienes el acceso que pide la aplicación.',
    server_error: 'Se ha producido un error por nuestra parte. Inténtalo de nuevo en un momento.',
  },
  usualCause: 'La aplicación desde la que vienes ha enviado una solicitud que no se puede procesar.',
  expired: 'Este inicio de sesión ha caducado',
  expiredWhy:
    'Este inicio de sesión ha caducado o se empezó en otro navegador. Vuelve a la aplicación y empieza de nuevo.',
  pageExpired: 'Esta página ha caducado',
  pageExpiredWhy: ['Esta página ha caducado o se abrió en otro navegador. ', 'Empezar de nuevo', ''],
  foreignForm: 'El formulario no se envió desde nuestra página. Vuelve a la aplicación y empieza de nuevo.',
  unsupportedForm:
    'La solicitud debe contener un formulario (application/x-www-form-urlencoded) o JSON (application/json).',
  invalidJson: 'La solicitud debe contener un objeto JSON.',
  wrongMember: (name) => `El campo «${name}» debe ser un texto o un número entero y no debe repetirse.`,
  longForm: (bytes) => `El formulario no debe superar ${bytes} bytes. Vuelve atrás e inténtalo de nuevo.`,

  notPossible: 'No puedes continuar',
  refused: {
    'sign-up-closed': 'Aquí no se pueden crear cuentas. Pide una a la administración del servicio.',
    'unknown-account': 'No hay ninguna cuenta con esta dirección.',
    'account-exists': 'Ya tienes una cuenta con esta dirección. Abre tu aplicación e inicia sesión.',
    'address-in-use': 'Otra cuenta usa esta dirección. Quítala primero de esa cuenta o añade otra.',
    ...identityRefusals,
    'session-ended': 'Has cerrado la sesión. Inicia sesión de nuevo para cambiar tu cuenta.',
    'no-password': 'Esta cuenta no se puede usar aquí. Pide ayuda a la administración del servicio.',
    'account-suspended': 'Esta cuenta no se puede usar. Pide ayuda a la administración del servicio.',
    'deletion-pending': 'Esta cuenta se va a eliminar. Para conservarla, abre el enlace del mensaje que te enviamos.',
    'passkey-unusable':
      'Esta cuenta necesita una llave de acceso, que no se puede usar en esta dirección. Pide ayuda a la administración del servicio.',
    'address-unverified':
      'La contraseña de esta cuenta no se puede restablecer aquí. Pide ayuda a la administración del servicio.',
  },

  problems: {
    'wrong-password':
      'El correo, el nombre de usuario o la contraseña no son correctos. Revísalos e inténtalo de nuevo.',
    'identifier-missing': 'Introduce tu correo electrónico o tu nombre de usuario.',
    'wrong-code': 'El código no es correcto. Revísalo e inténtalo de nuevo.',
    'wrong-passkey': 'Esta llave de acceso no se puede usar aquí. Prueba con otra o elige otro método.',
    'link-invalid': 'El enlace ya no se puede usar. Pide otro o elige otro método.',
    'code-expired': 'El código ya no se puede usar. Pide otro.',
    'too-busy':
      'Ahora mismo hay muchas personas iniciando sesión, así que no hemos podido procesar tu inicio de sesión. Inténtalo de nuevo en unos segundos.',
    'email-invalid': 'Introduce un correo electrónico, por ejemplo nombre@example.com.',
    'phone-invalid': 'Introduce un número de teléfono con su prefijo internacional, por ejemplo +34 612 34 56 78.',
    'phone-refused': 'No se puede enviar ningún código a este número. Introduce otro.',
    'domain-refused': 'No se pueden crear cuentas con direcciones de este dominio.',
    'username-invalid': 'Un nombre de usuario empieza por una letra o _ y continúa con letras, cifras, _, . o -.',
    'username-taken': 'Este nombre de usuario ya está en uso. Elige otro.',
    'name-invalid': 'Introduce un nombre de 128 caracteres como máximo.',
    'password-short': 'La contraseña es demasiado corta.',
    'password-long': 'La contraseña puede tener 256 caracteres como máximo.',
    'password-unstorable': 'La contraseña contiene un carácter que no se puede escribir.',
    'password-common': 'Es una de las contraseñas más comunes. Elige una más difícil de adivinar.',
    'password-predictable':
      'La contraseña es una repetición, una secuencia o una palabra con un año. Elige una más difícil de adivinar.',
    'password-same': 'Elige una contraseña distinta de la actual.',
    'password-contextual': 'La contraseña se compone de nombres o direcciones. Elige una más difícil de adivinar.',
    'password-breached': 'Esta contraseña aparece en una filtración de datos. Elige otra.',
    'terms-required': 'Acepta las condiciones para crear una cuenta.',
    'provider-failed': 'El servicio no ha respondido. Inténtalo de nuevo en un momento o elige otra forma.',
    'page-outdated': 'Esta página ya no estaba actualizada. Continúa aquí.',
    'too-soon': (time) => `Acabamos de enviar un código. Podrás pedir otro dentro de ${time}.`,
    'too-many-messages': (time) =>
      `Se han pedido demasiados códigos para esta dirección, aunque quizá no los hayas pedido tú. Inténtalo de nuevo dentro de ${time} o en un navegador en el que ya hayas iniciado sesión.`,
    locked: (time) => `Han fallado demasiados intentos. Inténtalo de nuevo dentro de ${time}.`,
    'network-limited': (time) =>
      `Se han hecho demasiados intentos desde tu red, aunque quizá no hayas sido tú. Inténtalo de nuevo dentro de ${time}.`,
    'locked-for-good':
      'Han fallado demasiados intentos. Elige una contraseña nueva o pide ayuda a la administración del servicio.',
  },
  /** Follows the sentence of a lock. */
  stillWorks: (ways) => ` Todavía puedes iniciar sesión con ${ways}.`,
  otherWays: {
    email: 'un código por correo',
    phone: 'un código por SMS',
    passkey: 'una llave de acceso',
    password: 'una contraseña nueva',
  },
  seconds: (count) => plural(count, { one: `${count} segundo`, other: `${count} segundos` }),
  minutes: (count) => plural(count, { one: `${count} minuto`, other: `${count} minutos` }),
  hours: (count) => plural(count, { one: `${count} hora`, other: `${count} horas` }),
};
