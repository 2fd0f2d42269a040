/** Form of a test run (RUNED rows): fields beside the repository with its picked cases. */
import { type ReactNode, useMemo, useRef } from 'react'
import { StaleTestRun, type TestRun } from '../../../contract/runs/runs.ts'
import { LIMITS } from '../../../contract/limits.ts'
import {
  caseChanges,
  editedValues,
  existingRun,
  type RunFormValues,
  runParts,
  runProblems,
} from '../../../machines/runs/run-values.ts'
import { useMay } from '../../application/context.tsx'
import { CasePicker } from '../../shared/cases/case-picker/case-picker.tsx'
import { ConfigurationFields } from '../../shared/forms/configuration-fields.tsx'
import { EditNotes, type PartLabels } from '../../shared/forms/edit-notes.tsx'
import { DiscardQuestion } from '../../shared/forms/editor-dialog.tsx'
import { storedAs, useForm } from '../../shared/forms/form.tsx'
import { RequirementsField } from '../../shared/requirements/requirements-field.tsx'
import { saveExisting } from '../../shared/forms/save-existing.ts'
import type { TrailNames } from '../../shared/page/trail.ts'
import { Page } from '../../shared/page/page.tsx'
import { EnvironmentField } from '../../shared/forms/environment-field.tsx'
import { MilestoneField } from '../../shared/forms/milestone-field.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { TextArea } from '../../ui/forms/text-area.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { type ProjectChoices, useProjectChoices } from '../../shared/project-choices.ts'
import styles from './run-form.module.css'
import { formatCount } from '../../ui/text/figures.ts'
import { changedText } from '../../shared/forms/changed-text.ts'

export interface RunFormProps {
  title: string
  documentTitle: string
  names?: TrailNames
  /** Name of the draft. */
  name: string
  initial: RunFormValues
  /** The edited or repeated run: names of options that can no longer be chosen. */
  run: TestRun | null
  action: string
  /** Resolves with the id of the saved run. `base`: values that the author saw. */
  save: (
    values: RunFormValues,
    edit: { changes: Partial<RunFormValues>; expected: Partial<RunFormValues>; base: RunFormValues },
  ) => Promise<number>
  onSaved: (runId: number) => void
  onCancel: () => void
  /** Above the fields; may change them. */
  renderNotes?: (change: (values: Partial<RunFormValues>) => void) => ReactNode
}

const FORM = 'run-form'

