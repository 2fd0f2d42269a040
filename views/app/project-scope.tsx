import type { ReactNode } from 'react'
import type { Project } from '../../contract/projects.ts'
import { ApiError, messageOf } from '../../services/api-error.ts'
import { ProjectProvider, useApplication, useResource, useSession } from './context.tsx'
import { NotFound, ServerError } from './error-pages.tsx'
import { recallProject, rememberProject } from './remembered-project.ts'

/** The project of the address, loaded before anything in it. What this browser remembers of it is shown at once, and offline. */
export function ProjectScope({
  projectKey,
  children,
}: {
  projectKey: string
  children: (project: Project) => ReactNode
}) {
  const { projects } = useApplication()
  const { person } = useSession()
  const load = async () => rememberProject(person.id, await projects.get(projectKey))
  const { value, failure, retry } = useResource(load, recallProject(person.id, projectKey))
  // Gone, or the right to see it: what is remembered counts no more.
  const isRefused = failure instanceof ApiError && (failure.status === 404 || failure.status === 403)
  if (isRefused) return <NotFound />
  if (value === null) return failure === null ? null : <ServerError details={messageOf(failure)} onRetry={retry} />
  return <ProjectProvider project={value}>{children(value)}</ProjectProvider>
}
