/** Full form of a case: new, edited, copied, or steps only (TCASE-05 to TCASE-11). */
import { useId, useState } from 'react'
import { StaleCase, createTestCase, updateTestCase, type TestCase } from '../../../contract/cases/cases.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { Submission } from '../../../machines/patterns/form-dialog.machine.ts'
import { attachingTo } from '../../shared/attachments/attachments-field.tsx'
import { useUploads } from '../../shared/attachments/use-uploads.ts'
import { useProject, useSession, useApplication } from '../../application/context.tsx'
import type { PartLabels } from '../../shared/forms/edit-notes.tsx'
import { EditorButtons, EditorDialog } from '../../shared/forms/editor-dialog.tsx'
import { storedAs, useForm } from '../../shared/forms/form.tsx'
import { saveExisting } from '../../shared/forms/save-existing.ts'
import { useLatest } from '../../shared/latest.ts'
import { isStepPart, textOfStep } from '../../shared/steps/step-parts.ts'
import { attachedTo } from '../../shared/steps/steps.ts'
import { Banner } from '../../ui/layout/banner.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { ParentField } from '../suites/parent-field.tsx'
import { useUndo } from '../undo/use-undo-history.ts'
import { useVocabulary } from '../../shared/cases/vocabulary.tsx'
import { changesOf, newCaseOf, shownOf, startValues, valuesOf, whyNotEdited, type CaseValues } from './case-values.ts'
import { CASE_PARTS, existingCase, livingForm } from './case-parts-of-form.ts'
import { FieldInput } from './field-input.tsx'
import { fieldGroups } from '../../shared/case-fields/fields.ts'
import { namedUsers, PeopleProvider, usePeople } from '../../shared/cases/people.tsx'
import { useStructure } from './use-structure.ts'
import { fieldName, formatValue } from '../../shared/case-fields/format-value.ts'
import styles from './case-form.module.css'

export type CaseFormOf =
  | { kind: 'create'; suiteId: number | null }
  | { kind: 'edit' | 'clone' | 'steps'; testCase: TestCase }

export interface CaseFormProps {
  of: CaseFormOf
  onSaved: (testCase: TestCase) => void
  onClose: () => void
}

const LABELS = {
  create: { title: 'Create test case', save: 'Create test case' },
  edit: { title: 'Edit test case', save: 'Save' },
  clone: { title: 'Clone test case', save: 'Clone test case' },
  steps: { title: 'Edit steps', save: 'Save' },
} as const

/** The fields and a restored draft depend on the project's custom fields. */
export function CaseForm(props: CaseFormProps) {
  const { fields } = useVocabulary()
  const { of, onClose } = props
  if (fields.length === 0)
    return (
      <Dialog title={LABELS[of.kind].title} width={widthOf(of)} onClose={onClose}>
        <Skeleton width={240} />
      </Dialog>
    )
  return (
    <PeopleProvider named={namedUsers(fields, of.kind === 'create' ? {} : of.testCase.customFields)}>
      <Form {...props} />
    </PeopleProvider>
  )
}

const widthOf = ({ kind }: CaseFormOf) => (kind === 'steps' ? 'medium' : 'large')

const draftName = (of: CaseFormOf, projectKey: string): string =>
  of.kind === 'create' ? `case:new:${projectKey}` : `case:${of.kind}:${of.testCase.id}`

const copyOf = (testCase: TestCase): CaseValues => ({
  ...valuesOf(testCase),
  title: `${testCase.title.slice(0, LIMITS.caseTitle - ' (copy)'.length)} (copy)`,
  version: 0,
})

