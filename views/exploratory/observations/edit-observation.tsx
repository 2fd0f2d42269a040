/** Edits an observation in place (OBS-09). Sends changed fields with their base values. */
import { useEffect, useRef, useState } from 'react'
import type { Observation, ObservationFile } from '../../../contract/exploratory/observations.ts'
import type { ExploratorySession } from '../../../contract/exploratory/sessions.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { noteFaults, type NoteDraft } from '../../../machines/exploratory/observation-form.machine.ts'
import { letFileGo } from '../../../store/outbox/files.ts'
import { useProject } from '../../application/context.tsx'
import { EditNotes } from '../../shared/forms/edit-notes.tsx'
import { DiscardQuestion } from '../../shared/forms/editor-dialog.tsx'
import { useForm } from '../../shared/forms/form.tsx'
import { useLog } from '../../application/log/log.ts'
import { takingFiles } from '../../shared/attachments/taking-files.ts'
import { Button } from '../../ui/controls/button.tsx'
import { GrowingTextArea } from '../../ui/forms/growing-text-area.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { useDo } from '../use-local.ts'
import { AttachButton, Elapsed, LinkFields, NoteFiles, typeByDigit, TypeChips } from './note-fields.tsx'
import { linksOf } from './use-observation-form.ts'
import { useTakenFiles } from '../../shared/capture/use-taken-files.ts'
import { typeHint, useObservationTypes } from './use-types.ts'
import styles from './composer.module.css'

export interface EditObservationProps {
  observation: Observation
  session: ExploratorySession
  /** False once the session was closed or deleted, or the right to change it was lost. */
  canWrite: boolean
  onClose: () => void
}

const asFile = ({ fileUuid, name, contentType, sizeBytes }: ObservationFile): ObservationFile => ({
  fileUuid,
  name,
  contentType,
  sizeBytes,
})

const draftOf = (observation: Observation): NoteDraft => ({
  observationId: observation.id,
  typeId: observation.type.id,
  description: observation.description,
  elapsedMillis: observation.elapsedTimeInMillis ?? 0,
  attachments: observation.attachments.map(asFile),
  issueId: observation.issueId ?? '',
  issueType: observation.issueType ?? 'OTHER',
  improvementId: observation.improvementId ?? '',
  improvementType: observation.improvementType ?? 'OTHER',
})

const valuesOf = (note: NoteDraft) => ({
  typeId: note.typeId,
  description: note.description,
  elapsedTimeInMillis: (note.elapsedMillis ?? 0) > 0 ? note.elapsedMillis : null,
  attachments: [...note.attachments],
  ...linksOf(note),
})

/** Changed fields with their base values. */
function changeOf(before: NoteDraft, now: NoteDraft) {
  const [was, is] = [valuesOf(before), valuesOf(now)]
  const names = (Object.keys(is) as (keyof typeof is)[]).filter(
    (name) => JSON.stringify(is[name]) !== JSON.stringify(was[name]),
  )
  const only = (values: typeof is): Partial<typeof is> =>
    Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<typeof is>
  return { values: only(is), expected: only(was) }
}

export function EditObservation({ observation, session, canWrite, onClose }: EditObservationProps) {
  const { key } = useProject()
  const log = useLog()
  const carryOut = useDo()
  const form = useRef<HTMLDivElement>(null)
  // The current type stays selectable even when it is no longer offered (OBS-10).
  const types = useObservationTypes(key).filter(({ id, enabled }) => enabled || id === observation.type.id)
  const [initial] = useState(() => ({ ...draftOf(observation), base: draftOf(observation) }))
  const of = useForm<NoteDraft & { base: NoteDraft }, void>({
    name: `observation:${observation.id}`,
    initial,
    validate: (typed) => noteFaults(typed),
    ended: canWrite ? null : session.closed ? 'This session was closed.' : 'You can no longer change this session.',
    submit: async (typed) => {
      const type = types.find(({ id }) => id === typed.typeId)
      const changed = changeOf(typed.base, typed)
      if (Object.keys(changed.values).length === 0) return
      await carryOut(
        { type: 'observation/edit', sessionId: session.id, observationId: observation.id, ...changed },
        { before: observation, ...(type ? { type: typeHint(type) } : {}) },
      )
    },
    onDone: () => {
      toast.success(TEXTS.observationEdited)
      onClose()
    },
  })
  const { values, change: keep, problem, isPending, form: element, requestClose } = of
  // The base values are stored with the draft: others may change the observation before it is recovered.
  const change = (changes: Partial<NoteDraft>) => keep({ ...changes, base: values.base })
  const taken = useTakenFiles((file) => change({ attachments: [...values.attachments, file] }))
  const canSave = canWrite && Object.keys(noteFaults(values)).length === 0 && !taken.isTaking
  /** Files that were attached before are on the server and stay. */
  const letGo = (files: readonly ObservationFile[]) => {
    for (const { fileUuid } of files) void letFileGo(log, fileUuid)
  }
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])
  const room = LIMITS.observationAttachments - values.attachments.length
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles keys that its fields do not use
    <form
      {...element}
      className={styles.inline}
      aria-label="Edit the observation"
      onKeyDown={(event) => {
        const chosen = typeByDigit(event, types)
        if (chosen !== null) {
          event.preventDefault()
          change({ typeId: chosen })
        } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault()
          if (canSave) event.currentTarget.requestSubmit()
        } else if (event.key === 'Escape') {
          event.stopPropagation()
          requestClose(onClose)
        }
      }}
      {...takingFiles((files) => taken.give(files.slice(0, room)))}
    >
      <EditNotes of={of} />
      <TypeChips types={types} typeId={values.typeId} onChange={(typeId) => change({ typeId })} />
      <div ref={form} className={styles.area}>
        <GrowingTextArea
          aria-label="Description"
          value={values.description}
          onValueChange={(description) => change({ description })}
        />
        <NoteFiles
          files={values.attachments}
          taken={taken}
          onRemove={(removed) => {
            letGo([removed])
            change({ attachments: values.attachments.filter(({ fileUuid }) => fileUuid !== removed.fileUuid) })
          }}
        />
      </div>
      <InlineProblem>{problem}</InlineProblem>
      <DiscardQuestion
        of={of}
        onDiscard={() => {
          letGo(values.attachments)
          onClose()
        }}
      />
      <div className={styles.foot}>
        <AttachButton room={room} give={taken.give} />
        <LinkFields values={values} onChange={change} />
        <Elapsed elapsedMillis={values.elapsedMillis ?? 0} onChange={(elapsedMillis) => change({ elapsedMillis })} />
        <span className={styles.end}>
          <Button size="sm" onClick={() => requestClose(onClose)}>
            Cancel
          </Button>
          <Button type="submit" size="sm" variant="primary" isPending={isPending} disabled={!canSave}>
            Save
          </Button>
        </span>
      </div>
    </form>
  )
}
