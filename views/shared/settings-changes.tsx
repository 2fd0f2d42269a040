/** News of what others save in the settings of the project that is open. */
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import { EMPTY, filter, Subject, type Observable } from 'rxjs'
import { topics } from '../../contract/live.ts'
import { SETTINGS_AREAS, type SettingsArea } from '../../contract/settings/changes.ts'
import { useApplication, useSession } from '../boot/context.tsx'
import { whenIdle } from './when-idle.ts'

/**
 * An area was saved, perhaps by the reader's own hand (`by` is a person's id), perhaps in another tab. After each (re)connection
 * every area is told with neither `version` nor `by`: something may have been missed.
 */
export interface SettingsChanged {
  area: SettingsArea
  /** Of a held list: the version that was saved. */
  version: number | null
  by: number | null
}

const SettingsChangesContext = createContext<Observable<SettingsChanged>>(EMPTY)

/** Tells of these areas of the open project's settings; the same stream for as long as the areas are the same. */
export const useSettingsChanges = (areas: readonly SettingsArea[]): Observable<SettingsChanged> => {
  const changes$ = useContext(SettingsChangesContext)
  const wanted = areas.join(' ')
  return useMemo(() => changes$.pipe(filter(({ area }) => wanted.split(' ').includes(area))), [changes$, wanted])
}

/** Follows the settings of a project for everything inside; of no project as long as `projectId` is null. */
export function SettingsChangesProvider({ projectId, children }: { projectId: number | null; children: ReactNode }) {
  const { live } = useApplication()
  const { tenant } = useSession().workspace
  const [changes] = useState(() => new Subject<SettingsChanged>())
  useEffect(() => {
    if (projectId === null) return undefined
    let leave = () => {}
    const callOff = whenIdle(() => {
      const connected = () => SETTINGS_AREAS.forEach((area) => changes.next({ area, version: null, by: null }))
      const topic = live.followNews(topics.settings(tenant, projectId), connected).subscribe((news) => {
        if (news.type === 'SETTINGS') changes.next({ area: news.area, version: news.version, by: news.by })
      })
      leave = () => topic.unsubscribe()
    })
    return () => {
      callOff()
      leave()
    }
  }, [live, tenant, projectId, changes])
  return <SettingsChangesContext value={changes}>{children}</SettingsChangesContext>
}
