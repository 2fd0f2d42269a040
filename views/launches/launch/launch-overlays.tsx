/** Dialogs of the launch's page, and the panel of a test's sessions. */
import { Later, later } from '../../ui/layout/later.tsx'
import { useSelector } from '@xstate/react'
import type { LaunchTest } from '../../../contract/launches/launch-tests.ts'
import type { LaunchAsk } from '../launch-dialogs.tsx'
import type { useLaunchQuarantine } from '../quarantine/use-quarantine.ts'
import type { FailureTagsById } from '../test-parts/use-failure-tags.ts'
import type { useTagAssignment } from '../test-parts/use-tag-assignment.ts'

const LaunchDialogs = later(() => import('../launch-dialogs.tsx').then((m) => m.LaunchDialogs))
const QuarantineDialog = later(() => import('../quarantine/quarantine-dialog.tsx').then((m) => m.QuarantineDialog))
const TagDialog = later(() => import('../test-parts/tag-dialog.tsx').then((m) => m.TagDialog))
const SessionsPanel = later(() => import('./sessions-panel.tsx').then((m) => m.SessionsPanel))
const CreateIssueDialog = later(() => import('../test-parts/create-issue-dialog.tsx').then((m) => m.CreateIssueDialog))
const LinkIssueDialog = later(() => import('../test-parts/link-issue-dialog.tsx').then((m) => m.LinkIssueDialog))

type LaunchOverlaysProps = {
  launchId: number
  tags: FailureTagsById
  ask: LaunchAsk | null
  linking: readonly LaunchTest[] | null
  creating: LaunchTest | null
  sessionsOf: LaunchTest | null
  quarantine: ReturnType<typeof useLaunchQuarantine>
  assignment: ReturnType<typeof useTagAssignment>
  onDone: (ask: LaunchAsk) => void
  onLinked: () => void
  onCloseAsk: () => void
  onCloseLinking: () => void
  onCloseSessions: () => void
}

export function LaunchOverlays(props: LaunchOverlaysProps) {
  const { launchId, tags, ask, linking, creating, sessionsOf, quarantine, assignment } = props
  const { onDone, onLinked, onCloseAsk, onCloseLinking, onCloseSessions } = props
  const isTagging = useSelector(assignment, (snapshot) => !snapshot.matches('closed'))
  const closeAll = () => {
    onCloseAsk()
    onCloseLinking()
    onCloseSessions()
    assignment.send({ type: 'tags/cancel' })
    quarantine.cancel()
  }
  return (
    <Later onClose={closeAll}>
      {sessionsOf !== null && <SessionsPanel test={sessionsOf} onClose={onCloseSessions} />}
      {ask !== null && <LaunchDialogs ask={ask} isOnItsPage onDone={onDone} onClose={onCloseAsk} />}
      {quarantine.isAsking && (
        <QuarantineDialog subjects={quarantine.subjects} onSaved={quarantine.save} onClose={quarantine.cancel} />
      )}
      {isTagging && <TagDialog assignment={assignment} tags={tags} />}
      {linking !== null && <LinkIssueDialog tests={linking} onDone={onLinked} onClose={onCloseLinking} />}
      {creating !== null && (
        <CreateIssueDialog
          subject={{ launchId, testId: creating.id, failureKeys: [] }}
          onDone={onLinked}
          onClose={onCloseLinking}
        />
      )}
    </Later>
  )
}
