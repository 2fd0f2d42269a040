/** The issue that the same failure had in an earlier launch: why it is suggested, and the button that takes it over. */
import { Bug, Check } from 'lucide-react'
import type { IssueSuggestion } from '../../../contract/launches/launch-tests.ts'
import { countWords } from '../../shared/launch-words.ts'
import { testHref } from '../../shared/routes.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { IssueChip } from './issue-chip.tsx'
import styles from './suggested-issue.module.css'

export type SuggestedIssueProps = {
  projectKey: string
  suggestion: IssueSuggestion
  /** How many the press links; null for the test of this page. */
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
          {tests === null ? 'Link this test' : `Link ${countWords(tests, 'test')}`}
        </Button>
      )}
    </div>
  )
}
