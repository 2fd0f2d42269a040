import { createUsersService } from '../../../services/workspace/users.ts'
import { createGroupsService } from '../../../services/workspace/groups.ts'
import { createAccountSecurityService } from '../../../services/workspace/account-security.ts'
import { createIdentityProvidersService } from '../../../services/workspace/identity-providers.ts'
import { createProfileService } from '../../../services/workspace/profile.ts'
import { createPlanService } from '../../../services/workspace/plan.ts'
import { createSignInRulesService } from '../../../services/workspace/sign-in-rules.ts'
import { createScimService } from '../../../services/workspace/scim.ts'
import { createAuditLogService } from '../../../services/workspace/audit-log.ts'
import { createWorkspaceService } from '../../../services/workspace/workspace.ts'
import { anything, testRequests } from '../services/requests.ts'

testRequests('users', createUsersService, [
  [(s, signal) => s.list({ page: 2 }, signal), 'GET /api/iam/v1/users?page=2&includeGroups=true'],
  [(s) => s.seats(), 'GET /api/iam/v1/seats'],
  [(s) => s.changeSeats(anything), 'PATCH /api/iam/v1/seats', anything],
  [(s) => s.create(anything), 'POST /api/iam/v1/users', anything],
  [(s) => s.update(9, anything), 'PATCH /api/iam/v1/users/9', anything],
  [(s) => s.checkReadOnly(9), 'GET /api/iam/v1/users/9/read-only-check'],
  [(s) => s.changePassword(9, 'olive-tree-60'), 'PUT /api/iam/v1/users/9/password', { newPassword: 'olive-tree-60' }],
  [(s) => s.resetSecondFactor(9), 'DELETE /api/iam/v1/users/9/second-factor'],
  [
    (s, signal) => s.exists({ username: 'omar', exceptId: 9 }, signal),
    'GET /api/iam/v1/user-existence?username=omar&exceptId=9',
  ],
  [(s) => s.invite(anything), 'POST /api/iam/v1/invitations', anything],
  [(s) => s.resendInvitation(9), 'POST /api/iam/v1/users/9/invitation', {}],
])

testRequests('groups', createGroupsService, [
  [(s) => s.list(), 'GET /api/iam/v1/groups'],
  [(s) => s.listWithUsers(), 'GET /api/iam/v1/groups?includeUsers=true'],
  [(s) => s.create(anything), 'POST /api/iam/v1/groups', anything],
  [(s) => s.update(3, anything), 'PATCH /api/iam/v1/groups/3', anything],
  [(s) => s.delete(3), 'DELETE /api/iam/v1/groups/3'],
  [(s) => s.addUser(3, 9), 'PUT /api/iam/v1/groups/3/users/9', {}],
  [(s) => s.removeUser(3, 9), 'DELETE /api/iam/v1/groups/3/users/9'],
])

testRequests('account-security', createAccountSecurityService, [
  [(s) => s.sessions(), 'GET /api/iam/v1/sessions'],
  [(s) => s.endSession('a-session'), 'DELETE /api/iam/v1/sessions/a-session'],
  [(s) => s.endOtherSessions(), 'DELETE /api/iam/v1/sessions'],
  [(s) => s.signIns(), 'GET /api/iam/v1/sign-ins'],
  [(s) => s.passkeys(), 'GET /api/iam/v1/passkeys'],
  [(s) => s.beginPasskey('olive-tree-60'), 'POST /api/iam/v1/passkeys/options', { password: 'olive-tree-60' }],
  [(s) => s.addPasskey('Phone', anything), 'POST /api/iam/v1/passkeys', { name: 'Phone', attestation: anything }],
  [(s) => s.renamePasskey(4, 'Phone'), 'PUT /api/iam/v1/passkeys/4', { name: 'Phone' }],
  [(s) => s.removePasskey(4, 'olive-tree-60'), 'POST /api/iam/v1/passkeys/4/removal', { password: 'olive-tree-60' }],
  [(s) => s.verifySession('123456'), 'POST /api/iam/v1/second-factor/verification', { code: '123456' }],
  [(s) => s.secondFactor(), 'GET /api/iam/v1/second-factor'],
  [(s) => s.beginEnrolment(null), 'POST /api/iam/v1/second-factor/enrolment', {}],
  [(s) => s.beginEnrolment('olive-tree-60'), 'POST /api/iam/v1/second-factor/enrolment', { password: 'olive-tree-60' }],
  [(s) => s.confirmEnrolment('123456'), 'POST /api/iam/v1/second-factor', { code: '123456' }],
  [
    (s) => s.renewRecoveryCodes('olive-tree-60'),
    'POST /api/iam/v1/second-factor/recovery-codes',
    { password: 'olive-tree-60' },
  ],
  [
    (s) => s.turnOffSecondFactor('olive-tree-60', '123456'),
    'POST /api/iam/v1/second-factor/turn-off',
    { password: 'olive-tree-60', code: '123456' },
  ],
])

