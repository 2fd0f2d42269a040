/** Form for new observations at the end of an open session, made for fast typing. */
import { useSelector } from '@xstate/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ExploratorySession } from '../../../contract/exploratory/sessions.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { noteFaults } from '../../../machines/exploratory/observation-form.machine.ts'
import {
  selectElapsed,
  selectProposal,
  selectState,
  type RecordingRef,
} from '../../../machines/exploratory/recording.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { letFileGo } from '../../../store/outbox/files.ts'
import { NotKept } from '../../../store/outbox/commands.ts'
import { useProject } from '../../application/context.tsx'
import { useLog } from '../../application/log/log.ts'
import { takingFiles } from '../../shared/attachments/taking-files.ts'
import { Button } from '../../ui/controls/button.tsx'
import { GrowingTextArea } from '../../ui/forms/growing-text-area.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { Kbd } from '../../ui/controls/kbd.tsx'
import { useListedKeys, useShortcut } from '../../ui/controls/shortcuts.ts'
import { CaptureButtons } from '../capture/capture-buttons.tsx'
import { tick } from '../recording/recordings.ts'
import { useDo } from '../use-local.ts'
import { AttachButton, Elapsed, LinkFields, NoteFiles, DIGITS, typeByDigit, TypeChips } from './note-fields.tsx'
import { commandOf, useObservationForm } from './use-observation-form.ts'
import { useTakenFiles } from '../../shared/capture/use-taken-files.ts'
import { typeHint, useObservationTypes } from './use-types.ts'
import styles from './composer.module.css'

export interface ComposerProps {
  session: ExploratorySession
  /** The session has the maximum number of observations, including unsent ones. */
  isFull: boolean
  /** False while something else on the page is more urgent. */
  isPrimary: boolean
  recording: RecordingRef
}

const KEYS = [{ keys: 'Mod+Enter', label: 'Add the observation' }]

export function Composer(props: ComposerProps) {
  const { key } = useProject()
  const types = useObservationTypes(key).filter(({ enabled }) => enabled)
  if (props.isFull)
    return (
      <p className={styles.full} aria-live="polite">
        {TEXTS.observationsFull}
      </p>
    )
  // Types have not loaded: there is nothing to choose from.
  return types.length === 0 ? null : <Form {...props} types={types} />
}

function Form({
  session,
  isPrimary,
  recording,
  types,
}: ComposerProps & { types: ReturnType<typeof useObservationTypes> }) {
  const log = useLog()
  const carryOut = useDo()
  const area = useRef<HTMLDivElement>(null)
  const proposal = useSelector(recording, selectProposal)
  const { actor, values, failure } = useObservationForm({
    sessionId: session.id,
    firstTypeId: types[0]?.id ?? 0,
    add: async (note) => {
      const snapshot = recording.getSnapshot()
      const type = types.find(({ id }) => id === note.typeId)
      const command = commandOf(session.id, note, {
        elapsedMillis: note.elapsedMillis ?? selectProposal(snapshot),
        clockMillis: selectState(snapshot) === 'idle' ? null : selectElapsed(snapshot),
      })
      await carryOut(command, type ? { type: typeHint(type) } : {})
      recording.send({ type: 'observation/written', now: tick() })
    },
  })
  const taken = useTakenFiles((file) => actor.send({ type: 'file/taken', file }))
  const [isCapturing, setCapturing] = useState(false)
  const isTaking = taken.isTaking || isCapturing
  useEffect(() => actor.send({ type: 'files/taking', isTaking }), [actor, isTaking])
  const typeId = types.some(({ id }) => id === values.typeId) ? values.typeId : 0
  const faults = noteFaults({ ...values, typeId })
  const canAdd = Object.keys(faults).length === 0 && !isTaking
  const textArea = () => area.current?.querySelector('textarea')
  const add = () => {
    if (canAdd) actor.send({ type: 'note/add', nextId: crypto.randomUUID() })
    textArea()?.focus()
  }
  const change = (changed: Partial<typeof values>) => actor.send({ type: 'note/changed', values: changed })
  useListedKeys('This page', KEYS)
  useShortcut({ keys: 'N', label: 'Write an observation', group: 'This page', run: () => textArea()?.focus() })
  const room = LIMITS.observationAttachments - values.attachments.length
  const tooLong = values.description.trim() === '' ? undefined : faults.description
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles keys that its fields do not use
    <form
      className={styles.composer}
      aria-label="New observation"
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
      onKeyDown={(event) => {
        const chosen = typeByDigit(event, types)
        if (chosen !== null) {
          event.preventDefault()
          change({ typeId: chosen })
        } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault()
          add()
        }
      }}
      {...takingFiles((files) => taken.give(files.slice(0, room)))}
    >
      {types.slice(0, DIGITS).map(({ id, name }, i) => (
        <TypeKey key={id} digit={i + 1} name={name} onPress={() => change({ typeId: id })} />
      ))}
      <TypeChips types={types} typeId={typeId} onChange={(id) => change({ typeId: id })} />
      <div ref={area} className={styles.area}>
        <GrowingTextArea
          aria-label="Description"
          placeholder="What did you see?"
          value={values.description}
          aria-invalid={tooLong === undefined ? undefined : true}
          onValueChange={(description) => change({ description })}
        />
        <NoteFiles
          files={values.attachments}
          taken={taken}
          onRemove={({ fileUuid }) => {
            change({ attachments: values.attachments.filter((file) => file.fileUuid !== fileUuid) })
            void letFileGo(log, fileUuid)
            textArea()?.focus()
          }}
          onMarked={({ fileUuid }, marked) => {
            change({ attachments: values.attachments.filter((file) => file.fileUuid !== fileUuid) })
            void letFileGo(log, fileUuid)
            taken.give([marked])
            // The markup's button disappears with the old picture, and the dialog keeps focus until it closes.
            requestAnimationFrame(() => textArea()?.focus())
          }}
        />
      </div>
      <InlineProblem>{tooLong ?? (failure === null ? undefined : problemOf(failure))}</InlineProblem>
      <div className={styles.foot}>
        <AttachButton room={room} give={taken.give} />
        <CaptureButtons room={room} give={taken.give} onTaking={setCapturing} />
        <LinkFields values={values} onChange={change} />
        <Elapsed
          elapsedMillis={values.elapsedMillis ?? proposal}
          onChange={(elapsedMillis) => change({ elapsedMillis })}
        />
        <span className={styles.kept}>{isTaking ? 'saving files…' : 'saved on this device as you type'}</span>
        <Button type="submit" variant={isPrimary ? 'primary' : 'secondary'} size="sm" disabled={!canAdd}>
          Add
        </Button>
        <Kbd keys="Mod+Enter" />
      </div>
    </form>
  )
}

interface TypeKeyProps {
  digit: number
  name: string
  onPress: () => void
}

/** Registers a digit key for a type, disabled while typing. */
function TypeKey({ digit, name, onPress }: TypeKeyProps) {
  useShortcut({ keys: String(digit), label: `Choose the type ${name}`, group: 'This page', run: onPress })
  const whileTyping = useMemo(
    () => [{ keys: `Alt+${digit}`, label: `Choose the type ${name}, while typing` }],
    [digit, name],
  )
  useListedKeys('This page', whileTyping)
  return null
}

const problemOf = (failure: unknown): string =>
  failure instanceof NotKept && failure.kind === 'full'
    ? 'This device is full. Your note is still here: free some space and add it again.'
    : messageOf(failure)
