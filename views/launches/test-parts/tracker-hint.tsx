import { TRACKER_KEYS } from '../../../contract/launches/issues.ts'
import { createIntegrationsService } from '../../../services/integrations/integrations.ts'
import { useMay, useResource } from '../../boot/context.tsx'
import { serviceOf } from '../../boot/service-of.ts'
import { paths } from '../../shared/routes.ts'
import { Link } from '../../ui/link.tsx'

const useIntegrations = serviceOf(({ send }) => createIntegrationsService(send))

/** Says what to connect, and where, while no tracker is; nothing where one is, or while that is unknown. */
export function TrackerHint() {
  const integrations = useIntegrations()
  const { value } = useResource(() => integrations.enabled())
  if (value === null || value.some((key) => TRACKER_KEYS.some((tracker) => tracker === key))) return null
  return <NoTracker />
}

export function NoTracker() {
  const mayConnect = useMay().has('INTEGRATIONS_WRITE')
  return (
    <p>
      No tracker is connected, so titles and statuses of issues are not shown and none can be created here.{' '}
      {mayConnect ? (
        <>
          Connect Jira, GitHub or GitLab in <Link href={paths.integrations}>Settings › Integrations</Link>.
        </>
      ) : (
        'Ask an administrator of the workspace to connect Jira, GitHub or GitLab in Settings › Integrations.'
      )}
    </p>
  )
}
