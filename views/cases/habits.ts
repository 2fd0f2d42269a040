/** Display preferences of the page on this device. */
import { useCallback, useState } from 'react'
import { REPOSITORY_VIEWS, type RepositoryView } from '../../machines/cases/repository-layout.ts'
import { recall, remember } from '../ui/browser/remember.ts'

/** A stored on/off preference. */
export function useRememberedFlag(name: string, first: boolean): [boolean, (next: boolean) => void] {
  const [isOn, setOn] = useState(() => (recall(name) ?? String(first)) === 'true')
  const change = (next: boolean) => {
    setOn(next)
    remember(name, String(next))
  }
  return [isOn, change]
}

/** Collapsed suites; the setter is stable. */
export function useClosedSuites(name: string) {
  const [closed, setClosed] = useState<ReadonlySet<number>>(() => new Set((recall(name) ?? '').split(',').map(Number)))
  const change = useCallback(
    (next: (before: ReadonlySet<number>) => ReadonlySet<number>) =>
      setClosed((before) => {
        const now = next(before)
        if (now !== before) remember(name, [...now].join(','))
        return now
      }),
    [name],
  )
  return [closed, change] as const
}

export const recallView = (projectId: number): RepositoryView =>
  REPOSITORY_VIEWS.find((view) => view === recall(`cases.view.${projectId}`)) ?? 'tree'

export const rememberView = (projectId: number, view: RepositoryView): void => remember(`cases.view.${projectId}`, view)

export const withSuite = (before: ReadonlySet<number>, suiteId: number, isClosed: boolean): ReadonlySet<number> => {
  if (before.has(suiteId) === isClosed) return before
  const next = new Set(before)
  if (isClosed) next.add(suiteId)
  else next.delete(suiteId)
  return next
}
