import { useMay } from '../../boot/context.tsx'
import { paths } from '../../shared/routes.ts'
import { Link } from '../../ui/link.tsx'

/** Says what to connect, and where, while no tracker is. */
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
