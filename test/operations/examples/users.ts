import { expect } from 'vitest';
import { example, type Example, type Examples, membership } from './example.ts';

const address = { formatted: 'Main Street 1', country: 'DE' };

export const users: Examples = {
  createUser: ({ n }) => {
    const input = {
      username: `Ada_${n}`,
      email: `ADA_${n}@Example.com`,
      phone: `+4930901820${n}`,
      name: ' Ada ',
      avatar: 'https://a.example/a.png',
    };
    const user = {
      ...input,
      username: `ada_${n}`,
      email: `ada_${n}@example.com`,
      name: 'Ada',
      profile: { address },
      customData: { a: [1, { b: null }] },
    };
    const more = { password: 'correct horse', profile: { address, nickname: null }, customData: user.customData };
    return example([['User.Created', null, { user, roleIds: [] }]], { ...input, ...more }, 'TAKEN');
  },
  updateUser: (w) => {
    const input = {
      username: `ada.${w.n}`,
      email: `new_${w.n}@example.com`,
      name: null,
      avatar: 'https://a.example/a.png',
      profile: { givenName: 'Ada', address },
      customData: { plan: 'gold' },
    };
    const changed = ['username', 'email', 'name', 'avatar', 'profile', 'customData', 'emailVerifiedAt'];
    return example(
      [['User.Data.Updated', w.user, { user: { ...input, emailVerifiedAt: null }, changed }]],
      { userId: w.user, ...input },
      'nothing',
    );
  },
  updateUserCustomData: (w) => {
    const customData = { a: { b: 1 }, list: [1, 2] };
    const data = { user: { customData }, changed: ['customData'] };
    return example(
      [['User.Data.Updated', w.user, data]],
      { userId: w.user, customData: { ...customData, gone: null } },
      'nothing',
    );
  },
  updateUserProfile: (w) => {
    const profile = { givenName: 'Ada', website: 'https://ada.example', birthdate: '1815-12-10', address };
    return example(
      [['User.Data.Updated', w.user, { user: { profile }, changed: ['profile'] }]],
      { userId: w.user, profile },
      'nothing',
    );
  },
  updateMyPreferences: (w) =>
    example(
      [['User.Preferences.Updated', w.user, { user: { id: w.user } }]],
      { document: { density: 'compact', views: [{ name: 'New', address: '/users' }] } },
      'nothing',
    ),
  setUserPassword: (w) => {
    const input = { userId: w.user, password: 'correct horse battery' };
    return example([['User.Data.Updated', w.user, { changed: ['password'] }]], input, 'the same events');
  },
  setUserSuspended: (w) => {
    const user = { isSuspended: true, suspendedAt: expect.any(String) };
    return example(
      [['User.SuspensionStatus.Updated', w.user, { user }]],
      { userId: w.user, isSuspended: true },
      'nothing',
    );
  },
  removeUserFactors: (w) =>
    example([['User.Data.Updated', w.user, { changed: ['factors'] }]], { userId: w.user }, 'nothing'),
  unlinkUserIdentity: (w) =>
    example(
      [['User.Data.Updated', w.user, { user: { id: w.user }, changed: ['identities'] }]],
      { userId: w.user, identityId: w.identity },
      'NOT_FOUND',
    ),
  unlockUser: (w) => example([['User.Unlocked', w.user, { user: { id: w.user } }]], { userId: w.user }, 'nothing'),
  requireUserReset: (w) => {
    const user = { passwordResetRequiredAt: expect.any(String) };
    return example(
      [['User.Data.Updated', w.user, { user, changed: ['passwordResetRequiredAt'] }]],
      { userId: w.user },
      'nothing',
    );
  },
  endUserSession: (w) => {
    const data = { user: { id: w.user }, sessionId: w.session, applicationIds: [w.application] };
    return example([['User.Session.Ended', w.user, data]], { userId: w.user, sessionId: w.session }, 'NOT_FOUND');
  },
  createSubjectToken: (w) => {
    const data = { user: { id: w.user }, reason: 'Ticket 4711', expiresAt: expect.any(String) };
    return example(
      [['User.Impersonation.Prepared', w.user, data]],
      { userId: w.user, reason: 'Ticket 4711' },
      'the same events',
    );
  },
  endImpersonation: (w) => {
    const data = {
      user: { id: w.user },
      grantId: w.impersonation,
      administratorId: w.other,
      applicationId: w.backend,
    };
    return example(
      [['User.Impersonation.Ended', w.user, data]],
      { userId: w.user, grantId: w.impersonation },
      'NOT_FOUND',
    );
  },
  endUserSessions: (w) =>
    example([['User.Sessions.Ended', w.user, { user: { id: w.user } }]], { userId: w.user }, 'nothing'),
  deleteUser: (w) => {
    const left = membership(w.organization, { removedUserIds: [w.user] });
    const events: Example['events'] = [
      ['Organization.Membership.Updated', w.organization, left],
      ['User.Deleted', w.user, { user: { id: w.user } }],
    ];
    return example(events, { userId: w.user }, 'NOT_FOUND');
  },
  assignUserRoles: (w) => {
    const data = { addedRoleIds: [w.otherRole], removedRoleIds: [] };
    return example(
      [['User.Roles.Updated', w.user, data]],
      { userId: w.user, roleIds: [w.role, w.otherRole, w.otherRole] },
      'nothing',
    );
  },
  replaceUserRoles: (w) => {
    const data = { addedRoleIds: [w.otherRole], removedRoleIds: [w.role] };
    return example([['User.Roles.Updated', w.user, data]], { userId: w.user, roleIds: [w.otherRole] }, 'nothing');
  },
  removeUserRole: (w) => {
    const data = { addedRoleIds: [], removedRoleIds: [w.role] };
    return example([['User.Roles.Updated', w.user, data]], { userId: w.user, roleId: w.role }, 'NOT_FOUND');
  },
};
