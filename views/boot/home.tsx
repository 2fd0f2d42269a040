import { Redirect } from 'wouter'
import { getHomepage } from '../../contract/workspace/homepage.ts'
import { useApplication, useResource, useSession } from './context.tsx'
import { recallLastProject } from './remembered-project.ts'
import { launchesHref, paths } from '../shared/routes.ts'

/** `/`: where the person wants to start (ROUTES-01). When that cannot be asked, or there is no such project yet, the projects. */
export function Home() {
  const { send } = useApplication()
  const { person } = useSession()
  const { value, failure } = useResource(() => send(getHomepage))
  if (value === null) return failure === null ? null : <Redirect to={paths.projects} replace />
  const last = value.homepage === 'last-project' ? recallLastProject(person.id) : null
  return <Redirect to={last === null ? paths.projects : launchesHref(last)} replace />
}
