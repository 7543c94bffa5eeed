import { example, type Examples } from './example.ts';

export const oneTimeTokens: Examples = {
  createOneTimeToken: (w) => {
    const oneTimeToken = { userId: w.user, email: null, organizationIds: [], usedAt: null, revokedAt: null };
    return example([['OneTimeToken.Created', null, { oneTimeToken }]], { userId: w.user }, 'the same events');
  },
  revokeOneTimeToken: (w) => {
    const oneTimeToken = { id: w.oneTimeToken, userId: w.user };
    return example(
      [['OneTimeToken.Revoked', w.oneTimeToken, { oneTimeToken }]],
      { oneTimeTokenId: w.oneTimeToken },
      'nothing',
    );
  },
};
