/** Creates a test case with steps from an observation. Needs the server, so it is not queued. */
import { useState } from 'react'
import { useLocation } from 'wouter'
import { createTestCase } from '../../../contract/cases/cases.ts'
import { listSuites, type Suite } from '../../../contract/cases/suites.ts'
import type { Observation } from '../../../contract/exploratory/observations.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useApplication, useProject, useResource } from '../../application/context.tsx'
import { useForm } from '../../shared/forms/form.tsx'
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { testCaseHref } from '../../shared/routes.ts'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { withRefusalToast } from '../refusal-toast.ts'
import { PickField } from '../../ui/pickers/pick-field.tsx'
import { caseOf } from './case-of.ts'

export function CreateCaseDialog({ observation, onClose }: { observation: Observation; onClose: () => void }) {
  const { send } = useApplication()
  const { key: projectKey } = useProject()
  const [, navigate] = useLocation()
  const [draft] = useState(() => caseOf(observation))
  const { value: suites, failure } = useResource(async () =>
    picksOf((await send(listSuites, { params: { projectKey } })).items),
  )
  const of = useForm<{ title: string; testSuiteId: number | null }, number>({
    name: `exploratory:case:${observation.id}`,
    initial: { title: draft.title, testSuiteId: null },
    validate: ({ title, testSuiteId }) => ({
      ...(title.trim() === '' ? { title: TEXTS.required } : {}),
      ...(testSuiteId === null ? { testSuiteId: TEXTS.required } : {}),
    }),
    submit: async ({ title, testSuiteId }) => {
      const body = { ...draft, title: title.trim(), testSuiteId: testSuiteId ?? 0 }
      const { data } = await withRefusalToast(send(createTestCase, { params: { projectKey }, body }))
      return data.id
    },
    onDone: (id) => {
      toast.success('Test case was created', {
        label: 'Open',
        run: () => navigate(testCaseHref(projectKey, id)),
      })
      onClose()
    },
  })
  const steps = draft.steps?.length ?? 0
  return (
    <FormDialog title="New test case" of={of} action="Create test case" onClose={onClose}>
      <TextField
        {...of.field('title')}
        label="Title"
        autoComplete="off"
        maxLength={LIMITS.caseTitle}
        onValueChange={(title) => of.change({ title })}
      />
      <PickField
        label="Suite"
        placeholder="Choose a suite"
        error={of.field('testSuiteId').error}
        value={of.values.testSuiteId}
        options={suites}
        onChoose={(testSuiteId) => of.change({ testSuiteId })}
        onClear={() => of.change({ testSuiteId: null })}
      />
      <p>
        {steps} {steps === 1 ? 'step comes' : 'steps come'} from the observation. Its files are not copied.
      </p>
      {failure !== null && <InlineProblem>{messageOf(failure)}</InlineProblem>}
    </FormDialog>
  )
}

/** Suites with full paths: names repeat. */
const picksOf = (suites: readonly Suite[]) => {
  const paths = new Map<number, string>()
  return suites.map(({ id, parentSuiteId, title }) => {
    const parent = parentSuiteId === null ? undefined : paths.get(parentSuiteId)
    paths.set(id, parent === undefined ? title : `${parent} / ${title}`)
    return { id, label: title, ...(parent === undefined ? {} : { aside: parent }) }
  })
}
