import { Bug, RotateCw } from 'lucide-react'
import type { IssueStatus } from '../../../contract/launches/issues.ts'
import { isWebAddress } from '../../../contract/links.ts'
import { Chip } from '../../ui/marks/chip.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import styles from './issue-chip.module.css'
import { issueLink } from './issue-link.ts'
import { useIssueRefresh, useIssueStatus } from './use-issue-status.ts'

export type IssueChipProps = {
  id: string
  /** Not linked, only suggested. */
  isSuggested?: boolean
}

/** A failure's linked issue, with its status once the tracker has answered. */
export function IssueChip({ id, isSuggested = false }: IssueChipProps) {
  const status = useIssueStatus(id)
  const { words, href: own } = issueLink(id)
  const known = status?.issue ?? null
  const href = own ?? (known !== null && isWebAddress(known.url) ? known.url : undefined)
  const tip = tipOf(status) ?? href
  return (
    <span className={styles.issue} data-tip={status?.problem ?? undefined}>
      <Chip
        icon={
          known === null ? (
            <Bug aria-hidden />
          ) : (
            <span className={styles.dot} data-category={known.category} aria-hidden />
          )
        }
        title={tip}
        {...(href === undefined ? {} : { href, target: '_blank' })}
      >
        {isSuggested ? `${words}?` : words}
        {known !== null && known.status !== '' && (
          <span className={styles.status} data-category={known.category}>
            {known.status}
          </span>
        )}
        {status?.problem != null && known === null && <span className={styles.unknown}>status unknown</span>}
      </Chip>
    </span>
  )
}

const tipOf = (status: IssueStatus | undefined): string | undefined => {
  if (status === undefined) return undefined
  const { issue, problem } = status
  if (issue === null) return problem ?? undefined
  const { key, title, status: state, assignee } = issue
  return [
    `${key}: ${title}`,
    state || null,
    assignee === null ? 'Nobody is assigned' : `Assigned to ${assignee}`,
    problem,
  ]
    .filter((line) => line !== null)
    .join('\n')
}

/** The same with title, and a button that refreshes it. */
export function IssueLine({ id }: { id: string }) {
  const status = useIssueStatus(id)
  const { isRefreshing, refresh } = useIssueRefresh([id])
  const isTracked = status !== undefined && (status.issue !== null || status.problem !== null)
  return (
    <span className={styles.line}>
      <IssueChip id={id} />
      {isTracked && (
        <IconButton size="sm" label="Refresh issue status" aria-busy={isRefreshing} onClick={refresh}>
          <RotateCw aria-hidden />
        </IconButton>
      )}
      {status?.issue != null && <span className={styles.title}>{status.issue.title}</span>}
    </span>
  )
}
