/** Facts of a test under its title: duration, owner, class, attempts and last results. */
import { Clock } from 'lucide-react'
import type { SnapshotFrom } from 'xstate'
import type { LaunchTest } from '../../../contract/launches/launch-tests.ts'
import type { TestDetails, testPage } from '../../../machines/launches/test-page.machine.ts'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Duration } from '../../ui/text/duration.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { HistoryStrip } from './test-history.tsx'
import styles from './opened-test.module.css'

type TestMetaProps = {
  test: LaunchTest
  attempts: TestDetails['attempts']
  attempt: number
  history: SnapshotFrom<typeof testPage>['context']['history']
  onAttempt: (attempt: number) => void
}

export function TestMeta({ test, attempts, attempt, history, onAttempt }: TestMetaProps) {
  return (
    <>
      <span>
        <Clock aria-hidden />
        {test.status === 'IN_PROGRESS' ? <Duration since={test.startTime} /> : <Duration ms={test.durationMs} />}
        <span>
          {test.finishTime === null ? 'started' : 'ended'} <RelativeTime at={test.finishTime ?? test.startTime} />
        </span>
      </span>
      {test.owner !== null && (
        <span>
          <Avatar name={test.owner} size={18} />
          {test.owner}
        </span>
      )}
      {test.className !== null && <code>{test.className}</code>}
      {attempts.length > 1 && (
        <SegmentedControl
          label="Attempt"
          size="sm"
          value={String(attempt)}
          segments={attempts.map((one) => ({ value: String(one.attempt), label: `Attempt ${one.attempt}` }))}
          onValueChange={(value) => onAttempt(Number(value))}
        />
      )}
      {history === null ? <span className={styles.historyRoom} /> : <HistoryStrip history={history} testId={test.id} />}
    </>
  )
}
