import { lazy, type ComponentType } from 'react'
import { paths } from './routes.ts'

/** The page of each address that has one, loaded when it is first opened; an address of the route table that is not here answers 404. */
export const PAGES: Partial<Record<string, ComponentType>> = {
  [paths.signUp]: lazy(() => import('../session/sign-up.tsx').then((m) => ({ default: m.SignUp }))),
  [paths.signIn]: lazy(() => import('../session/sign-in.tsx').then((m) => ({ default: m.SignIn }))),
  [paths.projects]: lazy(() => import('../projects/projects.tsx').then((m) => ({ default: m.Projects }))),
  [paths.profile]: lazy(() => import('../profile/profile.tsx').then((m) => ({ default: m.Profile }))),
  [paths.forgotPassword]: lazy(() =>
    import('../session/forgot-password.tsx').then((m) => ({ default: m.ForgotPassword })),
  ),
  [paths.resetPassword]: lazy(() =>
    import('../session/reset-password.tsx').then((m) => ({ default: m.ResetPassword })),
  ),
  [paths.launches]: lazy(() => import('../launches/launches-page.tsx').then((m) => ({ default: m.LaunchesPage }))),
  [paths.launch]: lazy(() => import('../launches/launch-page.tsx').then((m) => ({ default: m.LaunchPage }))),
  [paths.test]: lazy(() => import('../launches/test-page.tsx').then((m) => ({ default: m.TestPage }))),
}
