/** Attached files that the server rejected. They stay on this device until it accepts them or a person discards them. */
import type { KeptFile } from '../../../store/outbox/rows.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { unsentWordsOf } from '../../boot/outbox/unsent-words.ts'
import styles from './outbox-panel.module.css'

interface RefusedFilesProps {
  files: readonly KeptFile[]
  retry: (fileUuid: string) => void
  /** Called when a link opens another page. */
  onLeave: () => void
}

export function RefusedFiles({ files, retry, onLeave }: RefusedFilesProps) {
  return (
    <ul className={styles.list} aria-label="Files that were refused">
      {files.map((file) => (
        <RefusedFile key={file.fileUuid} file={file} retry={retry} onLeave={onLeave} />
      ))}
    </ul>
  )
}

type RefusedFileProps = { file: KeptFile } & Pick<RefusedFilesProps, 'retry' | 'onLeave'>

function RefusedFile({ file: { fileUuid, name, refusal, projectKey, stream }, retry, onLeave }: RefusedFileProps) {
  const words = stream === null ? undefined : unsentWordsOf({ stream, projectKey })
  return (
    <li>
      <span className={styles.words}>{name}</span>
      <small data-refused>
        Refused: {refusal?.replace(/\.$/, '')}.{words && ` Open the ${words.place} to decide.`}
      </small>
      <span className={styles.aside}>
        {words && (
          <Link isAlone href={words.address} onClick={onLeave}>
            Open the {words.place}
          </Link>
        )}
        <Button size="sm" onClick={() => retry(fileUuid)}>
          Try again
        </Button>
      </span>
    </li>
  )
}
