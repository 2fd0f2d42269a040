/** Searches shared steps of the project by name. */
import { listSharedSteps, type SharedStepsSummary } from '../../../contract/shared-steps/shared-steps.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { useProject, useApplication } from '../../application/context.tsx'
import { SearchedPicker } from '../pickers/searched-picker.tsx'
import styles from './steps-editor.module.css'

export function SharedStepsPicker({ onChoose }: { onChoose: (shared: SharedStepsSummary) => void }) {
  const { key } = useProject()
  const { send } = useApplication()
  return (
    <SearchedPicker
      className={styles.picker}
      label="Shared steps"
      searchLabel="Search shared steps"
      none="There are no shared steps yet."
      noMatch="No shared steps match."
      search={async (q, signal) => {
        const { items, _meta } = await send(listSharedSteps, {
          params: { projectKey: key },
          query: { q, page: 1, pageSize: LIMITS.sharedStepsPageSize },
          signal,
        })
        return { items, hasMore: _meta.total > items.length }
      }}
      optionOf={({ name, numberOfSteps }) => ({
        label: name,
        aside: numberOfSteps === 1 ? '1 step' : `${numberOfSteps} steps`,
      })}
      onChoose={onChoose}
    />
  )
}
