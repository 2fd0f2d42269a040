/** Files of an observation: pictures, from this device where available, loaded shortly before they are visible (OBS-29). */
import { CloudUpload, FileText, TriangleAlert } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { observationFilePath } from '../../../contract/exploratory/files.ts'
import type { Observation, StoredObservationFile } from '../../../contract/exploratory/observations.ts'
import type { ExploratorySession } from '../../../contract/exploratory/sessions.ts'
import { bytesOf, filesOf$ } from '../../../store/outbox/files.ts'
import type { DeviceFile } from '../../../store/log/log.ts'
import { isPicture } from '../../shared/attachments/given-files.ts'
import { useResource, useStream } from '../../application/context.tsx'
import { LazyImage } from '../../shared/lazy-image.tsx'
import { useLog } from '../../application/log/log.ts'
import { PlainLink } from '../../ui/controls/link.tsx'
import { RefusedFile } from './refused-file.tsx'
import { shortName } from './observation-text.ts'
import styles from './timeline.module.css'

interface ObservationFilesProps {
  observation: Observation
  session: ExploratorySession
  canWrite: boolean
}

export function ObservationFiles(props: ObservationFilesProps) {
  const { attachments } = props.observation
  if (attachments.length === 0) return null
  return attachments.every(isThere) ? <FileList files={attachments} /> : <SomeLocal {...props} />
}

const isThere = ({ receivedBytes, sizeBytes }: StoredObservationFile) => receivedBytes >= sizeBytes
const NONE: readonly DeviceFile[] = []

/** With the state of files that are not on the server. */
function SomeLocal({ observation, session, canWrite }: ObservationFilesProps) {
  const log = useLog()
  const kept$ = useMemo(() => filesOf$(log, observation.id), [log, observation.id])
  const refused = useStream(kept$, NONE).filter(({ state }) => state === 'refused')
  return (
    <>
      <FileList files={observation.attachments} refused={refused} />
      {refused.map((file) => (
        <RefusedFile
          key={file.fileUuid}
          file={file}
          observation={observation}
          isOpen={canWrite && !session.closed}
          sessionId={session.id}
        />
      ))}
    </>
  )
}

function FileList({
  files,
  refused = NONE,
}: {
  files: readonly StoredObservationFile[]
  refused?: readonly DeviceFile[]
}) {
  return (
    <ul className={styles.files} aria-label="Files">
      {files.map((file) => (
        <li key={file.fileUuid}>
          {isThere(file) ? (
            <File file={file} href={observationFilePath(file)} />
          ) : (
            <LocalFile file={file} isRefused={refused.some(({ fileUuid }) => fileUuid === file.fileUuid)} />
          )}
        </li>
      ))}
    </ul>
  )
}

/** A file that is only on this device. */
function LocalFile({ file, isRefused }: { file: StoredObservationFile; isRefused: boolean }) {
  const log = useLog()
  const { value: href } = useResource(async () => {
    const bytes = await bytesOf(log, file.fileUuid)
    return bytes === null ? null : URL.createObjectURL(bytes)
  })
  useEffect(() => () => (href === null ? undefined : URL.revokeObjectURL(href)), [href])
  if (isRefused) return <File file={file} href={href} aside="Not taken" isRefused />
  const part = Math.floor((file.receivedBytes / file.sizeBytes) * 100)
  return <File file={file} href={href} aside={part === 0 ? 'Not sent yet' : `${part} % sent`} />
}

interface FileProps {
  file: StoredObservationFile
  href: string | null
  aside?: string
  isRefused?: boolean
}

function File({ file, href, aside, isRefused = false }: FileProps) {
  const content = (
    <>
      <span className={styles.shot}>
        {isPicture(file.contentType) && href !== null ? <LazyImage src={href} alt="" /> : <FileText aria-hidden />}
      </span>
      <span className={styles.fileName} data-refused={isRefused || undefined}>
        {aside !== undefined && (
          <span title={aside}>
            {isRefused ? <TriangleAlert aria-label={aside} /> : <CloudUpload aria-label={aside} />}
          </span>
        )}
        {shortName(file.name)}
      </span>
    </>
  )
  return href === null ? (
    <span className={styles.file} title={file.name}>
      {content}
    </span>
  ) : (
    <PlainLink href={href} target="_blank" rel="noopener" className={styles.file} title={file.name}>
      {content}
    </PlainLink>
  )
}
