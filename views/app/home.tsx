import { Redirect } from 'wouter'
import { useApplication, useResource } from './context.tsx'
import { paths, projectHref } from './routes.ts'

/** `/`: where the person wants to start (ROUTES-01). When that cannot be asked, the projects. */
export function Home() {
  const { profile } = useApplication()
  const { value, failure } = useResource(() => profile.homepage())
  if (value === null) return failure === null ? null : <Redirect to={paths.projects} replace />
  const { homepage, lastProjectKey } = value
  return (
    <Redirect
      to={homepage === 'last-project' && lastProjectKey ? projectHref(lastProjectKey) : paths.projects}
      replace
    />
  )
}
