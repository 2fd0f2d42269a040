/** What an attempt goes through, with how long each stage took. */
import type { LaunchAttempt } from '../../../contract/launchers/engine.ts'
import { stagesOf, type AttemptStage, type StageName } from '../../../machines/launches/attempt-stages.ts'
import { Duration } from '../../ui/text/duration.tsx'
import { ResultIcon } from '../../ui/results/result-icon.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import styles from './attempt-stages.module.css'

export const STAGE_NAMES: Record<StageName, string> = {
  queued: 'Queued',
  clone: 'Clone',
  image: 'Image',
  command: 'Command',
  artifacts: 'Artifacts',
}

const SIGNS = {
  waiting: { kind: 'none', words: 'not reached' },
  running: { kind: 'running', words: 'under way' },
  done: { kind: 'passed', words: 'done' },
  failed: { kind: 'failed', words: 'failed' },
} as const

export const AttemptStages = ({ attempt }: { attempt: LaunchAttempt }) => (
  <ol className={styles.stages} aria-label="Stages">
    {stagesOf(attempt).map((stage) => (
      <li key={stage.name} className={styles.stage} data-state={stage.state}>
        <ResultIcon kind={SIGNS[stage.state].kind} size={14} />
        <span className={styles.name}>{STAGE_NAMES[stage.name]}</span>
        <VisuallyHidden>{SIGNS[stage.state].words}</VisuallyHidden>
        <StageTime {...stage} />
      </li>
    ))}
  </ol>
)

/** How long a stage took, or has taken so far; nothing when that is not known. */
export function StageTime({ from, to }: AttemptStage) {
  if (from === null) return null
  if (to === null) return <Duration since={from} />
  return <Duration ms={Math.max(0, Date.parse(to) - Date.parse(from))} />
}
