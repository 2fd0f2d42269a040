import { useMay } from '../../application/context.tsx'
import { paths } from '../../shared/routes.ts'
import { Link } from '../../ui/controls/link.tsx'

/** Says which tracker to connect, and where, when there is none. */
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