testRequests('identity-providers', createIdentityProvidersService, [
  [(s) => s.list(), 'GET /api/iam/v1/identity-providers'],
  [(s) => s.create(anything), 'POST /api/iam/v1/identity-providers', anything],
  [(s) => s.update(3, anything), 'PATCH /api/iam/v1/identity-providers/3', anything],
  [(s) => s.createOpenId(anything), 'POST /api/iam/v1/identity-providers/openid-connect', anything],
  [(s) => s.updateOpenId(3, anything), 'PATCH /api/iam/v1/identity-providers/3/openid-connect', anything],
  [(s) => s.setLogo(3, 'aW1hZ2U='), 'PUT /api/iam/v1/identity-providers/3/logo', { image: 'aW1hZ2U=' }],
  [(s) => s.removeLogo(3), 'DELETE /api/iam/v1/identity-providers/3/logo'],
  [(s) => s.delete(3), 'DELETE /api/iam/v1/identity-providers/3'],
  [(s) => s.beginTest(3), 'POST /api/iam/v1/identity-providers/3/tests', {}],
  [(s) => s.readTest(3, 'a-test'), 'GET /api/iam/v1/identity-providers/3/tests/a-test'],
])

testRequests('profile', createProfileService, [
  [(s) => s.update(anything), 'PATCH /api/iam/v1/profile', anything],
  [(s) => s.setPhoto('aW1hZ2U='), 'PUT /api/iam/v1/profile/photo', { image: 'aW1hZ2U=' }],
  [(s) => s.removePhoto(), 'DELETE /api/iam/v1/profile/photo'],
  [(s) => s.homepage(), 'GET /api/iam/v1/profile/preferences/homepage'],
  [(s) => s.setHomepage(anything), 'PUT /api/iam/v1/profile/preferences/homepage', { homepage: anything }],
  [
    (s) => s.changePassword('olive-tree-60', 'plum-tree-61'),
    'PUT /api/iam/v1/profile/password',
    { oldPassword: 'olive-tree-60', newPassword: 'plum-tree-61' },
  ],
  [(s) => s.tokens(), 'GET /api/iam/v1/access-tokens'],
  [(s) => s.createToken('agent', null), 'POST /api/iam/v1/access-tokens', { name: 'agent', expiresAt: null }],
  [(s) => s.deleteToken(4), 'DELETE /api/iam/v1/access-tokens/4'],
])

testRequests('plan', createPlanService, [
  [(s) => s.usage(), 'GET /api/workspace/usage'],
  [(s, signal) => s.engineUtilization(anything, signal), 'GET /api/workspace/engine-utilization?passedOn=as+it+is'],
  [(s) => s.changes(), 'GET /api/workspace/plan-changes'],
  [(s) => s.changeContact(anything), 'PATCH /api/workspace/billing-contact', anything],
  [(s) => s.setLogo('aW1hZ2U='), 'PUT /api/workspace/logo', { image: 'aW1hZ2U=' }],
  [(s) => s.removeLogo(), 'DELETE /api/workspace/logo'],
])

testRequests('sign-in-rules', createSignInRulesService, [
  [(s) => s.read(), 'GET /api/workspace/sign-in-policy'],
  [(s) => s.save(anything), 'PATCH /api/workspace/sign-in-policy', anything],
])

testRequests('scim', createScimService, [
  [(s) => s.list(), 'GET /api/iam/v1/scim-tokens'],
  [(s) => s.create(anything), 'POST /api/iam/v1/scim-tokens', anything],
  [(s) => s.delete(4), 'DELETE /api/iam/v1/scim-tokens/4'],
])

testRequests('audit-log', createAuditLogService, [
  [(s, signal) => s.list({ page: 2 }, signal), 'GET /api/workspace/audit-log?page=2'],
  [(s) => s.verify(), 'GET /api/workspace/audit-log/verification'],
])

testRequests('workspace', createWorkspaceService, [
  [(s) => s.features(), 'GET /api/workspace/features'],
  [(s) => s.switchFeature('launcher', true), 'PUT /api/workspace/features/launcher', { on: true }],
])
