import { lazy, type ComponentType } from 'react'
import { paths } from './routes.ts'

/** The page of each address that has one; an address of the route table that is not here answers 404. */
export const PAGES: Partial<Record<string, ComponentType>> = {
  [paths.launches]: lazy(() => import('../launches/launches-page.tsx').then((m) => ({ default: m.LaunchesPage }))),
}
