/** An exploratory session: header and summary (ESVW rows). */
import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useApplication, useMay, useProject, useSession } from '../application/context.tsx'
import { Page } from '../shared/page/page.tsx'
import { paths } from '../shared/routes.ts'
import { whenIdle } from '../application/when-idle.ts'
import { UnsavedDraft } from '../shared/unsent/unsaved-draft.tsx'
import { Banner } from '../ui/layout/banner.tsx'
import { Later, later } from '../ui/layout/later.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { recall, remember } from '../ui/browser/remember.ts'
import { sessionsHref } from './address.ts'
import { loadOverlays } from '../ui/overlays/use-overlays.ts'
import { loadMarkup } from '../shared/capture/load-markup.ts'
import { Composer } from './observations/composer.tsx'
import { Observations } from './observations/observations.tsx'
import { observationText } from './observations/observation-text.ts'
import { useObservations } from './observations/use-observations.ts'
import { RecordingBar } from './recording/recording-bar.tsx'
import { recordingOf } from './recording/recordings.ts'
import { SessionActions, SessionFacts, SessionStatus } from './session/session-head.tsx'
import { loadChart, SessionSummary } from './session/session-summary.tsx'
import { useRequirementLabels } from './session/use-requirement-labels.tsx'
import type { SessionAsk } from './dialogs/session-dialogs.tsx'
import { useTidyDrafts } from './use-tidy-drafts.ts'
import { WithSession } from './with-session.tsx'
import { LIMITS } from '../../contract/limits.ts'
import { selectState } from '../../machines/exploratory/recording.machine.ts'
import type { SessionReading } from '../../machines/exploratory/exploratory-session.machine.ts'
import type { Exploratory } from '../../store/outbox/exploratory/sessions.ts'
import styles from './session/session.module.css'

const loadDialogs = () => import('./dialogs/session-dialogs.tsx')
const SessionDialog = later(() => loadDialogs().then((m) => m.SessionDialog))

const SUMMARY = 'exploratory-summary'

/** The stored choice (ESVW-08). By default it is collapsed where it would take the composer's room. */
const startsOpen = (left: string | null, isClosed: boolean) =>
  left === null ? isClosed && window.innerWidth >= 960 : left !== 'closed'

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
  const { user } = useSession()
  const canWrite = useMay().inProject('exploratory:write') && !session.closed && !known.isGone
  useEffect(
    // Preloads for offline use.
    () =>
      whenIdle(
        () => void Promise.all([loadChart(), loadMarkup(), loadOverlays(), loadDialogs()]).catch(() => undefined),
      ),
    [],
  )
  const recording = recordingOf(application, { projectKey: key, sessionId: session.id, userId: user.id })
  const isRecordedHere = useSelector(recording, (snapshot) => selectState(snapshot) !== 'idle')
  const [, navigate] = useLocation()
  const isFull = known.observations.length >= LIMITS.maxObservations
  const actor = useObservations(session.id, known)
  const isEditing = useSelector(actor, ({ context }) => context.edited !== null)
  const [ask, setAsk] = useState<SessionAsk | null>(null)
  useTidyDrafts()
  const requirements = useRequirementLabels(session.requirements)
  const [isOpen, setOpen] = useState(() => startsOpen(recall(SUMMARY), session.closed))
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
        names={{ [paths.exploratorySession]: session.title }}
        status={<SessionStatus session={session} isRecordedHere={isRecordedHere} />}
        actions={<SessionActions session={session} hasComposer={canWrite && !isFull} onAsk={setAsk} />}
        meta={
          <SessionFacts session={session} requirements={requirements} isSummaryOpen={isOpen} onToggleSummary={toggle} />
        }
        hasRule
        foot={
          canWrite ? (
            <Composer session={session} isFull={isFull} isPrimary={!isEditing} recording={recording} />
          ) : undefined
        }
      >
        {known.isGone && (
          <Banner>
            <b>This session was deleted.</b> What you wrote and could not be sent is still here.
          </Banner>
        )}
        {!canWrite && (
          <UnsavedDraft
            name={`observation:${session.id}`}
            title="Your observation was not added:"
            textOf={observationText}
          />
        )}
        <div id="exploratory-summary" hidden={!isOpen} className={styles.fold}>
          {isOpen && <SessionSummary session={session} observations={observations} requirements={requirements} />}
        </div>
        <Observations session={session} known={known} actor={actor} />
        {ask !== null && (
          <Later onClose={() => setAsk(null)}>
            <SessionDialog
              ask={ask}
              onDone={() => {
                setAsk(null)
                if (ask.action === 'delete') navigate(sessionsHref(key))
              }}
              onClose={() => setAsk(null)}
            />
          </Later>
        )}
      </Page>
    </>
  )
}

function SessionSkeleton() {
  return (
    <Page title="Exploratory session" hasRule isPadded>
      <div aria-busy className={styles.skeleton}>
        {[320, 240, 280].map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </div>
    </Page>
  )
}
