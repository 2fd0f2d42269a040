import { lazy, type ComponentType } from 'react'
import { paths } from './routes.ts'

const page = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }))

/** The page of each address that has one; an address of the route table that is not here answers 404. */
export const PAGES: Partial<Record<string, ComponentType>> = {
  [paths.signIn]: page(() => import('../session/sign-in.tsx').then((m) => m.SignIn)),
  [paths.signUp]: page(() => import('../session/sign-up.tsx').then((m) => m.SignUp)),
  [paths.forgotPassword]: page(() => import('../session/forgot-password.tsx').then((m) => m.ForgotPassword)),
  [paths.resetPassword]: page(() => import('../session/reset-password.tsx').then((m) => m.ResetPassword)),
  [paths.projects]: page(() => import('../projects/projects.tsx').then((m) => m.Projects)),
  [paths.profile]: page(() => import('../profile/profile.tsx').then((m) => m.Profile)),
  [paths.launches]: page(() => import('../launches/launches.tsx').then((m) => m.Launches)),
  [paths.launch]: page(() => import('../launches/launch.tsx').then((m) => m.LaunchDetails)),
  [paths.test]: page(() => import('../launches/test.tsx').then((m) => m.TestDetails)),
}