function Form({ of, onSaved, onClose }: CaseFormProps) {
  const { key } = useProject()
  const { user } = useSession()
  const { send } = useApplication()
  const history = useUndo()
  const vocabulary = useVocabulary()
  const structure = useStructure()
  const id = useId()
  const [initial] = useState(() =>
    of.kind === 'create'
      ? startValues(vocabulary, of.suiteId, user.id)
      : of.kind === 'clone'
        ? copyOf(of.testCase)
        : valuesOf(of.testCase),
  )
  const isNew = of.kind === 'create' || of.kind === 'clone'
  const save = async (submission: Submission<CaseValues>): Promise<TestCase> => {
    const { base, values: written } = livingForm(submission, vocabulary)
    if (of.kind === 'create' || of.kind === 'clone') {
      const operationId = crypto.randomUUID()
      const created = (
        await send(createTestCase, { params: { projectKey: key }, body: { ...newCaseOf(written), operationId } })
      ).data
      history.changed(`${created.key} was created`, { kind: 'operation', operationId })
      return created
    }
    const changes = changesOf(base, written)
    if (Object.keys(changes).length === 0) return of.testCase
    const saved = (
      await send(updateTestCase, {
        params: { projectKey: key, caseId: of.testCase.id },
        body: { version: base.version, changes },
      })
    ).data
    history.changed(`${saved.key} was changed`, {
      kind: 'case',
      caseId: saved.id,
      version: saved.version,
      changes: changesOf(written, base),
    })
    return saved
  }
  const editing = useForm<CaseValues, TestCase>({
    name: draftName(of, key),
    initial,
    validate: ({ title, testSuiteId }) => ({
      ...(title.length > LIMITS.caseTitle ? { title: TEXTS.titleLength255 } : {}),
      ...(isNew && testSuiteId === null ? { testSuiteId: TEXTS.required } : {}),
    }),
    submit: (_, submission) =>
      saveExisting(submission, {
        save,
        existingValues: existingCase(vocabulary),
        nameOf: (part) => fieldName(part, { vocabulary, people: [] }),
      }),
    parts: CASE_PARTS,
    ended: of.kind !== 'create' && of.testCase.deleted ? whyNotEdited(of.testCase) : null,
    stored: storedAs(StaleCase, ({ data }) => valuesOf(data)),
    onDone: onSaved,
  })
  const { form, field, errorAt, change, problem, isPending } = editing
  const { values, removed } = livingForm(editing, vocabulary)
  // The version is stored with the draft: a recovered draft is compared with the version it started from.
  const edit = ({ customFields, ...changes }: Partial<CaseValues>) =>
    change({
      ...changes,
      ...(customFields === undefined ? {} : { customFields: { ...editing.values.customFields, ...customFields } }),
      version: values.version,
    })
  const latest = useLatest({ values, edit })
  const known = { vocabulary, people: usePeople() }
  const labels: PartLabels<CaseValues> = {
    name: (part) => (isStepPart(part) ? 'Step' : fieldName(part, known)),
    value: (part, one) => (isStepPart(part) ? textOfStep(one.steps, part) : formatValue(part, shownOf(one), known)),
  }
  // The text of a deleted field is shown nowhere else.
  const removedText = (part: string) =>
    [fieldName(part, known), formatValue(part, shownOf(editing.values), known)].filter(Boolean).join(': ')
  const uploads = useUploads((target, attachment) => {
    const { values: now, edit: put } = latest()
    if (target === 'case') put({ attachments: [...now.attachments, attachment] })
    else put({ steps: attachedTo(now.steps, target, attachment) })
  })
  const groups = fieldGroups(vocabulary)
  const shared = of.kind === 'create' ? [] : of.testCase.sharedSteps
  const input = (one: (typeof groups)[number]['fields'][number]) => (
    <FieldInput
      key={one.id}
      field={one}
      values={values}
      uploads={uploads}
      shared={shared}
      errorAt={errorAt}
      onChange={edit}
    />
  )
  return (
    <EditorDialog
      title={LABELS[of.kind].title}
      width={widthOf(of)}
      of={editing}
      labels={labels}
      isBusy={uploads.isBusy}
      onClose={onClose}
      renderFooter={(cancel) => (
        <EditorButtons
          action={LABELS[of.kind].save}
          form={id}
          isPending={isPending || uploads.isBusy}
          tip={uploads.isBusy ? 'Files are being uploaded' : undefined}
          cancel={cancel}
        />
      )}
    >
      <form
        {...form}
        id={id}
        className={styles.form}
        data-wide={of.kind === 'steps' ? undefined : true}
        {...(groups.some(({ fields }) => fields.some(({ dataType }) => dataType === 'ATTACHMENTS'))
          ? attachingTo('case', uploads)
          : {})}
      >
        {removed.length > 0 && (
          <div className={styles.notice}>
            <Banner>{TEXTS.removedValues(removed.map(removedText))}</Banner>
          </div>
        )}
        {of.kind !== 'steps' && (
          <div className={styles.top}>
            <TextField
              {...field('title')}
              label="Title"
              placeholder={TEXTS.caseTitlePlaceholder}
              autoComplete="off"
              onValueChange={(title) => edit({ title })}
            />
            {isNew && (
              <div>
                <ParentField
                  label="Suite"
                  structure={structure}
                  value={values.testSuiteId}
                  onChange={(to) => edit({ testSuiteId: to })}
                />
              </div>
            )}
          </div>
        )}
        {of.kind === 'steps'
          ? groups.flatMap(({ fields }) => fields.filter(({ dataType }) => dataType === 'STEPS').map(input))
          : groups.map((group) => (
              <section key={group.id} className={styles.group} aria-label={group.name}>
                <h3>{group.name}</h3>
                {group.fields.map(input)}
              </section>
            ))}
        <div className={styles.foot}>
          <InlineProblem>{field('testSuiteId').error ?? problem}</InlineProblem>
        </div>
      </form>
    </EditorDialog>
  )
}
