/** Report of an exploratory session for holders of its public link and passcode. */
import { getPublicExploratorySession } from '../../../contract/public/public-access.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import type { Send } from '../../../services/http/http.ts'
import { useResource } from '../../application/context.tsx'
import { PublicPage, useDocumentTitle } from '../../shared/public/public-page.tsx'
import { ProblemState } from '../../ui/layout/empty-state.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Report } from '../debrief/report.tsx'
import styles from './public-session.module.css'

export function PublicSessionPage() {
  return (
    <PublicPage resourceType="exploratory-session" noun="report">
      {(send) => <Shared send={send} />}
    </PublicPage>
  )
}

function Shared({ send }: { send: Send }) {
  const { value, failure, retry } = useResource(() => send(getPublicExploratorySession))
  useDocumentTitle(value?.session.title ?? 'Report')
  if (failure !== null)
    return (
      <ProblemState title="The report did not load" onRetry={retry}>
        {messageOf(failure)}
      </ProblemState>
    )
  if (value === null)
    return (
      <div aria-busy>
        <Skeleton width={320} height={24} />
      </div>
    )
  const { session, items, files } = value
  return (
    <>
      <h1 className={styles.title}>{session.title}</h1>
      <Report
        session={session}
        observations={items}
        fileHref={({ fileUuid, name }) => `${files}/${fileUuid}/${encodeURIComponent(name)}`}
      />
    </>
  )
}
