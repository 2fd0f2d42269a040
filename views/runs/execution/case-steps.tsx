/** Steps of a case during execution, shared steps expanded, each with its own result. */
import { Layers } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import type { Step } from '../../../contract/cases/steps.ts'
import type { StepResult } from '../../../contract/runs/results.ts'
import type { RunCaseContent } from '../../../contract/runs/run-cases.ts'
import { AttachmentsView } from '../../shared/attachments/attachments-view.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import { Kbd } from '../../ui/controls/kbd.tsx'
import { useShortcut } from '../../ui/controls/shortcuts.ts'
import { StatusSign } from './status-sign.tsx'
import type { Statuses } from './statuses.ts'
import styles from './case-steps.module.css'

interface CaseStepsProps {
  steps: RunCaseContent['steps']
  statuses: Statuses
  /** The step's comment. */
  resultOf: (stepId: string) => StepResult | null
  /** Renders comment and files of a step's result. */
  renderNote: ((stepId: string, number: number) => ReactNode) | null
  /** Null for read-only use. */
  onSet: ((stepId: string, statusId: number | null) => void) | null
}

interface Line {
  /** Step id as used in results. */
  stepId: string
  step: Step
  number: number
}

export function CaseSteps({ steps, statuses, resultOf, onSet, renderNote }: CaseStepsProps) {
  const numbers = numbersOf(steps)
  const lineOf = (step: Step, stepId: string): Line => ({ step, stepId, number: numbers.get(stepId) ?? 0 })
  const onKeyDown = (event: KeyboardEvent) => {
    const line = (event.target as HTMLElement).closest<HTMLElement>('[data-step]')
    const digit = /^Digit([1-9])$/.exec(event.code)?.[1]
    const status = digit === undefined || !event.shiftKey ? undefined : statuses.given[Number(digit) - 1]
    if (status === undefined || line === null || onSet === null) return
    event.preventDefault()
    onSet(line.dataset['step'] ?? '', status.id)
    const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-step]')]
    lines[lines.indexOf(line) + 1]?.focus()
  }
  const setNext = (statusId: number) => {
    const next = [...numbers.keys()].find((stepId) => (resultOf(stepId)?.statusId ?? null) === null)
    if (next !== undefined) onSet?.(next, statusId)
  }
  const draw = (line: Line) => (
    <StepLine
      key={line.stepId}
      line={line}
      statuses={statuses}
      statusId={resultOf(line.stepId)?.statusId ?? null}
      onSet={onSet}
      renderNote={renderNote}
    />
  )
  return (
    <section aria-label="Steps">
      <header className={styles.head}>
        <h3>Steps to reproduce</h3>
        {onSet !== null && statuses.given.length > 0 && (
          <span>
            Set a step with <Kbd keys="Shift+1" /> – <Kbd keys={`${Math.min(9, statuses.given.length)}`} />
          </span>
        )}
        {onSet !== null &&
          statuses.given
            .slice(0, 9)
            .map(({ id, name }, i) => (
              <StepKey key={id} keys={`Shift+${i + 1}`} name={name} onPress={() => setNext(id)} />
            ))}
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles keys of the steps inside */}
      <ol className={styles.steps} onKeyDown={onKeyDown}>
        {steps.map((step) =>
          step.kind === 'step' ? (
            draw(lineOf(step, step.id))
          ) : (
            <li key={step.id} className={styles.shared}>
              <p>
                <Layers aria-hidden />
                {step.name}
                <small>
                  shared, {step.steps.length} {step.steps.length === 1 ? 'step' : 'steps'}
                </small>
              </p>
              <ol aria-label={step.name}>{step.steps.map((one) => draw(lineOf(one, `${step.id}/${one.id}`)))}</ol>
            </li>
          ),
        )}
      </ol>
    </section>
  )
}

interface StepKeyProps {
  keys: string
  name: string
  onPress: () => void
}

/** Sets the result of the next step without one, unless a step is focused, which handles the key. */
function StepKey({ keys, name, onPress }: StepKeyProps) {
  useShortcut({ keys, label: `${name}: the focused step, or the next`, group: 'This page', run: onPress })
  return null
}

/** Step numbers by result id; shared steps count. */
const numbersOf = (steps: CaseStepsProps['steps']): ReadonlyMap<string, number> => {
  const ids = steps.flatMap((step) =>
    step.kind === 'step' ? [step.id] : step.steps.map(({ id }) => `${step.id}/${id}`),
  )
  return new Map(ids.map((id, i) => [id, i + 1]))
}

interface StepLineProps extends Pick<CaseStepsProps, 'statuses' | 'onSet' | 'renderNote'> {
  line: Line
  statusId: number | null
}

function StepLine({ line: { step, number, stepId }, statuses, statusId, onSet, renderNote }: StepLineProps) {
  const status = statuses.of(statusId)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys set the result of the focused step
    <li
      className={styles.step}
      data-step={stepId}
      tabIndex={onSet === null ? undefined : 0}
      aria-label={`Step ${number}`}
    >
      <span className={styles.number}>{number}</span>
      <div className={styles.words}>
        <Markdown>{step.action}</Markdown>
        {step.expectedResult !== '' && <Markdown className={styles.expected}>{step.expectedResult}</Markdown>}
        <AttachmentsView files={step.attachments} look="small" />
        {renderNote?.(stepId, number)}
      </div>
      {onSet === null ? (
        statusId !== null && (
          <span className={styles.set}>
            <StatusSign status={status} hasName />
            {status.name}
          </span>
        )
      ) : (
        <Menu
          label={`Result of step ${number}`}
          align="end"
          trigger={
            <button type="button" className={styles.set} aria-label={`Result of step ${number}: ${status.name}`}>
              <StatusSign status={status} hasName />
              {statusId !== null && status.name}
            </button>
          }
        >
          {statuses.given.map((one) => (
            <MenuItem
              key={one.id}
              icon={<StatusSign status={one} hasName />}
              isSelected={one.id === statusId}
              onSelect={() => onSet(stepId, one.id)}
            >
              {one.name}
            </MenuItem>
          ))}
          <MenuItem onSelect={() => onSet(stepId, null)}>No result</MenuItem>
        </Menu>
      )}
    </li>
  )
}
