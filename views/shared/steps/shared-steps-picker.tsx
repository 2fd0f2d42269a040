/** Searches shared steps of the project by name. */
import { LIMITS } from '../../../contract/limits.ts'
import type { SharedStepsSummary } from '../../../contract/shared-steps/shared-steps.ts'
import { useProject } from '../../boot/context.tsx'
import { SearchedPicker } from '../pickers/searched-picker.tsx'
import { useSharedSteps } from './use-shared-steps.ts'
import styles from './steps-editor.module.css'

export function SharedStepsPicker({ onChoose }: { onChoose: (shared: SharedStepsSummary) => void }) {
  const { key } = useProject()
  const service = useSharedSteps()
  return (
    <SearchedPicker
      className={styles.picker}
      label="Shared steps"
      searchLabel="Search shared steps"
      none="There are no shared steps yet."
      noMatch="No shared steps match."
      search={async (q, signal) => {
        const { items, _meta } = await service.list(key, { q, page: 1, pageSize: LIMITS.sharedStepsPageSize }, signal)
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
