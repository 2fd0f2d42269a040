import { Redirect } from 'wouter'
import { getHomepage } from '../../contract/workspace/homepage.ts'
import { useApplication, useResource, useSession } from '../application/context.tsx'
import { recallLastProject } from '../application/remembered-project.ts'
import { launchesHref, paths } from '../shared/routes.ts'

/** `/`: redirects to the start page that the user chose (ROUTES-01), or to the projects when that is unknown or no longer exists. */
export function Home() {
  const { send } = useApplication()
  const { user } = useSession()
  const { value, failure } = useResource(() => send(getHomepage))
  if (value === null) return failure === null ? null : <Redirect to={paths.projects} replace />
  const last = value.homepage === 'last-project' ? recallLastProject(user.id) : null
  return <Redirect to={last === null ? paths.projects : launchesHref(last)} replace />
}
