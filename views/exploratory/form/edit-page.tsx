/** Edits an open session (ESNV-03). A closed one redirects to its page (ESNV-11). */
import { Redirect, useLocation } from 'wouter'
import type { ExploratorySession } from '../../../contract/exploratory/sessions.ts'
import { useProject } from '../../boot/context.tsx'
import { Page } from '../../shared/page/page.tsx'
import { paths } from '../../shared/routes.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { sessionHref } from '../address.ts'
import { WithSession } from '../with-session.tsx'
import { SessionForm } from './session-form.tsx'
import styles from './session-form.module.css'

export function EditSessionPage() {
  return <WithSession skeleton={<EditSkeleton />}>{({ session }) => <EditSession session={session} />}</WithSession>
}

function EditSession({ session }: { session: ExploratorySession }) {
  const { key, name } = useProject()
  const [, navigate] = useLocation()
  const href = sessionHref(key, session.id)
  if (session.closed) return <Redirect to={href} replace />
  return (
    <Page
      title="Edit exploratory session"
      documentTitle={`Edit ${session.title} · ${name}`}
      names={{ [paths.exploratorySession]: session.title }}
      hasRule
      isPadded
    >
      <SessionForm session={session} onSaved={() => navigate(href)} onCancel={() => navigate(href)} />
    </Page>
  )
}

function EditSkeleton() {
  return (
    <Page title="Edit exploratory session" hasRule isPadded>
      <div className={styles.form} aria-busy>
        {[760, 760, 760, 360].map((width, i) => (
          <Skeleton key={i} width={width} height={i === 1 ? 96 : 32} />
        ))}
      </div>
    </Page>
  )
}
