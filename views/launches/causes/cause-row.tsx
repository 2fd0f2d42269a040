import { memo } from 'react'
import type { Cause } from '../../../contract/launches/causes.ts'
import { launchCausesHref } from '../../shared/routes.ts'
import { PlainLink } from '../../ui/controls/link.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { IssueChip } from '../test-parts/issue-chip.tsx'
import { TagChip } from '../test-parts/tag-chip.tsx'
import type { FailureTagsById } from '../test-parts/use-failure-tags.ts'
import { CauseKindTag } from './cause-kind.tsx'
import styles from './causes.module.css'

interface CauseRowProps {
  projectKey: string
  launchId: number
  cause: Cause
  tags: FailureTagsById
  isCurrent: boolean
}

export const CauseRow = memo(function CauseRow({ projectKey, launchId, cause, tags, isCurrent }: CauseRowProps) {
  const { key, label, kind, tests, since, suggestion, history } = cause
  const suggested = tags.get(suggestion?.tag?.tagId ?? 0)
  const tag = tags.get(cause.tags[0]?.tagId ?? 0)
  const issue = suggestion?.issue?.issueId
  const lastSeen = history.findLast((one) => one.tests > 0)
  return (
    <li className={styles.cause} data-current={isCurrent || undefined} data-kind={kind}>
      <CauseKindTag kind={kind} />
      <PlainLink
        href={launchCausesHref(projectKey, launchId, key)}
        className={styles.message}
        aria-current={isCurrent ? 'true' : undefined}
      >
        {label}
      </PlainLink>
      <span className={styles.count}>
        <b>{tests}</b> {tests === 1 ? 'test' : 'tests'}
      </span>
      <span className={styles.since}>
        <Spark history={history} />
        <span>
          {kind === 'new' && `first seen here${since.build === null ? '' : `, ${since.build}`}`}
          {kind === 'fixed' && lastSeen !== undefined && `last seen in #${lastSeen.launchNumber}`}
          {(kind === 'recurring' || kind === 'flaky') && (
            <>
              since #{since.launchNumber}, <RelativeTime at={since.at} />
            </>
          )}
        </span>
        <span className={styles.tags}>
          {suggested !== undefined ? (
            <TagChip tag={suggested} isSuggested />
          ) : (
            tag !== undefined && <TagChip tag={tag} />
          )}
          {cause.issues[0] !== undefined && <IssueChip id={cause.issues[0]} />}
          {issue !== undefined && cause.issues.length === 0 && <IssueChip id={issue} isSuggested />}
        </span>
      </span>
    </li>
  )
})

function Spark({ history }: Pick<Cause, 'history'>) {
  const max = Math.max(1, ...history.map(({ tests }) => tests))
  return (
    <span className={styles.spark} aria-hidden>
      {history.map(({ launchId, tests }) => (
        <i key={launchId} data-none={tests === 0 || undefined} style={{ height: `${2 + (tests / max) * 10}px` }} />
      ))}
    </span>
  )
}
