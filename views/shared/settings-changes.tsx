/** Changes that users save in the open project's settings. */
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import { EMPTY, filter, Subject, type Observable } from 'rxjs'
import { topics } from '../../contract/live.ts'
import type { SettingsArea } from '../../contract/settings/changes.ts'
import { useApplication, useSession } from '../application/context.tsx'
import { whenIdle } from '../application/when-idle.ts'

/** An area was saved, possibly by the reader (`by`: a user's id) or in another tab. */
export interface SettingsChanged {
  /** Null after each (re)connection: changes of any area may have been missed. One event, so that a reader of several areas reloads once. */
  area: SettingsArea | null
  /** Version that was saved, for a held list. */
  version: number | null
  by: number | null
}

const SettingsChangesContext = createContext<Observable<SettingsChanged>>(EMPTY)

/** Emits changes of these areas in the open project; the stream is stable while the areas are the same. */
export const useSettingsChanges = (areas: readonly SettingsArea[]): Observable<SettingsChanged> => {
  const changes$ = useContext(SettingsChangesContext)
  const wanted = areas.join(' ')
  return useMemo(
    () => changes$.pipe(filter(({ area }) => area === null || wanted.split(' ').includes(area))),
    [changes$, wanted],
  )
}

/** Follows a project's settings for all components inside; none while `projectId` is null. */
export function SettingsChangesProvider({ projectId, children }: { projectId: number | null; children: ReactNode }) {
  const { live } = useApplication()
  const { tenant } = useSession().workspace
  const [changes] = useState(() => new Subject<SettingsChanged>())
  useEffect(() => {
    if (projectId === null) return undefined
    let leave = () => {}
    const callOff = whenIdle(() => {
      const connected = () => changes.next({ area: null, version: null, by: null })
      const topic = live.followNews(topics.settings(tenant, projectId), connected).subscribe((news) => {
        if (news.type === 'SETTINGS') changes.next({ area: news.area, version: news.version, by: news.by })
      })
      // Groups and the read-only mode decide on roles in all projects. Reconnections are announced by the other topic.
      topic.add(
        live
          .followNews(topics.workspace(tenant), () => undefined)
          .subscribe(({ type }) => {
            if (type === 'RIGHTS') changes.next({ area: 'members', version: null, by: null })
          }),
      )
      leave = () => topic.unsubscribe()
    })
    return () => {
      callOff()
      leave()
    }
  }, [live, tenant, projectId, changes])
  return <SettingsChangesContext value={changes}>{children}</SettingsChangesContext>
}
