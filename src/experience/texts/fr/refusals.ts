import { identityRefusals } from './identities.ts';
import { pluralIn } from '../../../domain/plural.ts';
import type { refusals as en } from '../en/refusals.ts';

const plural = pluralIn('fr');

/** Pages that refuse or redirect, and problems of an answer. */
export const refusals: typeof en = {
  moment: 'Un instant',
  redirected: ['Redirection en cours. Si rien ne se passe\u00a0: ', 'Continuer', ''],
  wentWrong: 'Une erreur s’est produite',
  forDevelopers: 'Pour l’équipe de développement',
  causes: {
    invalid_client: 'L’application d’où vous venez est inconnue ou suspendue.',
    invalid_redirect_uri:
      'L’application a demandé une redirection vers une adresse qui n’est pas enregistrée pour elle.',
    access_denied: 'Vous n’avez pas l’accès que l’application demande.',
    server_error: 'Une erreur s’est produite de notre côté. Réessayez dans un instant.',
  },
  usualCause: 'L’application d’où vous venez a fait une demande qui ne peut pas être traitée.',
  expired: 'Cette connexion a expiré',
  expiredWhy:
    'Cette connexion a expiré ou a été commencée dans un autre navigateur. Revenez à l’application et recommencez.',
  pageExpired: 'Cette page a expiré',
  pageExpiredWhy: ['Cette page a expiré ou a été ouverte dans un autre navigateur. ', 'Recommencer', ''],
  foreignForm: 'Le formulaire n’a pas été envoyé depuis notre page. Revenez à l’application et recommencez.',
  unsupportedForm:
    'La requête doit contenir un formulaire (application/x-www-form-urlencoded) ou du JSON (application/json).',
  invalidJson: 'La requête doit contenir un objet JSON.',
  wrongMember: (name) =>
    `Le champ «\u00a0${name}\u00a0» doit être un texte ou un nombre entier et ne doit pas être répété.`,
  longForm: (bytes) => `Le formulaire ne doit pas dépasser ${bytes} octets. Revenez en arrière et réessayez.`,

  notPossible: 'Vous ne pouvez pas continuer',
  refused: {
    'sign-up-closed':
      'Il n’est pas possible de créer un compte ici. Demandez-en un à la personne qui administre le service.',
    'unknown-account': 'Aucun compte n’utilise cette adresse.',
    'account-exists': 'Vous avez déjà un compte avec cette adresse. Ouvrez votre application et connectez-vous.',
    'address-in-use':
      'Un autre compte utilise cette adresse. Retirez-la d’abord de cet autre compte ou ajoutez-en une autre.',
    ...identityRefusals,
    'session-ended': 'Votre session est fermée. Reconnectez-vous pour modifier votre compte.',
    'no-password':
      'Ce compte ne peut pas être utilisé ici. Demandez de l’aide à la personne qui administre le service.',
    'account-suspended':
      'Ce compte ne peut pas être utilisé. Demandez de l’aide à la personne qui administre le service.',
    'deletion-pending':
      'Ce compte va être supprimé. Pour le conserver, ouvrez le lien du message que nous vous avons envoyé.',
    'passkey-unusable':
      'Ce compte exige une clé d’accès, qui ne peut pas être utilisée à cette adresse. Demandez de l’aide à la personne qui administre le service.',
    'address-unverified':
      'Le mot de passe de ce compte ne peut pas être réinitialisé ici. Demandez de l’aide à la personne qui administre le service.',
  },

  problems: {
    'wrong-password':
      'L’adresse e-mail, le nom d’utilisateur ou le mot de passe est incorrect. Vérifiez-les et réessayez.',
    'identifier-missing': 'Saisissez votre adresse e-mail ou votre nom d’utilisateur.',
    'wrong-code': 'Le code est incorrect. Vérifiez-le et réessayez.',
    'wrong-passkey':
      'Cette clé d’accès ne peut pas être utilisée ici. Essayez-en une autre ou choisissez une autre méthode.',
    'link-invalid': 'Le lien ne peut plus être utilisé. Demandez-en un nouveau ou choisissez une autre méthode.',
    'code-expired': 'Le code ne peut plus être utilisé. Demandez-en un nouveau.',
    'too-busy':
      'Beaucoup de personnes se connectent en ce moment et votre demande n’a pas pu être traitée. Réessayez dans quelques secondes.',
    'email-invalid': 'Saisissez une adresse e-mail, par exemple nom@example.com.',
    'phone-invalid': 'Saisissez un numéro de téléphone avec son indicatif, par exemple +33 6 12 34 56 78.',
    'phone-refused': 'Aucun code ne peut être envoyé à ce numéro. Saisissez-en un autre.',
    'domain-refused': 'Il n’est pas possible de créer un compte avec une adresse de ce domaine.',
    'username-invalid':
      'Un nom d’utilisateur commence par une lettre ou _ et se poursuit avec des lettres, des chiffres, _, . ou -.',
    'username-taken': 'Ce nom d’utilisateur est déjà pris. Choisissez-en un autre.',
    'name-invalid': 'Saisissez un nom de 128 caractères au plus.',
    'password-short': 'Le mot de passe est trop court.',
    'password-long': 'Le mot de passe peut avoir 256 caractères au plus.',
    'password-unstorable': 'Le mot de passe contient un caractère qui ne peut pas être saisi.',
    'password-common':
      'Ce mot de passe est l’un des plus courants. Choisissez-en un qui soit plus difficile à deviner.',
    'password-predictable':
      'Le mot de passe est une répétition, une suite ou un mot avec une année. Choisissez-en un qui soit plus difficile à deviner.',
    'password-same': 'Choisissez un mot de passe différent de l’actuel.',
    'password-contextual':
      'Le mot de passe se compose de noms ou d’adresses. Choisissez-en un qui soit plus difficile à deviner.',
    'password-breached': 'Ce mot de passe figure dans une fuite de données. Choisissez-en un autre.',
    'terms-required': 'Acceptez les conditions d’utilisation pour créer un compte.',
    'provider-failed': 'Le service n’a pas répondu. Réessayez dans un instant ou choisissez un autre moyen.',
    'page-outdated': 'Cette page n’était plus à jour. Continuez ici.',
    'too-soon': (time) => `Un code vient d’être envoyé. Vous pourrez en demander un autre dans ${time}.`,
    'too-many-messages': (time) =>
      `Trop de codes ont été demandés pour cette adresse, peut-être pas par vous. Réessayez dans ${time}, ou dans un navigateur où vous avez déjà ouvert une session.`,
    locked: (time) => `Trop de tentatives ont échoué. Réessayez dans ${time}.`,
    'network-limited': (time) =>
      `Trop de tentatives sont venues de votre réseau, peut-être pas de vous. Réessayez dans ${time}.`,
    'locked-for-good':
      'Trop de tentatives ont échoué. Choisissez un nouveau mot de passe ou demandez de l’aide à la personne qui administre le service.',
  },
  /** Follows the sentence of a lock. */
  stillWorks: (ways) => ` Vous pouvez toujours vous connecter avec ${ways}.`,
  otherWays: {
    email: 'un code par e-mail',
    phone: 'un code par SMS',
    passkey: 'une clé d’accès',
    password: 'un nouveau mot de passe',
  },
  seconds: (count) => plural(count, { one: `${count} seconde`, other: `${count} secondes` }),
  minutes: (count) => plural(count, { one: `${count} minute`, other: `${count} minutes` }),
  hours: (count) => plural(count, { one: `${count} heure`, other: `${count} heures` }),
};
