/** Searches issues in the connected trackers; without one, says what to connect. */
import { TRACKER_KEYS, searchIssues, type FoundIssue } from '../../../contract/launches/issues.ts'
import { listEnabledIntegrations } from '../../../contract/workspace/integrations.ts'
import { useProject, useResource, useApplication } from '../../application/context.tsx'
import { SearchedPicker } from '../../shared/pickers/searched-picker.tsx'
import styles from '../launch-dialogs.module.css'
import { NoTracker } from './tracker-hint.tsx'

export function IssueSearch({ onChoose }: { onChoose: (issueId: string) => void }) {
  const { send } = useApplication()
  const { key } = useProject()
  const { value } = useResource(async () => (await send(listEnabledIntegrations)).items.map((one) => one.key))
  if (value === null) return null
  if (!value.some((one) => TRACKER_KEYS.some((tracker) => tracker === one))) return <NoTracker />
  const search = async (q: string, signal: AbortSignal) => {
    if (q.trim() === '') return { items: [], hasMore: false }
    const { items, problems } = await send(searchIssues, {
      params: { projectKey: key },
      query: { q: q.trim() },
      signal,
    })
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
