import type { accountActions as en } from '../en/account-actions.ts';
import { action, actionOn } from '../action.ts';

const removedAddress =
  'Ya no podrás usarlo para iniciar sesión ni para restablecer tu contraseña. Recibirás en él un mensaje con el que podrás deshacer el cambio durante siete días.';

/** Actions of people on the pages of their accounts, and their results. */
export const accountActions: typeof en = {
  actions: {
    'edit-profile': action('Tu perfil', 'Guardar', 'Se ha guardado tu perfil.'),
    username: action('Elige un nombre de usuario', 'Guardar', 'Se ha guardado tu nombre de usuario.'),
    picture: action(
      'Elige una foto',
      'Guardar foto',
      'Se ha guardado tu foto.',
      'Imagen PNG, JPEG o WebP de 256\u00a0KB como máximo. Del archivo se eliminan el lugar, el dispositivo y la hora en que se hizo la foto.',
    ),
    'remove-picture': action('¿Eliminar tu foto?', 'Eliminar foto', 'Se ha eliminado tu foto.'),
    password: action('Elige una contraseña nueva', 'Guardar contraseña', 'Tu contraseña nueva ya está activa.'),
    'remove-password': action(
      '¿Eliminar tu contraseña?',
      'Eliminar contraseña',
      'Se ha eliminado tu contraseña.',
      'Después iniciarás sesión con una llave de acceso o con un código. Se cerrarán todas tus demás sesiones. Puedes elegir una contraseña nueva en cualquier momento.',
    ),
    'add-email': action(
      'Nuevo correo electrónico',
      'Continuar',
      'Se ha guardado tu nuevo correo electrónico.',
      'Enviaremos un código al nuevo correo. Si ya tienes otro, recibirás en él un mensaje con el que podrás deshacer el cambio durante siete días.',
    ),
    'add-phone': action(
      'Nuevo número de teléfono',
      'Continuar',
      'Se ha guardado tu nuevo número de teléfono.',
      'Enviaremos un código por SMS al nuevo número. Si ya tienes otro, recibirás en él un mensaje con el que podrás deshacer el cambio durante siete días.',
    ),
    'remove-email': action(
      '¿Eliminar tu correo electrónico?',
      'Eliminar correo electrónico',
      'Se ha eliminado tu correo electrónico.',
      removedAddress,
    ),
    'remove-phone': action(
      '¿Eliminar tu número de teléfono?',
      'Eliminar número de teléfono',
      'Se ha eliminado tu número de teléfono.',
      removedAddress,
    ),
    'add-passkey': action('Añadir una llave de acceso', 'Continuar', 'Se ha añadido tu llave de acceso.'),
    'add-app': action(
      'Añadir una aplicación de autenticación',
      'Continuar',
      'Se ha añadido tu aplicación de autenticación.',
    ),
    'link-identity': actionOn((name) => `¿Vincular ${name}?`, 'Vincular', 'La cuenta está vinculada.'),
    'unlink-identity': actionOn(
      (name) => `¿Desvincular ${name}?`,
      'Desvincular',
      'La cuenta ya no está vinculada.',
      'Ya no podrás iniciar sesión con ella.',
    ),
    'rename-factor': actionOn(
      (name) => `Cambiar el nombre de «${name}»`,
      'Guardar nombre',
      'Se ha cambiado el nombre.',
    ),
    'remove-factor': actionOn(
      (name) => `¿Eliminar «${name}»?`,
      'Eliminar',
      'Se ha eliminado.',
      'Ya no podrás usarla para iniciar sesión. Tus navegadores de confianza volverán a pedir un segundo factor.',
    ),
    'backup-codes': action(
      '¿Crear nuevos códigos de respaldo?',
      'Crear códigos',
      'Tienes nuevos códigos de respaldo.',
      'Los códigos que tienes ahora dejarán de servir.',
    ),
    'end-session': actionOn((name) => `¿Cerrar la sesión de «${name}»?`, 'Cerrar sesión', 'Se ha cerrado la sesión.'),
    'end-other-sessions': action(
      '¿Cerrar todas las demás sesiones?',
      'Cerrar las demás sesiones',
      'Se han cerrado todas tus demás sesiones.',
      'Las aplicaciones pierden el acceso que tienen a través de esas sesiones. Tu sesión actual sigue abierta.',
    ),
    'forget-device': actionOn((name) => `¿Olvidar «${name}»?`, 'Olvidar', 'Se ha olvidado el navegador.'),
    'revoke-consent': actionOn(
      (name) => `¿Revocar el acceso de ${name}?`,
      'Revocar acceso',
      'Se ha revocado el acceso.',
      'La aplicación ya no podrá ver ni hacer nada en tu nombre. En otros servicios, un token que ya tenga puede seguir funcionando hasta que caduque, una hora como máximo.',
    ),
    'end-impersonation': actionOn(
      (name) => `¿Terminar que ${name} actúe en tu nombre?`,
      'Terminar',
      'Este acceso ha terminado.',
    ),
    'leave-organization': actionOn(
      (name) => `¿Abandonar ${name}?`,
      'Abandonar organización',
      'Has abandonado la organización.',
      'Perderás los roles que tienes en ella. Para volver, necesitarás otra invitación.',
    ),
    'accept-invitation': actionOn((name) => `¿Unirte a ${name}?`, 'Aceptar', 'Ya eres miembro de la organización.'),
    'decline-invitation': actionOn(
      (name) => `¿Rechazar la invitación a ${name}?`,
      'Rechazar',
      'Se ha rechazado la invitación.',
    ),
    export: action('Exportar tus datos', 'Descargar', ''),
    'delete-account': action(
      '¿Eliminar tu cuenta?',
      'Eliminar cuenta',
      '',
      'Se cierran de inmediato todas tus sesiones y nadie puede iniciar sesión en esta cuenta. Durante siete días, puedes conservarla con el enlace que te enviamos. Después se eliminan todos sus datos.',
    ),
  },

  notices: {
    'other-person': (name) => `Ahora has iniciado sesión como ${name}. Lo que estabas haciendo antes se ha descartado.`,
    'not-confirmed': 'No has vuelto a iniciar sesión, así que no se ha cambiado nada.',
    'signed-in-again': 'Has vuelto a iniciar sesión. Revisa lo siguiente y confírmalo.',
    gone: 'Esto ya no existe. Quizá se eliminó en otra ventana.',
  },
  notSignedIn: 'No has iniciado sesión',
  notSignedInWhy: 'Inicia sesión para ver tu cuenta. Si ya lo has hecho, permite las cookies de este sitio.',

  problems: {
    changed: 'Tu cuenta ha cambiado mientras tanto. Revisa lo siguiente y confírmalo de nuevo.',
    'too-many': 'Demasiados cambios en poco tiempo. Inténtalo de nuevo más tarde.',
    'not-allowed': 'Solo la administración del servicio puede hacer este cambio.',
    'last-way': 'Te quedarías sin ningún método para iniciar sesión. Añade antes otro.',
    'last-address':
      'Te quedarías sin ninguna dirección confirmada. Añade antes otra, o bien otros dos métodos para iniciar sesión.',
    'required-factor': 'Aquí se necesita un segundo factor. Añade antes otro.',
    'factor-not-taken': 'Este tipo de segundo factor no se acepta aquí.',
    'backup-codes-not-taken': 'Los códigos de respaldo no se aceptan aquí.',
    'no-factor':
      'Un código de respaldo sustituye a una llave de acceso o a una aplicación de autenticación. Añade antes una de las dos.',
    'last-administrator': 'Eres la última persona que administra el servicio. Asigna antes ese rol a alguien más.',
    'last-organization-administrator':
      'Eres la última persona que administra una organización. Asigna antes ese rol a otro miembro.',
    'wrong-confirmation': 'No es tu correo, tu número ni tu nombre de usuario.',
    'not-a-picture': 'El archivo no es una imagen PNG, JPEG o WebP de 256\u00a0KB como máximo.',
    'picture-too-wide': 'La imagen es demasiado grande. Puede medir 4096 píxeles de ancho y de alto como máximo.',
    required: 'Rellena este campo.',
    'too-long': (maximum) => `Introduce ${maximum} caracteres como máximo.`,
    'wrong-website': 'Introduce una dirección que empiece por https:// o http://.',
    'wrong-birthdate': 'Introduce una fecha, por ejemplo 1990-12-31.',
    wrong: 'Revisa este campo.',
  },
};
