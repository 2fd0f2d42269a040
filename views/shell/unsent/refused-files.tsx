/** Attached files whose bytes the server did not take: they stay on this device until it does, or somebody gives them up. */
import type { KeptFile } from '../../../store/projections/exploratory-rows.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { inProjectHref, paths } from '../../shared/routes.ts'
import styles from './outbox-panel.module.css'

interface RefusedFilesProps {
  files: readonly KeptFile[]
  retry: (fileUuid: string) => void
  /** A link leads to another page. */
  onLeave: () => void
}

export function RefusedFiles({ files, retry, onLeave }: RefusedFilesProps) {
  return (
    <ul className={styles.list} aria-label="Files that were refused">
      {files.map(({ fileUuid, name, refusal, projectKey, sessionId }) => (
        <li key={fileUuid}>
          <span className={styles.words}>{name}</span>
          <small data-refused>Refused: {refusal?.replace(/\.$/, '')}. Open the session to decide.</small>
          <span className={styles.aside}>
            {sessionId && (
              <Link
                isAlone
                href={`${inProjectHref(paths.exploratorySessions, projectKey)}/${sessionId}`}
                onClick={onLeave}
              >
                Open the session
              </Link>
            )}
            <Button size="sm" onClick={() => retry(fileUuid)}>
              Try again
            </Button>
          </span>
        </li>
      ))}
    </ul>
  )
}
