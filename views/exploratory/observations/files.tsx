/** Files of an observation: pictures as they look, from this device where it holds them; loaded shortly before they are seen (OBS-29). */
import { CloudUpload, FileText } from 'lucide-react'
import { useEffect } from 'react'
import { observationFilePath } from '../../../contract/exploratory/files.ts'
import type { StoredObservationFile } from '../../../contract/exploratory/observations.ts'
import { bytesOf } from '../../../store/exploratory-files.ts'
import { isPicture } from '../../app/attachments/given-files.ts'
import { useResource } from '../../app/context.tsx'
import { LazyImage } from '../../app/lazy-image.tsx'
import { useLog } from '../../app/log.ts'
import { PlainLink } from '../../ui/link.tsx'
import { shortName } from './words.ts'
import styles from './timeline.module.css'

export function ObservationFiles({ files }: { files: readonly StoredObservationFile[] }) {
  if (files.length === 0) return null
  return (
    <ul className={styles.files} aria-label="Files">
      {files.map((file) => (
        <li key={file.fileUuid}>
          {file.receivedBytes >= file.sizeBytes ? (
            <File file={file} href={observationFilePath(file)} />
          ) : (
            <LocalFile file={file} />
          )}
        </li>
      ))}
    </ul>
  )
}

/** One that the server does not have yet, as it is here. */
function LocalFile({ file }: { file: StoredObservationFile }) {
  const log = useLog()
  const { value: href } = useResource(async () => {
    const bytes = await bytesOf(log, file.fileUuid)
    return bytes === null ? null : URL.createObjectURL(bytes)
  })
  useEffect(() => () => (href === null ? undefined : URL.revokeObjectURL(href)), [href])
  const part = Math.floor((file.receivedBytes / file.sizeBytes) * 100)
  return <File file={file} href={href} aside={part === 0 ? 'Waits to be sent' : `${part} % sent`} />
}

interface FileProps {
  file: StoredObservationFile
  href: string | null
  aside?: string
}

function File({ file, href, aside }: FileProps) {
  const content = (
    <>
      <span className={styles.shot}>
        {isPicture(file.contentType) && href !== null ? <LazyImage src={href} alt="" /> : <FileText aria-hidden />}
      </span>
      <span className={styles.fileName}>
        {aside !== undefined && (
          <span title={aside}>
            <CloudUpload aria-label={aside} />
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
