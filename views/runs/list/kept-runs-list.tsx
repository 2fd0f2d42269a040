/** Test runs available offline, shown when the list cannot load. */
import { CloudOff } from 'lucide-react'
import { readKeptRunsOf } from '../../../store/kept-runs/kept-runs.ts'
import { useProject, useResource } from '../../application/context.tsx'
import { testRunHref } from '../../shared/routes.ts'
import { Chip } from '../../ui/marks/chip.tsx'
import { useKeptRuns } from '../execution/kept-runs.ts'
import styles from './kept-runs-list.module.css'

export function KeptRunsList() {
  const { key } = useProject()
  const db = useKeptRuns()
  const { value } = useResource(() => readKeptRunsOf(db, key))
  if (value === null || value.length === 0) return null
  return (
    <section className={styles.kept} aria-label="Available offline">
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
