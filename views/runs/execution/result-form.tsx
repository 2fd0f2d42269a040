/** Result bar: status by key, comment, time, files and defects, operable without a mouse. */
import { Bug, Paperclip, Pause, Play, X } from 'lucide-react'
import { useRef } from 'react'
import type { ResultFile } from '../../../contract/runs/results.ts'
import { RUN_TEXTS } from '../../../contract/runs/run-texts.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { letFileGo } from '../../../store/outbox/files.ts'
import { useMay } from '../../application/context.tsx'
import { useLog } from '../../application/log/log.ts'
import { takingFiles } from '../../shared/attachments/taking-files.ts'
import { useTakenFiles } from '../../shared/capture/use-taken-files.ts'
import { MarkUpButton } from '../../shared/capture/mark-up-button.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { FileTrigger } from '../../ui/files/file-trigger.tsx'
import { GrowingTextArea } from '../../ui/forms/growing-text-area.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { Kbd } from '../../ui/controls/kbd.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import { useShortcut } from '../../ui/controls/shortcuts.ts'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { formatClock } from '../../ui/text/time.ts'
import { StatusSign } from './status-sign.tsx'
import type { StatusLook } from './statuses.ts'
import type { ResultDraftState } from './use-result-draft.ts'
import styles from './result-form.module.css'

/** Number of statuses with a digit key. */
const DIGITS = 9

interface ResultFormProps {
  draft: ResultDraftState
  given: readonly StatusLook[]
  /** Whether the chosen status was switched off or deleted: another one has to be chosen. */
  isOff: boolean
}

