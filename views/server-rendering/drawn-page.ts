import type { ReactNode } from 'react'
import { fromCallback, type EventObject, type NonReducibleUnknown } from 'xstate'
import type { Send } from '../../services/http/http.ts'

/** Input of a server-drawn page. `send` answers the page's first calls and nothing else. */
export interface DrawnVisit {
  send: Send
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
