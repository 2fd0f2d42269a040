/** Side panel of a test's log: video, console and network errors, and metadata. */
import { Globe, Monitor } from 'lucide-react'
import type { ReactNode } from 'react'
import { canTag, failureTagOf } from '../../../contract/launches/failure-tags.ts'
import type { LaunchTest } from '../../../contract/launches/launch-tests.ts'
import type { Artifact } from '../../../contract/launches/launches.ts'
import type { TestDetails } from '../../../machines/launches/test-page.machine.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Chip } from '../../ui/marks/chip.tsx'
import { ArtifactList } from '../artifact-list.tsx'
import { Chips } from '../chips.tsx'
import { IssueLine } from '../test-parts/issue-chip.tsx'
import { TagOfTest } from '../test-parts/tag-chip.tsx'
import { showsTag, TAGS_LOADING, type FailureTagsById } from '../test-parts/use-failure-tags.ts'
import { labelChips } from '../launch-chips.ts'
import type { TestRights } from '../launch-actions.ts'
import { isLinkable } from '../test-parts/test-row.tsx'
import styles from './opened-test.module.css'

export type TestSideProps = {
  details: TestDetails
  /** Artifacts of the attempt that is shown. */
  files: readonly Artifact[]
  rights: TestRights
  video: ReactNode
  browserErrors: ReactNode
  tags: FailureTagsById
  onLink: () => void
  onCreateIssue: () => void
  onTag: (tests: readonly LaunchTest[]) => void
}

export function TestSide({
  details: { test, sessions },
  files,
  rights,
  tags,
  video,
  browserErrors,
  onLink,
  onCreateIssue,
  onTag,
}: TestSideProps) {
  const [session] = sessions
  const runsOn = [session?.browser, session?.platform, session?.device].filter(Boolean)
  return (
    <aside className={styles.side} aria-label="About this test">
      {video}
      {browserErrors}
      <dl className={styles.facts}>
        {(test.issueReferences.length > 0 || (rights.canLinkIssues && isLinkable(test))) && (
          <Fact name="Issue">
            {test.issueReferences.map(({ id }) => (
              <IssueLine key={id} id={id} />
            ))}
            {rights.canLinkIssues && isLinkable(test) && (
              <Button variant="quiet" size="sm" onClick={onLink}>
                {test.issueReferences.length > 0 ? 'Change' : 'Link an issue'}
              </Button>
            )}
            {rights.canLinkIssues && isLinkable(test) && test.issueReferences.length === 0 && (
              <Button variant="quiet" size="sm" onClick={onCreateIssue}>
                Create an issue
              </Button>
            )}
          </Fact>
        )}
        {showsTag(test, tags) && (
          <Fact name="Failure tag">
            <TagOfTest test={test} tags={tags} />
            {/* Hidden until tags have loaded: there would be nothing to choose, and the tag's name would move it. */}
            {rights.canTag && canTag(test) && tags !== TAGS_LOADING && (
              <Button variant="quiet" size="sm" onClick={() => onTag([test])}>
                {failureTagOf(test)?.userFeedbackRequired === true ? 'Confirm or change' : 'Change tag'}
              </Button>
            )}
          </Fact>
        )}
        {test.testCases.length > 0 && (
          <Fact name="Test cases">
            {test.testCases.map(({ tcmType, testCaseId }) => (
              <code key={`${tcmType} ${testCaseId}`}>{testCaseId}</code>
            ))}
          </Fact>
        )}
        {sessions.length > 0 && (
          <Fact name="Sessions">{sessions.length === 1 ? session?.sessionId : sessions.length}</Fact>
        )}
        {runsOn.length > 0 && session !== undefined && (
          <Fact name="Runs on">
            {session.browser !== null && (
              <Chip icon={<Globe aria-hidden />}>
                {[session.browser, session.browserVersion].filter(Boolean).join(' ')}
              </Chip>
            )}
            {session.platform !== null && (
              <Chip icon={<Monitor aria-hidden />}>
                {[session.platform, session.platformVersion].filter(Boolean).join(' ')}
              </Chip>
            )}
            {session.device !== null && <Chip>{session.device}</Chip>}
          </Fact>
        )}
        {test.testGroups.length > 0 && <Fact name="Groups">{test.testGroups.join(' › ')}</Fact>}
        {test.labels.length > 0 && (
          <Fact name="Labels">
            <Chips chips={labelChips(test.labels)} max={6} />
          </Fact>
        )}
        {files.length > 0 && (
          <Fact name="Artifacts">
            <ArtifactList artifacts={files} />
          </Fact>
        )}
      </dl>
    </aside>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
