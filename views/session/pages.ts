import { ANYONE, SIGNED_IN } from '../application/pages/gate.ts'
import type { PageDefinition } from '../application/pages/page-definition.ts'
import { paths } from '../shared/routes.ts'

/** Pages without a session, and `/`, which redirects. */
export const sessionPages: PageDefinition[] = [
  { pattern: paths.home, gate: SIGNED_IN },
  { pattern: paths.signIn, gate: ANYONE, load: () => import('./sign-in.tsx').then((m) => m.SignIn) },
  { pattern: paths.signUp, gate: ANYONE, load: () => import('./sign-up.tsx').then((m) => m.SignUp) },
  { pattern: paths.singleSignOn, gate: ANYONE, load: () => import('./single-sign-on.tsx').then((m) => m.SingleSignOn) },
  {
    pattern: paths.forgotPassword,
    gate: ANYONE,
    load: () => import('./forgot-password.tsx').then((m) => m.ForgotPassword),
  },
  {
    pattern: paths.resetPassword,
    gate: ANYONE,
    load: () => import('./reset-password.tsx').then((m) => m.ResetPassword),
  },
  {
    pattern: paths.invitation,
    gate: ANYONE,
    load: () => import('./accept-invitation.tsx').then((m) => m.AcceptInvitation),
  },
  { pattern: paths.notFound, gate: ANYONE },
  { pattern: paths.serverError, gate: ANYONE },
]
