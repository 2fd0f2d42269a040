import { useActor, useSelector } from '@xstate/react'
import { createContext, useContext, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import type { Observable } from 'rxjs'
import { fromCallback, fromPromise, type EventObject } from 'xstate'
import { roleMay, type Feature, type Permission, type ProjectAction } from '../../contract/access.ts'
import type { Project } from '../../contract/projects/projects.ts'
import type { OpenSession } from '../../contract/session/session.ts'
import { resource, type Loaded } from '../../machines/patterns/resource.machine.ts'
import { selectSession } from '../../machines/session/session.machine.ts'
import type { Application } from './application.ts'

const ApplicationContext = createContext<Application | null>(null)
const ProjectContext = createContext<Project | null>(null)
const ProjectChangedContext = createContext<(project: Project) => void>(() => undefined)
const CanOpenContext = createContext<(href: string) => boolean>(() => false)

export const ApplicationProvider = ({ application, children }: { application: Application; children: ReactNode }) => (
  <ApplicationContext value={application}>{children}</ApplicationContext>
)
/** `onChange`: the project was saved from this page, and is now this. */
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

/** Whether an address of this product leads the reader to a page: it is there, and its gate lets them in. */
export const useCanOpen = (): ((href: string) => boolean) => useContext(CanOpenContext)

export const useApplication = (): Application => {
  const application = useContext(ApplicationContext)
  if (!application) throw new Error('useApplication outside of ApplicationProvider')
  return application
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

/** Call with the project as the server answered it after a save: everything that shows it follows. */
export const useProjectChanged = (): ((project: Project) => void) => useContext(ProjectChangedContext)

/** What the reader may do here. The server decides; this only hides what it would refuse. */
export const useMay = () => {
  const { person, workspace } = useSession()
  const project = useContext(ProjectContext)
  return {
    inProject: (action: ProjectAction): boolean => project !== null && roleMay(project.role, action),
    has: (permission: Permission): boolean => !person.readOnly && person.permissions.includes(permission),
    isOn: (feature: Feature): boolean => workspace.features.includes(feature),
    isReadOnly: person.readOnly,
  }
}

/** Emits when what is shown may have changed. Calls `again` when changes may have been missed, as after a lost connection. */
export type Follow = (again: () => void) => Observable<unknown>

/** Returns an actor for the `news` of a machine: it sends the event whenever there is something to load again. */
export const newsActor = (follow: Follow | undefined, event: EventObject) =>
  fromCallback(({ sendBack }) => {
    const tell = () => sendBack(event)
    const following = follow?.(tell).subscribe(tell)
    return () => following?.unsubscribe()
  })

/** Loads one thing for as long as the component lives; give the component a `key` when it is to be another thing. */
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
    // The machine lives as long as the component; what it loads is fixed by then.
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

/** The newest value of a stream; `initial` until there is one. The stream has to be the same object from one drawing to the next. */
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
