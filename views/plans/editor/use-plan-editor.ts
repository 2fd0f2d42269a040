/** Form of a plan with its draft, dialogs, and the confirmation before saving. */
import { useActorRef, useSelector } from '@xstate/react'
import { PLAN_TEXTS } from '../../../contract/plans/plan-texts.ts'
import { updateTestPlan, createTestPlan } from '../../../contract/plans/plans.ts'
import { fieldsOf, planDiff, runChanges, runsToCreate } from '../../../machines/plans/plan-diff.ts'
import { planEditor } from '../../../machines/plans/plan-editor.machine.ts'
import { planParts } from '../../../machines/plans/plan-parts.ts'
import { planProblems } from '../../../machines/plans/plan-problems.ts'
import { valuesOfPlan } from '../../../machines/plans/plan-reading.ts'
import { existingPlan } from '../../../machines/plans/existing-plan.ts'
import type { Submission } from '../../../machines/patterns/form-dialog.machine.ts'
import { isChosen } from '../../../machines/patterns/form-parts.ts'
import type { PlanValues } from '../../../machines/plans/plan-values.ts'
import { useProject, useApplication } from '../../application/context.tsx'
import { storedAs, useForm } from '../../shared/forms/form.tsx'
import { saveExisting } from '../../shared/forms/save-existing.ts'
import { toast } from '../../ui/toasts/toasts.ts'
import { useWideOnly } from '../use-wide-only.ts'
import { useEmitted } from '../../shared/use-emitted.ts'
import { partName } from './part-labels.ts'

/** Form parts by field of the contract; null for fields that are no part, such as which runs exist. */
const PARTS: Record<string, string | null> = { environment: 'environmentId', runs: null }

/** `planId`: null for a new plan. */
export function usePlanEditor(planId: number | null, initial: PlanValues, onSaved: (planId: number) => void) {
  const { key } = useProject()
  const { send } = useApplication()
  const save = async ({ values, changes, expected }: Submission<PlanValues>): Promise<number> => {
    if (planId === null) {
      const { title, configurations } = fieldsOf(values)
      const testRuns = runsToCreate(values)
      const written = { ...fieldsOf(values), title: title ?? '', configurations: configurations ?? [] }
      const created = await send(createTestPlan, {
        params: { projectKey: key },
        body: { ...defaults, ...written, testRuns },
      })
      return created.data.id
    }
    const { stored } = values
    const seen = stored === null ? {} : { seenRevision: stored.revision }
    const body = { ...fieldsOf(changes), expected: fieldsOf(expected), ...runChanges(values), ...seen }
    return (await send(updateTestPlan, { params: { projectKey: key, testPlanId: planId }, body })).data.id
  }
  const of = useForm<PlanValues, number>({
    name: planId === null ? `plan:new:${key}` : `plan:${planId}`,
    initial,
    validate: planProblems,
    submit: (_, submission) => saveExisting(submission, { save, existingValues: existingPlan, nameOf: partName }),
    stored: storedAs(updateTestPlan.answer, ({ data }) => valuesOfPlan(data)),
    partOf: (field) => (field in PARTS ? (PARTS[field] ?? null) : field),
    parts: planParts,
    onDone: (id) => {
      toast.success(planId === null ? PLAN_TEXTS.created : PLAN_TEXTS.updated)
      onSaved(id)
    },
  })
  const { values, base, collision, submit } = of
  const actor = useActorRef(planEditor)
  useEmitted(actor, { 'plan/submit': () => submit() })
  const isWriting = useSelector(actor, (state) => state.matches('writing'))
  useWideOnly(!isWriting, () => actor.send({ type: 'window/narrowed' }))
  const asked = useSelector(
    actor,
    ({ value, context: { runKey } }): Asked | null =>
      typeof value === 'string' ? null : { what: value.asking, runKey },
    sameAsked,
  )
  return {
    of,
    save: () => {
      const isReady = Object.keys(planProblems(values)).length === 0 && (collision === null || isChosen(collision))
      actor.send({ type: 'plan/save', diff: planDiff(values, base), isReady })
    },
    asked,
    chooseCases: (runKey: string | null) => actor.send({ type: 'cases/choose', runKey }),
    editTitle: (runKey: string) => actor.send({ type: 'title/edit', runKey }),
    closeDialog: () => actor.send({ type: 'dialog/close' }),
    confirmation: useSelector(actor, ({ children }) => children.confirmation),
  }
}

/** Choice of cases in a dialog. Without a run: the base selection. */
interface Asked {
  what: 'cases' | 'title'
  runKey: string | null
}
const sameAsked = (a: Asked | null, b: Asked | null): boolean => a?.what === b?.what && a?.runKey === b?.runKey

const defaults = {
  description: '',
  milestoneId: null,
  environment: null,
  baseTestCaseIds: [],
  strategy: 'all' as const,
  rules: [],
}

export type PlanForm = ReturnType<typeof usePlanEditor>['of']
