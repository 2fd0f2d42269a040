import { lazy, type ComponentType } from 'react'
import { matchRoute } from './route-table.ts'
import { paths } from './routes.ts'

/** Code that the address of the visit wants is asked for at once: it then comes while the session is renewed. */
const page = (pattern: string, load: () => Promise<ComponentType>): ComponentType => {
  const isWanted = typeof location !== 'undefined' && matchRoute(location.pathname)?.entry.pattern === pattern
  const loading = isWanted ? load() : null
  loading?.catch(() => undefined) // told where the page is drawn
  return lazy(async () => ({ default: await (loading ?? load()) }))
}

/** The page of each address that has one, loaded when it is first opened; an address of the route table that is not here answers 404. */
export const PAGES: Partial<Record<string, ComponentType>> = {
  [paths.signUp]: page(paths.signUp, () => import('../session/sign-up.tsx').then((m) => m.SignUp)),
  [paths.signIn]: page(paths.signIn, () => import('../session/sign-in.tsx').then((m) => m.SignIn)),
  [paths.projects]: page(paths.projects, () => import('../projects/projects.tsx').then((m) => m.Projects)),
  [paths.profile]: page(paths.profile, () => import('../profile/profile.tsx').then((m) => m.Profile)),
  [paths.forgotPassword]: page(paths.forgotPassword, () =>
    import('../session/forgot-password.tsx').then((m) => m.ForgotPassword),
  ),
  [paths.resetPassword]: page(paths.resetPassword, () =>
    import('../session/reset-password.tsx').then((m) => m.ResetPassword),
  ),
  [paths.launches]: page(paths.launches, () => import('../launches/launches-page.tsx').then((m) => m.LaunchesPage)),
  [paths.launch]: page(paths.launch, () => import('../launches/launch-page.tsx').then((m) => m.LaunchPage)),
  [paths.test]: page(paths.test, () => import('../launches/test-page.tsx').then((m) => m.TestPage)),
}
