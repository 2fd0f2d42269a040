import { statusOf, type Integration, type IntegrationStatus } from '../../contract/workspace/integrations.ts'
import { RelativeTime } from '../ui/text/relative-time.tsx'
import { Badge, StatusTag } from '../ui/marks/status-tag.tsx'

const LABELS: Record<IntegrationStatus, string> = {
  'not-set-up': 'Not set up',
  on: 'On',
  off: 'Off',
  failing: 'Failing',
}

export function IntegrationStatusTag({ integration }: { integration: Integration }) {
  const status = statusOf(integration)
  if (status === 'on' || status === 'failing')
    return <StatusTag kind={status === 'on' ? 'passed' : 'failed'}>{LABELS[status]}</StatusTag>
  return <Badge>{LABELS[status]}</Badge>
}

/** Result and time of the latest check. */
export function CheckedNote({ checked, isMessage }: { checked: Integration['checked']; isMessage: boolean }) {
  if (checked === null) return <>Not checked yet</>
  const { at, problem, account } = checked
  if (problem !== null)
    return (
      <>
        {problem}, <RelativeTime at={at} />
      </>
    )
  return (
    <>
      {isMessage ? 'Sent' : 'Connected'} <RelativeTime at={at} />
      {account !== null && ` ${isMessage ? 'to' : 'as'} ${account}`}
    </>
  )
}
