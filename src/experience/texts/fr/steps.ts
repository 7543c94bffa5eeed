import type { steps as en } from '../en/steps.ts';

/** The steps of a sign-in, a sign-up and a reset. */
export const steps: typeof en = {
  error: 'Erreur',
  reference: 'Référence',
  cancel: 'Annuler',
  continueWith: (application) => ['pour accéder à ', application, ''],

  signIn: 'Se connecter',
  emailOrUsername: 'Adresse e-mail ou nom d’utilisateur',
  emailPhoneOrUsername: 'E-mail, téléphone ou nom d’utilisateur',
  emailOrPhone: 'Adresse e-mail ou numéro de téléphone',
  email: 'Adresse e-mail',
  phone: 'Numéro de téléphone',
  password: 'Mot de passe',
  secret: {
    show: { text: 'Afficher', name: 'Afficher le mot de passe' },
    hide: { text: 'Masquer', name: 'Masquer le mot de passe' },
  },
  sendCode: 'Recevoir plutôt un code par e-mail',
  sendSms: 'Recevoir plutôt un code par SMS',
  sendCodeAnywhere: 'Recevoir plutôt un code',
  forgotten: 'Mot de passe oublié\u202f?',
  createAccount: 'Créer un compte',
  haveAccount: 'J’ai déjà un compte',
  backToSignIn: 'Retour à la connexion',

  confirmPassword: 'Saisissez votre mot de passe',
  confirmPasswordWhy: 'Votre adresse est confirmée. Saisissez aussi le mot de passe de votre compte.',

  confirmPasswordSignedIn: 'Saisissez le mot de passe de votre compte pour continuer.',

  signInWithPasskey: 'Se connecter avec une clé d’accès',
  passkeyFailed: 'Aucune clé d’accès n’a été utilisée. Réessayez ou choisissez une autre méthode.',
  passkeyUnsupported: 'Ce navigateur ne peut pas utiliser de clé d’accès ici. Choisissez une autre méthode.',
  passkeyOnlyWhy: 'Utilisez votre clé d’accès.',
  passkeyNeeded:
    'Ce navigateur ne peut pas utiliser de clé d’accès ici. Autorisez JavaScript ou recommencez dans un autre navigateur.',
  codeWhy: 'Saisissez votre adresse. Nous vous enverrons un code pour vous connecter.',

  secondFactor: 'Confirmez votre identité',
  totpWhy: 'Saisissez le code affiché par votre application d’authentification.',
  passkeyWhy: 'Utilisez une clé d’accès de ce compte.',
  usePasskey: 'Utiliser une clé d’accès',
  enterBackupCode: 'Saisissez un code de secours',
  backupCodeWhy: 'Saisissez l’un des codes que vous avez conservés. Chacun ne fonctionne qu’une fois.',
  backupCode: 'Code de secours',
  trustDevice: (days) =>
    days === 1
      ? 'Ne plus demander aujourd’hui dans ce navigateur'
      : `Ne plus demander dans ce navigateur pendant ${days} jours`,
  startAgain: 'Se connecter avec un autre compte',
  ways: {
    totp: 'Utiliser une application d’authentification',
    passkey: 'Utiliser une clé d’accès',
    'backup-code': 'Utiliser un code de secours',
    identify: 'Continuer sans ce lien',
    'enrol-totp': 'Configurer plutôt une application d’authentification',
    'enrol-passkey': 'Configurer plutôt une clé d’accès',
  },

  enrolTotp: 'Configurer une application d’authentification',
  factorNeeded: 'Votre compte exige un second facteur.',
  enrolTotpWhy: 'Scannez le code avec une application d’authentification, puis saisissez le code qu’elle affiche.',
  qrCode: 'Code QR pour votre application d’authentification',
  cannotScan: 'Impossible de scanner le code\u202f?',
  typeKey: 'Saisissez cette clé dans votre application\u00a0:',
  openApp: 'Ouvrir l’application sur cet appareil',
  codeOfApp: 'Code de l’application',
  enrolPasskey: 'Configurer une clé d’accès',
  enrolPasskeyWhy:
    'Une clé d’accès est conservée sur cet appareil, sur un téléphone ou sur une clé de sécurité. Vous la déverrouillez avec un code PIN, une empreinte ou votre visage.',
  createPasskey: 'Créer une clé d’accès',
  backupCodes: 'Conservez vos codes de secours',
  backupCodesWhy:
    'Si vous perdez votre appareil, chacun de ces codes le remplace une fois. Ils ne seront plus affichés.',
  copy: 'Copier',
  copied: 'Copié',
  download: 'Télécharger',
  print: 'Imprimer',
  haveKeptCodes: 'J’ai conservé mes codes',

  enterCode: 'Consultez vos e-mails',
  enterCodeOfSms: 'Consultez vos SMS',
  codeSentTo: (address) => ['Nous avons envoyé un code à ', address, '. Il est valable dix minutes.'],
  code: 'Code à six chiffres',
  confirm: 'Continuer',
  sendAgain: 'Envoyer un nouveau code',
  anotherWay: 'Choisir une autre méthode',

  signUp: 'Créez votre compte',
  signUpWhy: 'Nous vous enverrons un code pour confirmer votre adresse.',
  signUpPhoneWhy: 'Nous vous enverrons un code par SMS pour confirmer votre numéro.',
  linkEmail: 'Ajouter une adresse e-mail',
  linkPhone: 'Ajouter un numéro de téléphone',
  almostDone: 'Vous y êtes presque',
  fieldsWhy: 'Il ne manque plus que ces informations.',
  username: 'Nom d’utilisateur',
  name: 'Nom',
  newPassword: 'Nouveau mot de passe',
  passwordHint: (minimum) => `Au moins ${minimum} caractères.`,
  terms: ['J’accepte les ', 'conditions d’utilisation', '.'],

  reset: 'Réinitialiser le mot de passe',
  resetWhy: 'Saisissez l’adresse de votre compte. Nous vous enverrons un code pour choisir un nouveau mot de passe.',
  sendResetCode: 'Envoyer le code',
  setPassword: 'Choisir un nouveau mot de passe',
  newPasswordRequired:
    'Votre compte exige un nouveau mot de passe. Vos sessions seront fermées sur tous vos autres appareils.',
  setPasswordWhy:
    'Vos sessions seront fermées sur tous vos appareils. Connectez-vous ensuite avec le nouveau mot de passe.',
  passwordSet: 'Votre mot de passe a été modifié. Utilisez-le pour vous connecter.',
  beginAgain: 'Recommencer',
  passwordChanged: 'Votre mot de passe a été modifié',
  signInAgain: 'Revenez à votre application et connectez-vous.',
  signedIn: 'Connexion réussie',
  continueInApplication: 'Vous avez terminé la connexion. Continuez dans l’application.',
  accountCreated: 'Votre compte est prêt',
  signInFirst: 'Ouvrez votre application et connectez-vous.',
};
