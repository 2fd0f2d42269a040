import { ChevronRight, Undo2 } from 'lucide-react'
import type { Environment } from '../../../contract/settings/environments.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Chip } from '../../ui/marks/chip.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import styles from './environments.module.css'

/** Deleted environments, which results still refer to; collapsed (ENVS-25). */
export function DeletedEnvironments({
  environments,
  onRestore,
}: {
  environments: readonly Environment[]
  onRestore: (environment: Environment) => Promise<void>
}) {
  return (
    <details className={styles.deleted}>
      <summary>
        <ChevronRight aria-hidden />
        Deleted environments
        <span>{environments.length}</span>
      </summary>
      <ul aria-label="Deleted environments">
        {environments.map((environment) => (
          <li key={environment.id}>
            <span className={styles.deletedName}>{environment.name}</span>
            <Chip title="Key">{environment.key}</Chip>
            {environment.deletedAt !== null && (
              <span className={styles.when}>
                <RelativeTime at={environment.deletedAt} />
              </span>
            )}
            <Button
              size="sm"
              icon={<Undo2 aria-hidden />}
              aria-label={`Restore ${environment.name}`}
              onClick={() => void onRestore(environment)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
