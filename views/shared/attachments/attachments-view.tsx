/** Attached files: pictures as thumbnails, at full size where there is room (TREE-31), other files by name. */
import { FileText, X } from 'lucide-react'
import { attachmentPath } from '../../../contract/cases/attachments.ts'
import type { Attachment } from '../../../contract/cases/steps.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { PlainLink } from '../../ui/controls/link.tsx'
import { formatSize } from '../../ui/text/format-size.ts'
import { isPicture } from './given-files.ts'
import { usePictureSource } from '../../ui/files/held-pictures.ts'
import styles from './attachments.module.css'

export interface AttachmentsViewProps {
  files: readonly Attachment[]
  /** `small`: one line, for a step. */
  look?: 'pictures' | 'small'
  /** Left out where attachments cannot be removed. */
  onRemove?: (file: Attachment) => void
}

export function AttachmentsView({ files, look = 'pictures', onRemove }: AttachmentsViewProps) {
  if (files.length === 0) return null
  return (
    <ul className={styles.files} data-look={look} aria-label="Attachments">
      {files.map((file) => (
        <li key={file.id} data-picture={isPicture(file.contentType) || undefined}>
          <PlainLink href={attachmentPath(file)} target="_blank" rel="noopener" className={styles.file}>
            {isPicture(file.contentType) ? <Picture address={attachmentPath(file)} /> : <FileText aria-hidden />}
            <span>{file.name}</span>
            <small>{formatSize(file.sizeBytes)}</small>
          </PlainLink>
          {onRemove !== undefined && (
            <IconButton size="sm" label={`Remove ${file.name}`} onClick={() => onRemove(file)}>
              <X aria-hidden />
            </IconButton>
          )}
        </li>
      ))}
    </ul>
  )
}

const Picture = ({ address }: { address: string }) => (
  <img src={usePictureSource(address)} alt="" loading="lazy" decoding="async" />
)
