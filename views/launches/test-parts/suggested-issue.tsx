/** Issue of the same failure in an earlier launch: the reason and a button that links it. */
import { Bug, Check } from 'lucide-react'
import type { IssueSuggestion } from '../../../contract/launches/launch-tests.ts'
import { formatCount } from '../../ui/text/figures.ts'
import { testHref } from '../../shared/routes.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { IssueChip } from './issue-chip.tsx'
import styles from './suggested-issue.module.css'

export type SuggestedIssueProps = {
  projectKey: string
  suggestion: IssueSuggestion
  /** Number of failures that the button links; null for this test only. */
  tests: number | null
  canLink: boolean
  isLinking: boolean
  onAccept: () => void
}

export function SuggestedIssue({ projectKey, suggestion, tests, canLink, isLinking, onAccept }: SuggestedIssueProps) {
  const { issueId, launchId, launchNumber, launchName, testId } = suggestion
  return (
    <div className={styles.suggestion} role="note" aria-label={`Suggested issue ${issueId}`}>
      <Bug aria-hidden />
      <p>
        Same failure as in{' '}
        <Link href={testHref(projectKey, launchId, testId)}>
          launch #{launchNumber}, {launchName}
        </Link>
        : issue <IssueChip id={issueId} />
      </p>
      {canLink && (
        <Button size="sm" icon={<Check aria-hidden />} isPending={isLinking} onClick={onAccept}>
          {tests === null ? 'Link this test' : `Link ${formatCount(tests, 'test')}`}
        </Button>
      )}
    </div>
  )
}
