/** An exploratory session: what it is about, in a head and a summary (ESVW rows). */
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useApplication, useMay, useProject, useSession } from '../app/context.tsx'
import { Page } from '../app/page.tsx'
import { whenIdle } from '../app/when-idle.ts'
import { Banner } from '../ui/banner.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { recall, remember } from '../ui/remember.ts'
import { sessionsHref } from './address.ts'
import { Composer } from './observations/composer.tsx'
import { Observations } from './observations/observations.tsx'
import { RecordingBar } from './recording/recording-bar.tsx'
import { recordingOf } from './recording/recordings.ts'
import { SessionActions, SessionFacts, SessionStatus } from './session/session-head.tsx'
import { loadChart, SessionSummary } from './session/session-summary.tsx'
import { SessionDialog, type SessionAsk } from './session-dialogs.tsx'
import { WithSession } from './with-session.tsx'
import type { SessionReading } from '../../machines/exploratory-session.ts'
import type { Exploratory } from '../../store/exploratory-log.ts'
import styles from './session/session.module.css'

const SUMMARY = 'exploratory-summary'

/** As it was left (ESVW-08). Where it would fill the screen it begins folded. */
const startsOpen = (left: string | null) => (left === null ? window.innerWidth >= 960 : left !== 'closed')

export function SessionPage() {
  return (
    <WithSession skeleton={<SessionSkeleton />}>
      {(reading, known) => <Session key={reading.session.id} {...reading} known={known} />}
    </WithSession>
  )
}

function Session({ session, observations, known }: SessionReading & { known: Exploratory }) {
  const { key, name } = useProject()
  const application = useApplication()
  const { person } = useSession()
  const canWrite = useMay().inProject('exploratory:write') && !session.closed && !known.isGone
  useEffect(
    // While there is a network: the page goes on without one.
    () => whenIdle(() => void Promise.all([loadChart(), import('./capture/markup-dialog.tsx')]).catch(() => undefined)),
    [],
  )
  const recording = recordingOf(application, { projectKey: key, sessionId: session.id, personId: person.id })
  const [, navigate] = useLocation()
  const [ask, setAsk] = useState<SessionAsk | null>(null)
  const [isOpen, setOpen] = useState(() => startsOpen(recall(SUMMARY)))
  const toggle = () => {
    remember(SUMMARY, isOpen ? 'closed' : 'open')
    setOpen(!isOpen)
  }
  return (
    <>
      {canWrite && <RecordingBar session={session} recording={recording} stretches={known.stretches} />}
      <Page
        title={session.title}
        documentTitle={`${session.title} · ${name}`}
        crumbs={[{ label: 'Exploratory sessions', href: sessionsHref(key) }, { label: session.title }]}
        status={<SessionStatus session={session} />}
        actions={<SessionActions session={session} onAsk={setAsk} />}
        meta={<SessionFacts session={session} isSummaryOpen={isOpen} onToggleSummary={toggle} />}
        hasRule
        foot={
          canWrite ? <Composer session={session} count={known.observations.length} recording={recording} /> : undefined
        }
      >
        {known.isGone && (
          <Banner>
            <b>This session was deleted.</b> What you wrote and could not be sent is still here.
          </Banner>
        )}
        <div id="exploratory-summary" hidden={!isOpen} className={styles.fold}>
          {isOpen && <SessionSummary session={session} observations={observations} />}
        </div>
        <Observations session={session} known={known} />
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
    </>
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
