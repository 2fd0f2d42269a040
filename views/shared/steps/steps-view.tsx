/** Read-only steps: action, expected result and files; shared steps below their name. */
import { Layers } from 'lucide-react'
import type { CaseStep, Step } from '../../../contract/cases/steps.ts'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { PlainLink } from '../../ui/controls/link.tsx'
import { AttachmentsView } from '../attachments/attachments-view.tsx'
import styles from './steps-view.module.css'

export interface StepsViewProps {
  steps: readonly CaseStep[]
  /** Referenced shared steps. */
  shared?: readonly { id: number; name: string; steps: readonly Step[] }[]
  /** Link to a shared steps page. */
  hrefOf?: (sharedStepsId: number, name: string) => string
}

export function StepsView({ steps, shared = [], hrefOf }: StepsViewProps) {
  return (
    <ol className={styles.steps} aria-label="Steps">
      {linesOf(steps, shared).map((line) =>
        line.name === null ? (
          line.steps.map((step, i) => <StepLine key={step.id} step={step} number={line.from + i} />)
        ) : (
          <li key={line.key} className={styles.shared}>
            <p className={styles.name}>
              <Layers aria-hidden />
              {hrefOf === undefined ? (
                line.name
              ) : (
                <PlainLink href={hrefOf(line.sharedId, line.name)}>{line.name}</PlainLink>
              )}
              <small>shared</small>
            </p>
            <ol aria-label={line.name}>
              {line.steps.map((step, i) => (
                <StepLine key={step.id} step={step} number={line.from + i} />
              ))}
            </ol>
          </li>
        ),
      )}
    </ol>
  )
}

interface Line {
  key: string
  /** The shared steps they belong to; null for the case's own. */
  name: string | null
  sharedId: number
  steps: readonly Step[]
  /** Number of the first step: numbering continues through shared steps. */
  from: number
}

const linesOf = (steps: readonly CaseStep[], shared: NonNullable<StepsViewProps['shared']>): Line[] => {
  const lines: Line[] = []
  let from = 1
  for (const step of steps) {
    const found = step.kind === 'shared' ? shared.find(({ id }) => id === step.sharedStepsId) : undefined
    const held = step.kind === 'step' ? [step] : (found?.steps ?? [])
    if (held.length === 0) continue
    lines.push({ key: step.id, name: found?.name ?? null, sharedId: found?.id ?? 0, steps: held, from })
    from += held.length
  }
  return lines
}

function StepLine({ step, number }: { step: Step; number: number }) {
  return (
    <li className={styles.step}>
      <span className={styles.number}>{number}</span>
      <div>
        <Markdown>{step.action}</Markdown>
        {step.expectedResult !== '' && <Markdown className={styles.expected}>{step.expectedResult}</Markdown>}
        <AttachmentsView files={step.attachments} look="small" />
      </div>
    </li>
  )
}
