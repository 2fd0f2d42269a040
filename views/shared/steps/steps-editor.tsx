/**
 * Editor of steps: type, paste lines, reorder, copy, delete; insert shared steps by name. Enter at the end of a text adds a step,
 * Shift+Enter a new line. Controlled: each change reports the whole list.
 */
import { Copy, Ellipsis, Layers, Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef, type ClipboardEvent, type KeyboardEvent } from 'react'
import type { CaseStep, Step } from '../../../contract/cases/steps.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { Button } from '../../ui/controls/button.tsx'
import { GrowingTextArea } from '../../ui/forms/growing-text-area.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/overlays/menu.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import { MoveItems, SortableGrip, sortableRow } from '../../ui/sorting/sortable-grip.tsx'
import { SortableList, SortableLists } from '../../ui/sorting/sortable-list.tsx'
import { useListedKeys } from '../../ui/controls/shortcuts.ts'
import { AttachmentsField } from '../attachments/attachments-field.tsx'
import type { Uploads } from '../attachments/use-uploads.ts'
import { SharedReference, type KnownSharedSteps } from './shared-reference.tsx'
import { SharedStepsPicker } from './shared-steps-picker.tsx'
import { changed, duplicated, insertAfter, isBlank, moved, newStep, stepsOfText, without } from './steps.ts'
import styles from './steps-editor.module.css'

export interface StepsEditorProps<One extends CaseStep> {
  steps: readonly One[]
  uploads: Uploads
  error?: string | undefined
  onChange: (steps: One[]) => void
  /** Loaded shared steps; left out where they cannot be referenced. */
  shared?: readonly KnownSharedSteps[]
}

const KEYS = [
  { keys: 'Enter', label: 'Next step, at the end of a text' },
  { keys: 'Shift+Enter', label: 'New line' },
]

