/** Attached files that the server does not accept. They stay on this device until it accepts them or a user discards them. */
import { scopeOfFile } from '../../../store/outbox/files.ts'
import type { DeviceFile } from '../../../store/log/log.ts'
import type { OutboxState } from '../../application/outbox/outbox.ts'
import { unsentTextsOf } from './unsent-text.ts'
import { BlockedFileChoices } from '../../shared/unsent/blocked-file-choices.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { denialText } from './outbox-text.ts'
import styles from './outbox-panel.module.css'

interface BlockedFilesProps {
  files: readonly DeviceFile[]
  denied: OutboxState['denied']
  /** Called when a link opens another page. */
  onLeave: () => void
}

export function BlockedFiles({ files, ...rest }: BlockedFilesProps) {
  return (
    <ul className={styles.list} aria-label="Files that were not accepted">
      {files.map((file) => (
        <BlockedFile key={file.fileUuid} file={file} {...rest} />
      ))}
    </ul>
  )
}

type BlockedFileProps = { file: DeviceFile } & Omit<BlockedFilesProps, 'files'>

function BlockedFile({ file, denied, onLeave }: BlockedFileProps) {
  const { name, state, refusal, projectKey, stream } = file
  const denial = denied[scopeOfFile(file)]
  const words = stream === null ? undefined : unsentTextsOf({ stream, projectKey })
  return (
    <li>
      <span className={styles.words}>{name}</span>
      <small data-refused>
        {state === 'refused'
          ? `Not accepted: ${refusal?.replace(/\.$/, '')}.`
          : denial && denialText(projectKey, denial)}
      </small>
      <span className={styles.aside}>
        {words && denial?.reason !== 'gone' && (
          <Link isAlone href={words.address} onClick={onLeave}>
            Open the {words.place}
          </Link>
        )}
        <span className={styles.choices}>
          <BlockedFileChoices file={file} denied={Object.keys(denied)} />
        </span>
      </span>
    </li>
  )
}
