import { useActor, useSelector } from '@xstate/react'
import { createContext, useContext, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import type { Observable } from 'rxjs'
import { useLocation } from 'wouter'
import { fromCallback, fromPromise, type EventObject } from 'xstate'
import type { Project } from '../../contract/projects/projects.ts'
import type { OpenSession } from '../../contract/session/session.ts'
import { resource, type Loaded } from '../../machines/patterns/resource.machine.ts'
import { selectSession } from '../../machines/session/session.machine.ts'
import type { Application } from './application.ts'
import { mayOf, type May } from './may.ts'

const ApplicationContext = createContext<Application | null>(null)
const ProjectContext = createContext<Project | null>(null)
const ProjectChangedContext = createContext<(project: Project) => void>(() => undefined)
const CanOpenContext = createContext<(href: string) => boolean>(() => false)

export const ApplicationProvider = ({ application, children }: { application: Application; children: ReactNode }) => (
  <ApplicationContext value={application}>{children}</ApplicationContext>
)
/** `onChange`: receives the project after this page has saved it. */
export const ProjectProvider = ({
  project,
  onChange,
  children,
}: {
  project: Project | null
  onChange: (project: Project) => void
  children: ReactNode
}) => (
  <ProjectChangedContext value={onChange}>
    <ProjectContext value={project}>{children}</ProjectContext>
  </ProjectChangedContext>
)

export const CanOpenProvider = CanOpenContext.Provider

/** Returns whether a path leads this reader to a page: the page exists and its gate admits them. */
export const useCanOpen = (): ((href: string) => boolean) => useContext(CanOpenContext)

export const useApplication = (): Application => {
  const application = useContext(ApplicationContext)
  if (!application) throw new Error('useApplication outside of ApplicationProvider')
  return application
}

/** Values of the `:names` in the pattern of the page that the address leads to. */
export const usePageParams = (): Readonly<Record<string, string>> => {
  const [location] = useLocation()
  return useApplication().matchPage(location)?.params ?? {}
}

/** The open session; null on pages that need none. */
export const useMaybeSession = (): OpenSession | null => useSelector(useApplication().session, selectSession)

/** The open session of a page that needs one. */
export const useSession = (): OpenSession => {
  const session = useMaybeSession()
  if (!session) throw new Error('useSession on a page without a session')
  return session
}

/** The project of the address. */
export const useProject = (): Project => {
  const project = useContext(ProjectContext)
  if (!project) throw new Error('useProject outside of a project')
  return project
}

/** Call with the server's answer after a save: everything that shows the project updates. */
export const useProjectChanged = (): ((project: Project) => void) => useContext(ProjectChangedContext)

/** The reader's permissions here. */
export const useMay = (): May => mayOf(useSession(), useContext(ProjectContext)?.role ?? null)

/** Emits when the shown data may have changed. Calls `again` when changes may have been missed, as after a reconnection. */
export type Follow = (again: () => void) => Observable<unknown>

/** Returns an actor for a machine's `news`: sends the event whenever the data has to be reloaded. */
export const newsActor = (follow: Follow | undefined, event: EventObject) =>
  fromCallback(({ sendBack }) => {
    const notify = () => sendBack(event)
    const following = follow?.(notify).subscribe(notify)
    return () => following?.unsubscribe()
  })

/** Loads one resource for the lifetime of the component. Give the component a `key` to load another one. */
export function useResource<Value>(
  load: () => Promise<Value>,
  { remembered = null, follow }: { remembered?: Value | null; follow?: Follow } = {},
) {
  const machine = useMemo(
    () =>
      resource<Value>().provide({
        actors: {
          load: fromPromise<Loaded<Value>>(() => load().then((value) => ({ value }))),
          news: newsActor(follow, { type: 'resource/refresh' }),
        },
      }),
    // The machine lives as long as the component, so its input is read once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [],
  )
  const [snapshot, send] = useActor(machine, { input: { remembered } })
  return {
    value: snapshot.context.value,
    failure: snapshot.context.failure,
    isLoading: snapshot.matches('loading'),
    retry: () => send({ type: 'resource/retry' }),
    refresh: () => send({ type: 'resource/refresh' }),
    change: (value: Value) => send({ type: 'resource/changed', value }),
  }
}

/** Returns the latest value of a stream, `initial` before the first one. Pass the same stream object in every render. */
export function useStream<Value>(stream$: Observable<Value>, initial: Value): Value {
  const store = useMemo(() => {
    let value = initial
    return {
      subscribe: (changed: () => void) => {
        const subscription = stream$.subscribe((next) => {
          value = next
          changed()
        })
        return () => subscription.unsubscribe()
      },
      read: () => value,
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `initial` counts once
  }, [stream$])
  return useSyncExternalStore(store.subscribe, store.read, store.read)
}
