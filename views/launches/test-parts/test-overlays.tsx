/** Dialogs about tests of a launch, and the panel of a test's sessions. */
import { useSelector } from '@xstate/react'
import type { LaunchTest } from '../../../contract/launches/launch-tests.ts'
import { Later, later } from '../../ui/layout/later.tsx'
import type { useLaunchQuarantine } from '../quarantine/use-quarantine.ts'
import type { FailureTagsById } from './use-failure-tags.ts'
import type { useTagAssignment } from './use-tag-assignment.ts'

const CreateIssueDialog = later(() => import('./create-issue-dialog.tsx').then((m) => m.CreateIssueDialog))
const LinkIssueDialog = later(() => import('./link-issue-dialog.tsx').then((m) => m.LinkIssueDialog))
const QuarantineDialog = later(() => import('../quarantine/quarantine-dialog.tsx').then((m) => m.QuarantineDialog))
const SessionsPanel = later(() => import('../launch/sessions-panel.tsx').then((m) => m.SessionsPanel))
const TagDialog = later(() => import('./tag-dialog.tsx').then((m) => m.TagDialog))

/** An open dialog or panel. */
export type TestAsk =
  | { action: 'link'; tests: readonly LaunchTest[] }
  | { action: 'create-issue'; test: LaunchTest }
  | { action: 'sessions'; test: LaunchTest }

type TestOverlaysProps = {
  launchId: number
  tags: FailureTagsById
  ask: TestAsk | null
  quarantine: ReturnType<typeof useLaunchQuarantine>
  assignment: ReturnType<typeof useTagAssignment>
  onChanged: () => void
  onClose: () => void
}

export function TestOverlays({ launchId, tags, ask, quarantine, assignment, onChanged, onClose }: TestOverlaysProps) {
  const isTagging = useSelector(assignment, (snapshot) => !snapshot.matches('closed'))
  const closeAll = () => {
    onClose()
    assignment.send({ type: 'tags/cancel' })
    quarantine.cancel()
  }
  return (
    <Later onClose={closeAll}>
      {ask?.action === 'sessions' && <SessionsPanel test={ask.test} onClose={onClose} />}
      {quarantine.isAsking && (
        <QuarantineDialog subjects={quarantine.subjects} onSaved={quarantine.save} onClose={quarantine.cancel} />
      )}
      {isTagging && <TagDialog assignment={assignment} tags={tags} />}
      {ask?.action === 'link' && <LinkIssueDialog tests={ask.tests} onDone={onChanged} onClose={onClose} />}
      {ask?.action === 'create-issue' && (
        <CreateIssueDialog
          subject={{ launchId, testId: ask.test.id, failureKeys: [] }}
          onDone={onChanged}
          onClose={onClose}
        />
      )}
    </Later>
  )
}