export function RunForm(props: RunFormProps) {
  const { run, initial, onCancel } = props
  const may = useMay()
  const choices = useProjectChoices()
  const of = useForm<RunFormValues, number>({
    name: props.name,
    initial,
    validate: runProblems,
    parts: runParts,
    submit: (values, edit) =>
      saveExisting(
        { ...edit, values: { ...values, title: values.title.trim() } },
        {
          save: (sent) => props.save(sent.values, sent),
          existingValues: existingRun,
          nameOf: (part) => RUN_PARTS[part] ?? part,
        },
      ),
    partOf: (field) => (/^(?:testCases|addCases|removeCaseIds|assignments)\b/.test(field) ? 'cases' : field),
    stored: storedAs(StaleTestRun, ({ data, testCases }) => editedValues(data, testCases)),
    onDone: props.onSaved,
  })
  const { form, field, values, change, requestClose, problem, isPending } = of
  const title = field('title')
  const pane = useRef<HTMLDivElement>(null)
  const stored = useMemo(() => new Map(of.base.cases), [of.base.cases])
  const picked = useMemo(() => new Map(values.cases), [values.cases])
  return (
    <Page
      title={props.title}
      documentTitle={props.documentTitle}
      {...(props.names === undefined ? {} : { names: props.names })}
      hasRule
      actions={
        <>
          <Button variant="quiet" onClick={() => requestClose(onCancel)}>
            Cancel
          </Button>
          <Button type="submit" form={FORM} variant="primary" isPending={isPending}>
            {props.action}
          </Button>
        </>
      }
    >
      <div className={styles.editor}>
        <form
          {...form}
          id={FORM}
          className={styles.fields}
          onSubmit={(event) => {
            form.onSubmit(event)
            // On narrow screens the case picker comes first; focusing a field scrolls to it.
            if (Object.keys(runProblems(values)).join() === 'cases') pane.current?.scrollIntoView()
          }}
        >
          <EditNotes of={of} labels={runPartLabels(choices)} />
          {props.renderNotes?.(change)}
          <TextField
            {...title}
            label="Title"
            autoComplete="off"
            maxLength={256}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is this form
            autoFocus={run === null}
            onValueChange={(text) => change({ title: text.trimStart() })}
          />
          <TextArea
            {...field('description')}
            label="Description"
            rows={4}
            description="Supports Markdown."
            onValueChange={(description) => change({ description })}
          />
          <MilestoneField
            value={values.milestoneId}
            error={field('milestoneId').error}
            choices={choices}
            current={run?.milestone}
            onValueChange={(milestoneId) => change({ milestoneId })}
          />
          <EnvironmentField
            value={values.environment?.id ?? null}
            error={field('environment').error}
            choices={choices}
            current={run?.environment}
            onValueChange={(id) => change({ environment: id === null ? null : { id } })}
          />
          <ConfigurationFields
            groups={choices?.configurations ?? null}
            value={values.configurations}
            none="Not applicable"
            onValueChange={(configurations) => change({ configurations })}
          />
          {may.isOn('requirements-mapping') && (
            <RequirementsField
              value={values.requirements}
              error={field('requirements').error}
              max={LIMITS.runRequirements}
              onValueChange={(requirements) => change({ requirements })}
            />
          )}
          <InlineProblem>{problem}</InlineProblem>
          <DiscardQuestion of={of} onDiscard={onCancel} />
        </form>
        {/* Outside the form element: the picker has fields and forms of its own. */}
        <div ref={pane} className={styles.cases}>
          <InlineProblem>{field('cases').error}</InlineProblem>
          <CasePicker
            picked={picked}
            stored={stored}
            people={choices?.people ?? null}
            onChange={(now) => change({ cases: [...now] })}
          />
        </div>
      </div>
    </Page>
  )
}

/** Labels of the fields. */
const RUN_PARTS: Readonly<Record<string, string>> = {
  title: 'Title',
  description: 'Description',
  milestoneId: 'Milestone',
  environment: 'Environment',
  configurations: 'Configurations',
  requirements: 'Requirements',
  cases: 'Test cases',
}

/** Returns labels and texts of a run's collided fields. */
const runPartLabels = (choices: ProjectChoices | null): PartLabels<RunFormValues> => {
  const labelOf = (options: readonly { id: number; label: string }[] = [], id: number | null | undefined) =>
    id == null ? '' : (options.find((one) => one.id === id)?.label ?? `#${id}`)
  return {
    name: (part) => RUN_PARTS[part] ?? part,
    merged: (part, before, theirs) => {
      if (part !== 'cases') return RUN_PARTS[part] ?? null
      const { addCases, removeCaseIds, assignments } = caseChanges(before.cases, theirs.cases)
      return changedText('Test cases', {
        added: addCases.length,
        removed: removeCaseIds.length,
        assigned: assignments.length,
      })
    },
    value: (part, values) => {
      switch (part) {
        case 'milestoneId':
          return labelOf(choices?.milestones, values.milestoneId)
        case 'environment':
          return labelOf(choices?.environments, values.environment?.id)
        case 'configurations':
          return values.configurations.map(({ groupName, optionName }) => `${groupName}: ${optionName}`).join('\n')
        case 'requirements':
          return values.requirements.join('\n')
        case 'cases':
          return formatCount(values.cases.length, 'test case', 'test cases')
        default:
          return values[part as 'title' | 'description']
      }
    },
  }
}
