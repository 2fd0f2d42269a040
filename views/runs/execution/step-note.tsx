/** Comment and files of one step of a result. Pictures pasted or dropped here are attached to the step. */
import { MessageSquarePlus, Paperclip, X } from 'lucide-react'
import { useState } from 'react'
import { LIMITS } from '../../../contract/limits.ts'
import type { ResultFile } from '../../../contract/runs/results.ts'
import { letFileGo } from '../../../store/outbox/files.ts'
import { useLog } from '../../application/log/log.ts'
import { takingFiles } from '../../shared/attachments/taking-files.ts'
import { MarkUpButton } from '../../shared/capture/mark-up-button.tsx'
import { useTakenFiles } from '../../shared/capture/use-taken-files.ts'
import { FileTrigger } from '../../ui/files/file-trigger.tsx'
import { GrowingTextArea } from '../../ui/forms/growing-text-area.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import type { ResultDraftState } from './use-result-draft.ts'
import styles from './step-note.module.css'

interface StepNoteProps {
  draft: ResultDraftState
  stepId: string
  number: number
}

export function StepNote({ draft: { actor, values }, stepId, number }: StepNoteProps) {
  const log = useLog()
  const { comment = '', attachments = [] } = values.steps[stepId] ?? {}
  const [isOpen, setOpen] = useState(false)
  const taken = useTakenFiles((file) => actor.send({ type: 'file/added', file, stepId }))
  const room = LIMITS.resultFiles - attachments.length
  const give = (files: readonly File[]) => taken.give(files.slice(0, room))
  const remove = ({ fileUuid }: ResultFile) => {
    actor.send({ type: 'file/removed', fileUuid })
    void letFileGo(log, fileUuid)
  }
  const isShown = isOpen || comment !== ''
  return (
    <div className={styles.note} {...takingFiles(give)}>
      {isShown && (
        <GrowingTextArea
          aria-label={`Comment on step ${number}`}
          placeholder="What did you see at this step?"
          maxLength={LIMITS.resultComment}
          value={comment}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- its button was just pressed
          autoFocus={isOpen && comment === ''}
          onValueChange={(words) => actor.send({ type: 'step/changed', stepId, values: { comment: words } })}
        />
      )}
      <span className={styles.tools}>
        {!isShown && (
          <IconButton size="sm" label={`Comment on step ${number}`} onClick={() => setOpen(true)}>
            <MessageSquarePlus aria-hidden />
          </IconButton>
        )}
        {room > 0 && (
          <FileTrigger isMultiple onChoose={give}>
            <IconButton size="sm" label={`Attach files to step ${number}`}>
              <Paperclip aria-hidden />
            </IconButton>
          </FileTrigger>
        )}
        {attachments.map((file) => (
          <span key={file.fileUuid} className={styles.file} title={file.name}>
            <span>{file.name}</span>
            <MarkUpButton
              file={file}
              onMarked={(marked) => {
                remove(file)
                give([marked])
              }}
            />
            <IconButton size="sm" label={`Remove ${file.name}`} onClick={() => remove(file)}>
              <X aria-hidden />
            </IconButton>
          </span>
        ))}
        {taken.uploads.map(({ key, name, failure }) => (
          <span key={key} className={styles.file} aria-live="polite">
            <span>{name}</span> <small>{failure ?? 'Saving…'}</small>
            <IconButton size="sm" label={`Cancel ${name}`} onClick={() => taken.cancel(key)}>
              <X aria-hidden />
            </IconButton>
          </span>
        ))}
      </span>
    </div>
  )
}