export function StepsEditor<One extends CaseStep>({ steps, uploads, error, shared, onChange }: StepsEditorProps<One>) {
  useListedKeys('Steps', KEYS)
  const list = useRef<HTMLDivElement>(null)
  const focusNext = useRef<string | null>(null)
  useEffect(() => {
    if (focusNext.current === null) return
    list.current?.querySelector<HTMLElement>(`[data-sort-id="${focusNext.current}"] textarea`)?.focus()
    focusNext.current = null
  })
  const isFull = steps.length >= LIMITS.maxSteps
  // A new step is always a plain one.
  const put = (after: string | null, added: CaseStep[]) =>
    onChange(insertAfter<CaseStep>(steps, after, added).slice(0, LIMITS.maxSteps) as One[])
  const add = (after: string | null = null) => {
    if (isFull) return
    const step = newStep()
    focusNext.current = step.id
    put(after, [step])
  }
  const paste = (step: Step, event: ClipboardEvent) => {
    const pasted = isBlank(step) ? stepsOfText(event.clipboardData.getData('text/plain')) : null
    if (pasted === null) return
    event.preventDefault()
    focusNext.current = pasted.at(-1)?.id ?? null
    onChange(
      steps.flatMap((one): CaseStep[] => (one.id === step.id ? pasted : [one])).slice(0, LIMITS.maxSteps) as One[],
    )
  }
  const remove = (id: string) => {
    const at = steps.findIndex((step) => step.id === id)
    focusNext.current = (steps[at + 1] ?? steps[at - 1])?.id ?? null
    onChange(without(steps, id))
    if (steps.length === 1) list.current?.closest('section')?.querySelector<HTMLElement>('[data-add-step]')?.focus()
  }
  const nameOf = (id: string) => `step ${steps.findIndex((step) => step.id === id) + 1}`
  return (
    <section className={styles.editor} aria-label="Steps">
      <SortableLists
        lists={[{ id: 'steps', label: 'Steps', ids: steps.map(({ id }) => id) }]}
        nameOf={nameOf}
        onMove={({ id, index }) => onChange(moved(steps, id, index))}
        renderLifted={(id) => <Lifted step={steps.find((step) => step.id === id)} name={nameOf(id)} />}
      >
        <div ref={list}>
          <SortableList of="steps" className={styles.steps} data-empty={steps.length === 0 || undefined}>
            {steps.map((step, at) => (
              <div key={step.id} {...sortableRow(step.id)} className={styles.row}>
                <SortableGrip id={step.id} />
                <span className={styles.number}>{at + 1}</span>
                {step.kind === 'shared' ? (
                  <SharedReference id={step.sharedStepsId} known={shared ?? []} />
                ) : (
                  <StepFields
                    step={step}
                    number={at + 1}
                    uploads={uploads}
                    onChange={(changes) => onChange(changed(steps, step.id, changes))}
                    onNext={() => add(step.id)}
                    onPaste={(event) => paste(step, event)}
                  />
                )}
                <Menu
                  label={`Actions for step ${at + 1}`}
                  align="end"
                  trigger={
                    <IconButton size="sm" label={`Actions for step ${at + 1}`}>
                      <Ellipsis aria-hidden />
                    </IconButton>
                  }
                >
                  <MenuItem icon={<Plus aria-hidden />} onSelect={() => add(step.id)}>
                    Add a step below
                  </MenuItem>
                  <MenuItem
                    icon={<Copy aria-hidden />}
                    isDisabled={isFull}
                    onSelect={() => onChange(duplicated(steps, step.id))}
                  >
                    Duplicate
                  </MenuItem>
                  <MoveItems id={step.id} />
                  <MenuSeparator />
                  <MenuItem icon={<Trash2 aria-hidden />} isDanger onSelect={() => remove(step.id)}>
                    Delete
                  </MenuItem>
                </Menu>
              </div>
            ))}
          </SortableList>
        </div>
      </SortableLists>
      <div className={styles.adds}>
        <Button
          size="sm"
          variant="quiet"
          icon={<Plus aria-hidden />}
          data-add-step
          aria-disabled={isFull || undefined}
          data-tip={isFull ? `At most ${LIMITS.maxSteps} steps` : undefined}
          onClick={() => add()}
        >
          Add step
        </Button>
        {shared !== undefined && !isFull && (
          <Popover
            label="Insert shared steps"
            trigger={
              <Button size="sm" variant="quiet" icon={<Layers aria-hidden />}>
                Insert shared steps
              </Button>
            }
          >
            {(close) => (
              <SharedStepsPicker
                onChoose={({ id }) => {
                  put(null, [{ kind: 'shared', id: crypto.randomUUID(), sharedStepsId: id }])
                  close()
                }}
              />
            )}
          </Popover>
        )}
      </div>
      {error !== undefined && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </section>
  )
}

interface StepFieldsProps {
  step: Step
  number: number
  uploads: Uploads
  onChange: (changes: Partial<Pick<Step, 'action' | 'expectedResult' | 'attachments'>>) => void
  onNext: () => void
  onPaste: (event: ClipboardEvent) => void
}

function StepFields({ step, number, uploads, onChange, onNext, onPaste }: StepFieldsProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { selectionStart, selectionEnd, value } = event.currentTarget
    const isAtEnd = selectionStart === value.length && selectionEnd === value.length
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || !isAtEnd || isBlank(step)) return
    event.preventDefault()
    onNext()
  }
  return (
    <div className={styles.fields}>
      <GrowingTextArea
        aria-label={`Action of step ${number}`}
        placeholder="Action"
        maxLength={LIMITS.maxCaseText}
        value={step.action}
        onValueChange={(action) => onChange({ action })}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <GrowingTextArea
        aria-label={`Expected result of step ${number}`}
        placeholder="Expected result"
        maxLength={LIMITS.maxCaseText}
        value={step.expectedResult}
        onValueChange={(expectedResult) => onChange({ expectedResult })}
        onKeyDown={onKeyDown}
      />
      <div className={styles.files}>
        <AttachmentsField
          label={`Attachments of step ${number}`}
          target={step.id}
          files={step.attachments}
          uploads={uploads}
          look="small"
          onChange={(attachments) => onChange({ attachments })}
        />
      </div>
    </div>
  )
}

function Lifted({ step, name }: { step: CaseStep | undefined; name: string }) {
  const words = step?.kind === 'step' ? step.action : ''
  return <span className={styles.lifted}>{words || name}</span>
}
