/** Attachments of a form: chosen, dropped or pasted, each with progress and a way to cancel. */
import { Paperclip, RotateCw, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Attachment } from '../../../contract/cases/steps.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { Button } from '../../ui/controls/button.tsx'
import { dropping } from '../../ui/files/dropping.ts'
import { FileTrigger } from '../../ui/files/file-trigger.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { ProgressLine } from '../../ui/marks/progress-line.tsx'
import { AttachmentsView } from './attachments-view.tsx'
import { named } from './given-files.ts'
import { takingFiles } from './taking-files.ts'
import type { Uploads } from './use-uploads.ts'
import styles from './attachments.module.css'

export interface AttachmentsFieldProps {
  /** Accessible name: 'Attachments', 'Attachments of step 2'. */
  label: string
  target: string
  files: readonly Attachment[]
  uploads: Uploads
  look?: 'pictures' | 'small'
  onChange: (files: Attachment[]) => void
}

export function AttachmentsField({
  label,
  target,
  files,
  uploads,
  look = 'pictures',
  onChange,
}: AttachmentsFieldProps) {
  const section = useRef<HTMLElement>(null)
  const [isOver, setOver] = useState(false)
  const room = Math.max(0, LIMITS.maxAttachments - files.length)
  const give = (given: readonly File[]) => {
    if (given.length > 0) uploads.give(target, given.slice(0, room))
  }
  return (
    <section
      ref={section}
      className={styles.field}
      aria-label={label}
      data-look={look}
      data-over={isOver || undefined}
      {...takingFiles(give)}
      {...dropping((dropped) => give(named(dropped)), setOver)}
    >
      <AttachmentsView
        files={files}
        look={look}
        onRemove={(file) => {
          onChange(files.filter(({ id }) => id !== file.id))
          section.current?.querySelector<HTMLElement>('[data-attach]')?.focus()
        }}
      />
      <ul className={styles.uploads} aria-live="polite">
        {uploads.of(target).map(({ key, name, part, failure }) => (
          <li key={key} data-failed={failure !== null || undefined}>
            <span>{name}</span>
            {failure === null ? (
              <ProgressLine label={`${name} is being uploaded`} value={part} max={1} />
            ) : (
              <small>{failure}</small>
            )}
            {failure !== null && (
              <IconButton size="sm" label={`Upload ${name} again`} onClick={() => uploads.retry(key)}>
                <RotateCw aria-hidden />
              </IconButton>
            )}
            <IconButton size="sm" label={`Cancel ${name}`} onClick={() => uploads.cancel(key)}>
              <X aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      {room > 0 && (
        <FileTrigger isMultiple onChoose={give}>
          <Button
            size="sm"
            variant="quiet"
            icon={<Paperclip aria-hidden />}
            aria-label={look === 'small' ? `Attach files to ${label.replace(/^Attachments of /, '')}` : undefined}
            data-attach
          >
            {look === 'small' ? 'Attach' : 'Attach files'}
          </Button>
        </FileTrigger>
      )}
      {look === 'pictures' && <p className={styles.hint}>Drop files here, or paste a screenshot.</p>}
    </section>
  )
}

/** Covers a whole form: files dropped or pasted anywhere in it go to `target`. */
export const attachingTo = (target: string, uploads: Uploads) => takingFiles((files) => uploads.give(target, files))
