/** Test runs available offline, shown when the list cannot load. */
import { CloudOff } from 'lucide-react'
import { readOfflineRunsOf } from '../../../store/offline-runs/offline-runs.ts'
import { useProject, useResource } from '../../application/context.tsx'
import { testRunHref } from '../../shared/routes.ts'
import { Chip } from '../../ui/marks/chip.tsx'
import { useOfflineRuns } from '../execution/offline-runs.ts'
import styles from './offline-runs-list.module.css'

export function OfflineRunsList() {
  const { key } = useProject()
  const db = useOfflineRuns()
  const { value } = useResource(() => readOfflineRunsOf(db, key))
  if (value === null || value.length === 0) return null
  return (
    <section className={styles.offline} aria-label="Available offline">
      <h2>Available offline on this device</h2>
      <ul>
        {value.map(({ id, title }) => (
          <li key={id}>
            <Chip href={testRunHref(key, id)} icon={<CloudOff aria-hidden />}>
              {title}
            </Chip>
          </li>
        ))}
      </ul>
    </section>
  )
}
