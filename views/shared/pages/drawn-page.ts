import type { ReactNode } from 'react'
import { fromCallback, type EventObject, type NonReducibleUnknown } from 'xstate'
import type { LaunchesService } from '../../../services/launches/launches.ts'

/** Input of a server-drawn page. Its services answer the page's first calls and nothing else. */
export interface DrawnVisit {
  launches: LaunchesService
  projectKey: string
  /** Parameters of the page's pattern. */
  params: Readonly<Record<string, string>>
  search: string
}

/** Renders a page with `draw` and resolves with its result; null where only the browser can draw it. */
export type DrawnPage = <Drawn>(visit: DrawnVisit, draw: (page: ReactNode) => Drawn) => Promise<Drawn | null>

/** Replaces live subscriptions: a server-drawn page is a snapshot. */
export const silent = <Heard extends EventObject, Input extends NonReducibleUnknown>() =>
  fromCallback<Heard, Input>(() => undefined)
