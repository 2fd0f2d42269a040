import { useEffect, useState, type ReactNode } from 'react'
import type { Project } from '../../contract/projects/projects.ts'
import { ApiError, messageOf } from '../../services/http/api-error.ts'
import { ProjectProvider, useApplication, useResource, useSession } from './context.tsx'
import { NotFound, ServerError } from '../shared/page/error-pages.tsx'
import { recallProject, rememberProject } from './remembered-project.ts'
import { SettingsChangesProvider, useSettingsChanges } from '../shared/settings-changes.tsx'
import { nextTask } from '../shared/when-idle.ts'

/**
 * The project of the address, loaded before anything in it. What this browser remembers of it is shown at once, and offline. When
 * somebody changes the project or its members it is loaded anew: the reader's own role may be another now.
 */
export function ProjectScope({
  projectKey,
  children,
}: {
  projectKey: string
  /** Null until it is known: what stands around the page can be drawn already. */
  children: (project: Project | null) => ReactNode
}) {
  const { projects } = useApplication()
  const { person } = useSession()
  const [remembered] = useState(() => createMemory(person.id, recallProject(person.id, projectKey)))
  const load = async () => {
    const project = await projects.get(projectKey)
    // Its answer may have come with the session: in one go, frame and page would keep the browser from drawing either.
    await nextTask()
    return remembered.keep(project)
  }
  const { value, failure, retry, refresh, change } = useResource(load, { remembered: remembered.last() })
  // Gone, or the right to see it: what is remembered counts no more.
  const isRefused = failure instanceof ApiError && (failure.status === 404 || failure.status === 403)
  if (isRefused) return <NotFound />
  if (value === null && failure !== null) return <ServerError details={messageOf(failure)} onRetry={retry} />
  return (
    <SettingsChangesProvider projectId={value?.id ?? null}>
      <Refreshing onChange={refresh} />
      <ProjectProvider project={value} onChange={(project) => change(remembered.keep(project))}>
        {children(value)}
      </ProjectProvider>
    </SettingsChangesProvider>
  )
}

function Refreshing({ onChange }: { onChange: () => void }) {
  const changes$ = useSettingsChanges(['project', 'members'])
  useEffect(() => {
    const subscription = changes$.subscribe(onChange)
    return () => subscription.unsubscribe()
  })
  return null
}

/** A project that has not changed stays the same object, so that nothing is drawn for it. */
const createMemory = (personId: number, first: Project | null) => {
  let last = first
  return {
    last: () => last,
    keep: (project: Project): Project => {
      if (JSON.stringify(project) !== JSON.stringify(last)) last = project
      return rememberProject(personId, last ?? project)
    },
  }
}
