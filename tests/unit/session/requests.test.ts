import { createSessionService } from '../../../services/session/session.ts'
import { createPasskeySignInService } from '../../../services/session/passkeys.ts'
import { createInvitationsService } from '../../../services/session/invitations.ts'
import { anything, testRequests } from '../services/requests.ts'

testRequests('session', createSessionService, [
  [(s) => s.welcome(), 'GET /api/welcome'],
  [(s) => s.createWorkspace(anything), 'POST /api/workspace', anything],
  [
    (s) => s.signIn('nadia', 'olive-tree-60'),
    'POST /api/iam/v1/auth/login',
    { login: 'nadia', password: 'olive-tree-60' },
  ],
  [
    (s) => s.verifySecondFactor('a-ticket', '123456'),
    'POST /api/iam/v1/auth/second-factor',
    { ticket: 'a-ticket', code: '123456' },
  ],
  [(s) => s.renew(), 'POST /api/session/refresh', {}],
  [(s) => s.signOut(), 'POST /api/session/sign-out', {}],
  [
    (s) => s.forgotPassword('nadia@larkspur.test'),
    'POST /api/iam/v1/auth/password/forgot',
    { email: 'nadia@larkspur.test' },
  ],
  [(s) => s.resetPassword(anything), 'POST /api/iam/v1/auth/password/reset', anything],
])

testRequests('passkeys', createPasskeySignInService, [
  [(s) => s.begin(null), 'POST /api/iam/v1/auth/passkey/options', {}],
  [(s) => s.begin('a-ticket'), 'POST /api/iam/v1/auth/passkey/options', { ticket: 'a-ticket' }],
  [(s) => s.signIn(null, anything), 'POST /api/iam/v1/auth/passkey', { assertion: anything }],
  [(s) => s.signIn('a-ticket', anything), 'POST /api/iam/v1/auth/passkey', { assertion: anything, ticket: 'a-ticket' }],
])

testRequests('invitations', createInvitationsService, [
  [(s) => s.open('a-token'), 'POST /api/invitations/open', { token: 'a-token' }],
  [(s) => s.accept(anything), 'POST /api/invitations/accept', anything],
])
