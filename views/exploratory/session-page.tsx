/** An exploratory session: what it is about, in a head and a summary (ESVW rows). */
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useProject } from '../app/context.tsx'
import { Page } from '../app/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { recall, remember } from '../ui/remember.ts'
import { sessionsHref } from './address.ts'
import { SessionActions, SessionFacts, SessionStatus } from './session/session-head.tsx'
import { SessionSummary } from './session/session-summary.tsx'
import { SessionDialog, type SessionAsk } from './session-dialogs.tsx'
import { WithSession } from './with-session.tsx'
import type { SessionReading } from '../../machines/exploratory-session.ts'
import styles from './session/session.module.css'

const SUMMARY = 'exploratory-summary'

export function SessionPage() {
  return (
    <WithSession skeleton={<SessionSkeleton />}>
      {(reading) => <Session key={reading.session.id} {...reading} />}
    </WithSession>
  )
}

function Session({ session, observations }: SessionReading) {
  const { key, name } = useProject()
  const [, navigate] = useLocation()
  const [ask, setAsk] = useState<SessionAsk | null>(null)
  const [isOpen, setOpen] = useState(recall(SUMMARY) !== 'closed')
  const toggle = () => {
    remember(SUMMARY, isOpen ? 'closed' : 'open')
    setOpen(!isOpen)
  }
  return (
    <Page
      title={session.title}
      documentTitle={`${session.title} · ${name}`}
      crumbs={[{ label: 'Exploratory sessions', href: sessionsHref(key) }, { label: session.title }]}
      status={<SessionStatus session={session} />}
      actions={<SessionActions session={session} onAsk={setAsk} />}
      meta={<SessionFacts session={session} isSummaryOpen={isOpen} onToggleSummary={toggle} />}
      hasRule
    >
      <div id="exploratory-summary" hidden={!isOpen} className={styles.fold}>
        {isOpen && <SessionSummary session={session} observations={observations} />}
      </div>
      {ask !== null && (
        <SessionDialog
          ask={ask}
          onDone={() => {
            setAsk(null)
            if (ask.action === 'delete') navigate(sessionsHref(key))
          }}
          onClose={() => setAsk(null)}
        />
      )}
    </Page>
  )
}

function SessionSkeleton() {
  const { key } = useProject()
  return (
    <Page
      title="Exploratory session"
      crumbs={[{ label: 'Exploratory sessions', href: sessionsHref(key) }, { label: '…' }]}
      hasRule
      isPadded
    >
      <div aria-busy className={styles.skeleton}>
        {[320, 240, 280].map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </div>
    </Page>
  )
}
