/** Combination strategy, exclusion rules, and number of checked runs. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- output belongs to forms */
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { LIMITS } from '../../../contract/limits.ts'
import { PLAN_TEXTS } from '../../../contract/plans/plan-texts.ts'
import { appliedGroups, generated, type ListedRun } from '../../../machines/plans/planned-runs.ts'
import type { PlanValues } from '../../../machines/plans/plan-values.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FilterChips } from '../../ui/filters/filter-chips.tsx'
import { SegmentedControl, type Segment } from '../../ui/controls/segmented-control.tsx'
import { useWideOnly } from '../use-wide-only.ts'
import { ruleText, STRATEGY_LABELS } from './part-labels.ts'
import { RuleDialog } from './rule-dialog.tsx'
import type { PlanForm } from './use-plan-editor.ts'
import styles from './runs-bar.module.css'

type Strategy = PlanValues['strategy']

const STRATEGIES: readonly { value: Strategy; about: string }[] = [
  { value: 'all', about: 'All combinations' },
  { value: 'pairwise', about: 'Pairwise: every pair of options meets in a run' },
  { value: '3-wise', about: '3-wise: every three options meet in a run' },
]

/** Maximum number of groups: combining more takes long. */
const GROUPS_COUNTED = 8

interface RunsBarProps {
  of: PlanForm
  runs: readonly ListedRun[]
  isTooMany: boolean
}

export function RunsBar({ of: { values, change, field }, runs, isTooMany }: RunsBarProps) {
  const [isAsking, setAsking] = useState(false)
  useWideOnly(isAsking, () => setAsking(false))
  const groups = appliedGroups(values)
  const checked = runs.filter(({ isChecked }) => isChecked).length
  const countOf = (strategy: Strategy): number | undefined =>
    strategy === values.strategy || groups.length <= GROUPS_COUNTED
      ? generated({ ...values, strategy })?.length
      : undefined
  const problem = checked > LIMITS.planRuns ? PLAN_TEXTS.tooManyRuns : field('checks').error
  return (
    <div className={styles.bar}>
      <SegmentedControl
        label="Which combinations"
        size="sm"
        segments={STRATEGIES.map(({ value, about }): Segment<Strategy> => {
          const count = groups.length === 0 ? undefined : countOf(value)
          return { value, label: STRATEGY_LABELS[value], tip: about, ...(count === undefined ? {} : { count }) }
        })}
        value={values.strategy}
        onValueChange={(strategy) => change({ strategy })}
      />
      <span className={styles.rules}>
        <FilterChips
          label="Rules"
          chips={values.rules.map((rule, at) => {
            const words = ruleText(rule, values.configurations)
            return {
              id: words,
              label: 'Never',
              value: words,
              removeLabel: `Remove the rule: never ${words}`,
              onRemove: () => change({ rules: values.rules.toSpliced(at, 1) }),
            }
          })}
        />
        {groups.length > 1 && (
          <Button variant="quiet" size="sm" icon={<Plus aria-hidden />} onClick={() => setAsking(true)}>
            Rule
          </Button>
        )}
      </span>
      {!isTooMany && groups.length > 0 && (
        <span className={styles.count} role="status" data-invalid={problem === undefined ? undefined : ''}>
          <b>{checked}</b> of {runs.length} {runs.length === 1 ? 'run' : 'runs'} checked, {LIMITS.planRuns} at most
        </span>
      )}
      {problem !== undefined && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {isAsking && (
        <RuleDialog
          groups={groups}
          onAdd={(rule) => {
            change({ rules: [...values.rules, rule] })
            setAsking(false)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
