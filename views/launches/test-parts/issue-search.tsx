/** Searches issues in the connected trackers; without one, says what to connect. */
import { TRACKER_KEYS, type FoundIssue } from '../../../contract/launches/issues.ts'
import { createIntegrationsService } from '../../../services/integrations/integrations.ts'
import { useProject, useResource } from '../../boot/context.tsx'
import { serviceOf } from '../../boot/service-of.ts'
import { SearchedPicker } from '../../shared/pickers/searched-picker.tsx'
import styles from '../launch-dialogs.module.css'
import { NoTracker } from './tracker-hint.tsx'
import { useIssues } from './use-issue-status.ts'

const useIntegrations = serviceOf(({ send }) => createIntegrationsService(send))

export function IssueSearch({ onChoose }: { onChoose: (issueId: string) => void }) {
  const integrations = useIntegrations()
  const issues = useIssues()
  const { key } = useProject()
  const { value } = useResource(() => integrations.enabled())
  if (value === null) return null
  if (!value.some((one) => TRACKER_KEYS.some((tracker) => tracker === one))) return <NoTracker />
  const search = async (q: string, signal: AbortSignal) => {
    if (q.trim() === '') return { items: [], hasMore: false }
    const { items, problems } = await issues.search(key, q.trim(), signal)
    if (items.length === 0 && problems[0] !== undefined) throw new Error(problems[0])
    return {
      items: items.map((issue, place): FoundIssue & { id: number } => ({ ...issue, id: place })),
      hasMore: false,
    }
  }
  return (
    <SearchedPicker
      className={styles.list}
      label="Issues found"
      searchLabel="Search the tracker"
      isSearched
      search={search}
      none="Type words of its title, its key or its address"
      noMatch="No issue matches"
      optionOf={({ key: issueKey, title, status }) => ({
        label: `${issueKey} ${title}`,
        aside: status === '' ? undefined : status,
      })}
      onChoose={({ issueId }) => onChoose(issueId)}
    />
  )
}
