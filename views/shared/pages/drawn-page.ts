import type { ReactNode } from 'react'
import { fromCallback, type EventObject, type NonReducibleUnknown } from 'xstate'
import type { LaunchesService } from '../../../services/launches/launches.ts'

/** What a page is drawn from on the server. Its services know the answers to its first calls, and nothing else. */
export interface DrawnVisit {
  launches: LaunchesService
  projectKey: string
  /** Of the address's pattern. */
  params: Readonly<Record<string, string>>
  search: string
}

/** Has a page drawn by `draw`, and resolves to what that returns; null where the browser draws it alone. */
export type DrawnPage = <Drawn>(visit: DrawnVisit, draw: (page: ReactNode) => Drawn) => Promise<Drawn | null>

/** Stands for what follows changes: a drawing shows one moment. */
export const silent = <Heard extends EventObject, Input extends NonReducibleUnknown>() =>
  fromCallback<Heard, Input>(() => undefined)