export function ResultForm({ draft, given, isOff }: ResultFormProps) {
  const { actor, values, failure, isPaused, isSaving } = draft
  const log = useLog()
  const canLinkDefects = useMay().isOn('defects-linking')
  const area = useRef<HTMLDivElement>(null)
  const taken = useTakenFiles((file) => actor.send({ type: 'file/added', file }))
  const room = LIMITS.resultFiles - values.attachments.length
  const choose = (statusId: number) => actor.send({ type: 'result/changed', values: { statusId } })
  const canSave = values.statusId !== null && !taken.isTaking
  // The machine knows the status of a key pressed a moment ago, and of a draft that is still being loaded.
  const save = (goesOn: boolean) => {
    const { statusId } = actor.getSnapshot().context.values
    if (taken.isTaking) toast.error('Wait until the files are on this device')
    else if (statusId !== null && given.every(({ id }) => id !== statusId)) toast.error(RUN_TEXTS.statusOff)
    else actor.send({ type: 'result/save', goesOn })
  }
  useShortcut({ keys: 'Mod+Enter', label: 'Save and open my next case', group: 'This page', run: () => save(true) })
  useShortcut({
    keys: 'C',
    label: 'Write a comment',
    group: 'This page',
    run: () => area.current?.querySelector('textarea')?.focus(),
  })
  useShortcut({
    keys: 'T',
    label: 'Pause or go on timing',
    group: 'This page',
    run: () => actor.send({ type: 'timer/toggled' }),
  })
  const remove = ({ fileUuid }: ResultFile) => {
    actor.send({ type: 'file/removed', fileUuid })
    void letFileGo(log, fileUuid)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles keys that its fields do not use
    <form
      className={styles.form}
      aria-label="Result"
      onSubmit={(event) => {
        event.preventDefault()
        save(false)
      }}
      onKeyDown={(event) => {
        const digit = /^Digit([1-9])$/.exec(event.code)?.[1]
        const status = digit === undefined || !event.altKey ? undefined : given[Number(digit) - 1]
        if (status === undefined) return
        event.preventDefault()
        choose(status.id)
      }}
      {...takingFiles((files) => taken.give(files.slice(0, room)))}
    >
      {given.slice(0, DIGITS).map((status, i) => (
        <StatusKey key={status.id} digit={i + 1} name={status.name} onPress={() => choose(status.id)} />
      ))}
      <fieldset className={styles.statuses} aria-label="Status">
        {given.map((status, i) => (
          <button
            key={status.id}
            type="button"
            className={styles.status}
            aria-pressed={values.statusId === status.id}
            onClick={() => choose(status.id)}
          >
            <StatusSign status={status} hasName />
            {status.name}
            {i < DIGITS && (
              <kbd aria-hidden className={styles.key}>
                {i + 1}
              </kbd>
            )}
          </button>
        ))}
      </fieldset>
      <div ref={area} className={styles.area}>
        <GrowingTextArea
          aria-label="Comment"
          placeholder="What did you see?"
          maxLength={LIMITS.resultComment}
          value={values.comment}
          onValueChange={(comment) => actor.send({ type: 'result/changed', values: { comment } })}
        />
      </div>
      <InlineProblem>{isOff ? RUN_TEXTS.statusOff : failure === null ? undefined : messageOf(failure)}</InlineProblem>
      <div className={styles.foot}>
        <IconButton
          size="sm"
          label={isPaused ? 'Go on timing' : 'Pause timing'}
          keys="T"
          onClick={() => actor.send({ type: 'timer/toggled' })}
        >
          {isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
        </IconButton>
        <span className={styles.time} role="timer" aria-label="Time spent">
          {formatClock(values.elapsedMs)}
        </span>
        {room > 0 && (
          <FileTrigger isMultiple onChoose={(files) => taken.give(files.slice(0, room))}>
            <IconButton size="sm" label="Attach files">
              <Paperclip aria-hidden />
            </IconButton>
          </FileTrigger>
        )}
        {canLinkDefects && <DefectsButton draft={draft} />}
        <ul className={styles.chips} aria-label="Attached">
          {values.attachments.map((file) => (
            <li key={file.fileUuid} title={file.name}>
              <span>{file.name}</span>
              <MarkUpButton
                file={file}
                onMarked={(marked) => {
                  remove(file)
                  taken.give([marked])
                }}
              />
              <IconButton size="sm" label={`Remove ${file.name}`} onClick={() => remove(file)}>
                <X aria-hidden />
              </IconButton>
            </li>
          ))}
          {taken.uploads.map(({ key, name, failure: problem }) => (
            <li key={key} title={name} aria-live="polite">
              <span>{name}</span>
              <small>{problem ?? 'Saving…'}</small>
              <IconButton size="sm" label={`Cancel ${name}`} onClick={() => taken.cancel(key)}>
                <X aria-hidden />
              </IconButton>
            </li>
          ))}
          {values.defects.map((defect) => (
            <li key={defect} title={defect}>
              <Bug aria-hidden />
              <span>{defect}</span>
              <IconButton
                size="sm"
                label={`Remove ${defect}`}
                onClick={() =>
                  actor.send({
                    type: 'result/changed',
                    values: { defects: values.defects.filter((one) => one !== defect) },
                  })
                }
              >
                <X aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
        <span className={styles.buttons}>
          {draft.isDirty && (
            <Button variant="quiet" size="sm" onClick={() => actor.send({ type: 'draft/discard' })}>
              Discard
            </Button>
          )}
          <Button type="submit" size="sm" variant="quiet" disabled={!canSave} isPending={isSaving}>
            Save
          </Button>
          <Button variant="primary" disabled={!canSave} isPending={isSaving} onClick={() => save(true)}>
            Save and next
          </Button>
          <span className={styles.keys}>
            <Kbd keys="Mod+Enter" />
          </span>
        </span>
      </div>
    </form>
  )
}

/** Registers a digit key for a status, disabled while typing. */
function StatusKey({ digit, name, onPress }: { digit: number; name: string; onPress: () => void }) {
  useShortcut({ keys: String(digit), label: `${name}, with Alt while typing`, group: 'This page', run: onPress })
  return null
}

function DefectsButton({ draft: { actor, values } }: { draft: ResultDraftState }) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <Popover
      label="Link a defect"
      trigger={
        <IconButton size="sm" label="Link a defect">
          <Bug aria-hidden />
        </IconButton>
      }
    >
      {(close) => (
        <form
          className={styles.defect}
          onSubmit={(event) => {
            event.preventDefault()
            event.stopPropagation()
            const defect = new FormData(event.currentTarget).get('defect')
            const words = typeof defect === 'string' ? defect.trim() : ''
            if (words !== '' && !values.defects.includes(words) && values.defects.length < LIMITS.resultDefects)
              actor.send({ type: 'result/changed', values: { defects: [...values.defects, words] } })
            close()
          }}
        >
          <TextField ref={field} name="defect" label="Key or address" maxLength={LIMITS.issueId} autoFocus />
          <Button type="submit" size="sm" variant="primary">
            Link
          </Button>
        </form>
      )}
    </Popover>
  )
}
