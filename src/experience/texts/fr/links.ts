import type { links as en } from '../en/links.ts';

/** The links of messages. */
export const links: typeof en = {
  link: {
    titles: {
      'sign-in': 'Se connecter avec ce lien',
      'sign-up': 'Créez votre compte',
      reset: 'Réinitialiser le mot de passe',
    },
    does: {
      'sign-in': (person) => [
        'Ce lien vous connecte en tant que ',
        person,
        ', dans ce navigateur. Il ne fonctionne qu’une fois.',
      ],
      'sign-up': (person) => [
        'Ce lien confirme l’adresse ',
        person,
        ', dans ce navigateur. Il ne fonctionne qu’une fois.',
      ],
      reset: (person) => [
        'Avec ce lien, vous choisissez un nouveau mot de passe pour ',
        person,
        ', dans ce navigateur. Il ne fonctionne qu’une fois.',
      ],
    },
    join: (organization) => `Rejoindre ${organization}`,
    invites: (inviter, person) => [
      inviter === undefined ? 'Cette invitation est destinée à ' : `${inviter} a envoyé cette invitation à `,
      person,
      '. Pour l’accepter, connectez-vous ou créez un compte.',
    ],
    continueAs: (person) => `Continuer en tant que ${person}`,
    notYou: 'Si ce n’est pas vous, fermez cette page. Rien ne s’est encore passé.',
    almostThere: 'Vous y êtes presque',
    chooseApplication:
      'Votre lien reste valable une heure dans ce navigateur. Ouvrez une application pour continuer\u00a0:',
    openApplication:
      'Votre lien reste valable une heure dans ce navigateur. Ouvrez maintenant l’application et connectez-vous pour continuer.',
    cannotBeUsed: 'Ce lien ne peut pas être utilisé',
    problems: {
      unknown: 'Le lien est incomplet ou n’existe plus. Ouvrez-le à nouveau depuis le message.',
      used: 'Le lien a déjà servi et ne fonctionne qu’une fois. Recommencez dans l’application ou demandez un nouveau lien.',
      revoked:
        'Le lien a été annulé ou remplacé par un plus récent. Cherchez un message plus récent ou demandez un nouveau lien.',
      expired: 'Le lien a expiré. Recommencez dans l’application ou demandez un nouveau lien.',
      accepted: 'L’invitation a déjà été acceptée. Ouvrez l’application et connectez-vous.',
    },
    openInstead: 'Continuer dans une application\u00a0:',
    openAccount: 'Ouvrir votre compte',
    checkAccount: 'Vérifier la sécurité de votre compte',
  },

  undo: {
    title: 'Annuler une modification de votre compte',
    lead: (address) => ['L’adresse ', address, ' sera rétablie.'],
    consequence:
      'Vos sessions seront fermées sur tous vos appareils. Les clés d’accès et les applications d’authentification ajoutées depuis seront supprimées, ainsi que le mot de passe\u00a0: vous en choisirez un nouveau avec un code envoyé à votre adresse.',
    confirm: 'Annuler la modification',
    done: 'La modification a été annulée',
    next: 'Votre ancienne adresse est rétablie et vos sessions sont fermées sur tous vos appareils. Choisissez maintenant un nouveau mot de passe.',
  },
  undoEnded: {
    used: 'Le lien a déjà servi ou a été annulé.',
    expired: 'Le lien a expiré. Il était valable sept jours.',
    help: 'Vous pouvez toujours vérifier la sécurité de votre compte et choisir un nouveau mot de passe. Si vous n’arrivez pas à vous connecter, demandez de l’aide à la personne qui administre le service.',
  },
  undoDeletion: {
    title: 'Conserver votre compte',
    lead: 'Votre compte ne sera pas supprimé et vous pourrez vous reconnecter.',
    consequence:
      'Votre mot de passe, vos clés d’accès et vos applications d’authentification ne changent pas. Vos sessions restent fermées sur tous vos appareils.',
    confirm: 'Conserver le compte',
    done: 'Votre compte est conservé',
    next: 'Vous pouvez vous reconnecter. Si ce n’est pas vous qui avez supprimé le compte, choisissez maintenant un nouveau mot de passe.',
  },
};
