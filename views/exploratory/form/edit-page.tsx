/** Edits an open session (ESNV-03). A closed one redirects to its page (ESNV-11). */
import { useState } from 'react'
import { Redirect, useLocation } from 'wouter'
import type { ExploratorySession } from '../../../contract/exploratory/sessions.ts'
import { useProject } from '../../application/context.tsx'
import { Page } from '../../shared/page/page.tsx'
import { paths } from '../../shared/routes.ts'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { sessionHref } from '../address.ts'
import { WithSession } from '../with-session.tsx'
import { SessionForm } from './session-form.tsx'
import styles from './session-form.module.css'

export function EditSessionPage() {
  return (
    <WithSession skeleton={<EditSkeleton />}>
      {({ session }, { isGone }) => <EditSession session={session} isGone={isGone} />}
    </WithSession>
  )
}

function EditSession({ session, isGone }: { session: ExploratorySession; isGone: boolean }) {
  const { key, name } = useProject()
  const [, navigate] = useLocation()
  // A session that is closed while it is edited stays: what was typed can be copied.
  const [wasClosed] = useState(session.closed)
  const href = sessionHref(key, session.id)
  if (wasClosed) return <Redirect to={href} replace />
  return (
    <Page
      title="Edit exploratory session"
      documentTitle={`Edit ${session.title} · ${name}`}
      names={{ [paths.exploratorySession]: session.title }}
      hasRule
      isPadded
    >
      <SessionForm
        session={session}
        ended={isGone ? 'This session was deleted.' : session.closed ? 'This session was closed.' : null}
        onSaved={() => navigate(href)}
        onCancel={() => navigate(href)}
      />
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
