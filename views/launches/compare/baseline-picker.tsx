/** Chooses the launch to compare with, by a server search. */
import { useApplication, useProject } from '../../application/context.tsx'
import type { ComparedLaunch } from '../../../contract/launches/comparison.ts'
import { LaunchesQuery, listLaunches, type Launch } from '../../../contract/launches/launches.ts'
import { SearchedPicker } from '../../shared/pickers/searched-picker.tsx'
import { PickField } from '../../ui/pickers/pick-field.tsx'
import styles from './comparison.module.css'

type BaselinePickerProps = {
  launchId: number
  baseline: ComparedLaunch | null
  onChoose: (launchId: number) => void
}

export function BaselinePicker({ launchId, baseline, onChoose }: BaselinePickerProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const search = async (q: string, signal: AbortSignal) => {
    const query = LaunchesQuery.parse({ q })
    const { items, _meta } = await send(listLaunches, { params: { projectKey: key }, query, signal })
    return { items: items.filter(({ id }) => id !== launchId), hasMore: _meta.total > items.length }
  }
  return (
    <PickField<number>
      label="Compared with"
      hideLabel
      className={styles.picker}
      options={null}
      value={baseline?.launchId ?? null}
      chosen={
        baseline === null
          ? null
          : {
              id: baseline.launchId,
              label: `#${baseline.launchNumber}`,
              aside: asideOf(baseline.name, baseline.environment, baseline.build),
            }
      }
      placeholder="Choose a launch"
      searchLabel="Search launches"
      onChoose={onChoose}
      renderPicker={({ label, searchLabel, chosen, onChange, className }) => (
        <SearchedPicker<Launch>
          {...{ label, searchLabel, chosen, className, search }}
          autoFocus
          isSearched
          none="No other launch"
          noMatch="No launch matches"
          optionOf={(launch) => ({
            label: `#${launch.number}`,
            aside: asideOf(launch.name, launch.environment, launch.build),
          })}
          onChoose={({ id }) => onChange([id])}
        />
      )}
    />
  )
}

const asideOf = (...facts: readonly (string | null)[]): string => facts.filter((fact) => fact !== null).join(', ')
