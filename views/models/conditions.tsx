/** Which conditions of a model are evaluated, and what they exclude. */
import type { RunnableModel } from '../../machines/models/draft-model.ts'
import type { Found } from '../../machines/models/search.ts'
import { happeningOf } from '../../machines/models/suggest.ts'
import { formatCount } from '../ui/text/figures.ts'
import { stateNames } from './transitions.ts'
import styles from './models.module.css'

const SHOWN = 3

const listed = (texts: readonly string[]): string => {
  const more = texts.length - SHOWN
  return texts.slice(0, SHOWN).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

export function ConditionsHint({ model }: { model: RunnableModel | null }) {
  if (model === null || model.transitions.every(({ guard }) => guard === '')) return null
  const { guards = {}, notEvaluated = [] } = model.behaviour ?? {}
  const isNone = Object.keys(guards).length === 0
  return (
    <p className={styles.hint}>
      {isNone
        ? 'Guards are not evaluated, so some paths may be impossible.'
        : notEvaluated.length === 0
          ? 'Guards are evaluated, so impossible paths are left out.'
          : `Some guards are not evaluated, so some paths may be impossible: ${listed(notEvaluated)}.`}
    </p>
  )
}

export function InfeasibleNote({ found, model }: { found: Found; model: RunnableModel | null }) {
  const { infeasible } = found
  if (infeasible === null || (infeasible.paths === 0 && infeasible.transitions.length === 0)) return null
  const { paths, transitions, isAtLeast } = infeasible
  const states = model === null ? null : stateNames(model)
  const names = transitions
    .flatMap((id) => model?.transitions.find((one) => one.id === id) ?? [])
    .map((one) => `${happeningOf(one)} from ${states?.get(one.sourceId) ?? one.sourceId}`)
  return (
    <p className={styles.infeasible}>
      {paths > 0 &&
        `${isAtLeast ? 'At least ' : ''}${formatCount(paths, 'path is', 'paths are')} left out: their conditions cannot hold. `}
      {transitions.length > 0 &&
        `No path was found that takes ${formatCount(transitions.length, 'transition', 'transitions')}: ${listed(names)}.`}
    </p>
  )
}
