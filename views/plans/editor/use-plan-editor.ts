/** The form of a plan over its draft, and the confirmation between Save and the call. */
import { useMachine } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { PLAN_TEXTS } from '../../../contract/plans/plan-texts.ts'
import { TestPlan } from '../../../contract/plans/plans.ts'
import { planConfirmation } from '../../../machines/plans/plan-confirmation.machine.ts'
import { fieldsOf, planDiff, runChanges, runsToCreate, type PlanDiff } from '../../../machines/plans/plan-diff.ts'
import { planProblems } from '../../../machines/plans/plan-problems.ts'
import { valuesOfPlan } from '../../../machines/plans/plan-reading.ts'
import { isChosen } from '../../../machines/patterns/form-parts.ts'
import type { PlanValues } from '../../../machines/plans/plan-values.ts'
import { useProject } from '../../boot/context.tsx'
import { storedAs, useForm } from '../../shared/forms/form.tsx'
import { useLatest } from '../../shared/latest.ts'
import { toast } from '../../ui/toasts.ts'
import { usePlans } from '../use-plans.ts'
import { useWideOnly } from '../use-wide-only.ts'

const PARTS: Record<string, string> = { environment: 'environmentId' }

/** `planId` null: a new plan. */
export function usePlanEditor(planId: number | null, initial: PlanValues, onSaved: (planId: number) => void) {
  const { key } = useProject()
  const plans = usePlans()
  const of = useForm<PlanValues, number>({
    name: planId === null ? `plan:new:${key}` : `plan:${planId}`,
    initial,
    validate: planProblems,
    submit: async (values, { changes, expected }) => {
      if (planId === null) {
        const { title, configurations } = fieldsOf(values)
        const testRuns = runsToCreate(values)
        const written = { ...fieldsOf(values), title: title ?? '', configurations: configurations ?? [] }
        return (await plans.create(key, { ...defaults, ...written, testRuns })).id
      }
      const body = { ...fieldsOf(changes), expected: fieldsOf(expected), ...runChanges(values) }
      return (await plans.update(key, planId, body)).id
    },
    stored: storedAs(TestPlan, valuesOfPlan),
    partOf: (field) => PARTS[field] ?? field,
    onDone: (id) => {
      toast.success(planId === null ? PLAN_TEXTS.created : PLAN_TEXTS.updated)
      onSaved(id)
    },
  })
  const { values, base, collision, submit } = of
  const machine = useMemo(() => planConfirmation<PlanDiff>(), [])
  const [confirmation, send, actor] = useMachine(machine)
  const latest = useLatest(submit)
  useEffect(() => {
    const confirmed = actor.on('confirmed', () => latest()())
    return () => confirmed.unsubscribe()
  }, [actor, latest])
  const { shown } = confirmation.context
  useWideOnly(shown !== null, () => send({ type: 'confirmation/cancel' }))
  return {
    of,
    save: () => {
      const diff = planDiff(values, base)
      const isReady = Object.keys(planProblems(values)).length === 0 && (collision === null || isChosen(collision))
      // The form says what is missing; and where no run comes or goes there is nothing to confirm.
      if (!isReady || diff.created.length + diff.removed.length === 0) submit()
      else send({ type: 'confirmation/ask', shown: diff })
    },
    confirmation: {
      shown,
      isRead: confirmation.matches({ shown: 'read' }),
      readToEnd: () => send({ type: 'list/ended' }),
      confirm: () => send({ type: 'confirmation/confirm' }),
      cancel: () => send({ type: 'confirmation/cancel' }),
    },
  }
}

const defaults = {
  description: '',
  milestoneId: null,
  environment: null,
  baseTestCaseIds: [],
  strategy: 'all' as const,
  rules: [],
}

export type PlanForm = ReturnType<typeof usePlanEditor>['of']
