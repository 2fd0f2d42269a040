import { useEffect, useState, type ReactNode } from 'react'
import { Redirect } from 'wouter'
import { getProject, type Project } from '../../contract/projects/projects.ts'
import { ApiError, messageOf } from '../../services/http/api-error.ts'
import { ProjectProvider, useApplication, useResource, useSession } from '../application/context.tsx'
import { Ended } from '../shared/page/ended.tsx'
import { ServerError } from '../shared/page/error-pages.tsx'
import { recallProject, rememberProject } from '../application/remembered-project.ts'
import { SettingsChangesProvider, useSettingsChanges } from '../shared/settings-changes.tsx'
import { paths } from '../shared/routes.ts'
import { nextTask } from '../application/when-idle.ts'

/**
 * Loads the project of the address before anything in it. The project that this browser remembers is shown immediately, also offline.
 * Reloads after changes of the project, its members and the reader's permissions, because the reader's role may have changed.
 */
export function ProjectScope({
  projectKey,
  children,
}: {
  projectKey: string
  /** Null before the project is known: the frame can be drawn already. */
  children: (project: Project | null) => ReactNode
}) {
  const { send } = useApplication()
  const { user } = useSession()
  const [remembered] = useState(() => createMemory(user.id, recallProject(user.id, projectKey)))
  const load = async () => {
    const project = await send(getProject, { params: { projectKey } })
    // The answer may be there together with the session's. Rendered separately, so that frame and page are two short tasks.
    await nextTask()
    return remembered.keep(project)
  }
  const { value, failure, retry, refresh, change } = useResource(load, { remembered: remembered.last() })
  // The project is gone, or the right to see it: forget what is remembered.
  const isRefused = failure instanceof ApiError && (failure.status === 404 || failure.status === 403)
  if (isRefused)
    return remembered.isConfirmed() ? (
      <Ended reason="This project was deleted, or you are no longer a member of it" />
    ) : (
      <Redirect to={paths.notFound} replace />
    )
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

/** Keeps the object identity of an unchanged project, so that nothing re-renders. */
const createMemory = (userId: number, first: Project | null) => {
  let last = first
  let isConfirmed = false
  return {
    last: () => last,
    /** The server has answered with the project before: its pages were open. */
    isConfirmed: () => isConfirmed,
    keep: (project: Project): Project => {
      isConfirmed = true
      if (JSON.stringify(project) !== JSON.stringify(last)) last = project
      return rememberProject(userId, last ?? project)
    },
  }
}
