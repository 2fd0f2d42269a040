/** Editor of a test plan (PLANED rows): fields at the left, runs and pair coverage at the right. */
import type { TestPlan } from '../../../contract/plans/plans.ts'
import { generated, type ListedRun, listRuns } from '../../../machines/plans/planned-runs.ts'
import type { PlanValues } from '../../../machines/plans/plan-values.ts'
import { useProject } from '../../application/context.tsx'
import { DiscardQuestion } from '../../shared/forms/editor-dialog.tsx'
import { EditNotes } from '../../shared/forms/edit-notes.tsx'
import { Page } from '../../shared/page/page.tsx'
import { paths } from '../../shared/routes.ts'
import { Button } from '../../ui/controls/button.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { Later, later } from '../../ui/layout/later.tsx'
import { Confirmation } from './confirmation.tsx'
import { Matrix } from './matrix.tsx'
import { PairTables } from './pair-tables.tsx'
import { partLabels } from './part-labels.ts'
import { PlanFields } from './plan-fields.tsx'
import { RunsBar } from './runs-bar.tsx'
import { useProjectChoices } from '../../shared/project-choices.ts'
import { usePlanEditor } from './use-plan-editor.ts'
import styles from './editor.module.css'
import { useState } from 'react'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'

const CasesDialog = later(() => import('./cases-dialog.tsx').then((m) => m.CasesDialog))

interface PlanEditorProps {
  /** Null for a new plan. */
  plan: TestPlan | null
  initial: PlanValues
  onSaved: (planId: number) => void
  onCancel: () => void
}

export function PlanEditor({ plan, initial, onSaved, onCancel }: PlanEditorProps) {
  const { name } = useProject()
  const choices = useProjectChoices()
  const editor = usePlanEditor(plan?.id ?? null, initial, onSaved)
  const { of, save, asked, closeDialog: close, confirmation } = editor
  const { form, values, change, requestClose, problem, isPending, isDirty } = of
  const runs = listRuns(values)
  const askedRun = runs.find(({ key }) => key === asked?.runKey)
  const title = plan === null ? 'New test plan' : 'Edit test plan'
  return (
    <Page
      title={title}
      documentTitle={plan === null ? `New test plan · ${name}` : `Edit ${plan.title} · ${name}`}
      {...(plan === null ? {} : { names: { [paths.testPlan]: plan.title } })}
      status={isDirty && !isPending && <span className={styles.kept}>Draft kept on this device</span>}
      actions={
        <>
          <Button variant="quiet" onClick={() => requestClose(onCancel)}>
            Cancel
          </Button>
          <Button type="submit" form="plan" variant="primary" isPending={isPending}>
            {plan === null ? 'Create' : 'Save'}
          </Button>
        </>
      }
      hasRule
    >
      <form
        {...form}
        id="plan"
        aria-label="Test plan"
        className={styles.body}
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <div className={styles.fields}>
          <EditNotes of={of} labels={partLabels(choices, values.stored?.runs ?? [])} />
          <InlineProblem>{problem}</InlineProblem>
          <PlanFields of={of} plan={plan} choices={choices} onChooseCases={() => editor.chooseCases(null)} />
        </div>
        <section className={styles.right} aria-label="Runs of the plan">
          <RunsBar of={of} runs={runs} isTooMany={generated(values) === null} />
          <Matrix
            values={values}
            runs={runs}
            choices={choices}
            onChange={change}
            onChooseCases={editor.chooseCases}
            onEditTitle={editor.editTitle}
          />
          <PairTables values={values} runs={runs} onChange={change} />
        </section>
      </form>
      {asked?.what === 'cases' && (
        <Later onClose={close}>
          <CasesDialog
            title={askedRun === undefined ? 'Base case selection' : `Cases of “${askedRun.title}”`}
            caseIds={askedRun?.testCaseIds ?? values.baseTestCaseIds}
            onChoose={(ids) => {
              if (askedRun === undefined) change({ baseTestCaseIds: ids })
              else change({ selections: { ...values.selections, [askedRun.key]: ids } })
              close()
            }}
            onClose={close}
          />
        </Later>
      )}
      {asked?.what === 'title' && askedRun !== undefined && (
        <RenameDialog
          run={askedRun}
          onRename={(words) => {
            change({ titles: { ...values.titles, [askedRun.key]: words } })
            close()
          }}
          onClose={close}
        />
      )}
      {confirmation !== undefined && (
        <Confirmation
          of={confirmation}
          title={values.title}
          isNew={plan === null}
          baseCount={values.baseTestCaseIds.length}
        />
      )}
      <DiscardQuestion of={of} onDiscard={onCancel} />
    </Page>
  )
}

/** Title of a run. An empty one resets to the default, which follows the plan's title (PLANED-16, PLANED-17). */
interface RenameDialogProps {
  run: ListedRun
  onRename: (title: string) => void
  onClose: () => void
}

function RenameDialog({ run, onRename, onClose }: RenameDialogProps) {
  const [title, setTitle] = useState(run.title === run.defaultTitle ? '' : run.title)
  return (
    <Dialog
      title="Rename the run"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="rename-run" variant="primary">
            Rename
          </Button>
        </>
      }
    >
      <form
        id="rename-run"
        onSubmit={(event) => {
          event.preventDefault()
          onRename(title.trim())
        }}
      >
        <TextField
          label="Title"
          autoComplete="off"
          maxLength={255}
          placeholder={run.defaultTitle}
          description="Without a title, it is named after the plan and its options."
          value={title}
          onValueChange={setTitle}
        />
      </form>
    </Dialog>
  )
}
