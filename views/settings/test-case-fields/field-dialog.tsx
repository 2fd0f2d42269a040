/** Dialog of a new or existing field. Typed text survives a reload, a rejection and an expired session. */
import { useId } from 'react'
import { saveBlockers } from '../../../contract/settings/test-case-field-rules.ts'
import {
  TestCaseField,
  createTestCaseField,
  getTestCaseField,
  updateTestCaseField,
  type FieldTab,
} from '../../../contract/settings/test-case-fields.ts'
import { TEXTS } from '../../../contract/texts.ts'
import {
  draftOf,
  fieldEdited,
  fieldProblems,
  formOf,
  newField,
  typedForCall,
  type FieldEdit,
  type FieldForm,
} from '../../../machines/settings/field-editor.ts'
import type { Submission } from '../../../machines/patterns/form-dialog.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useProject, useResource, useApplication } from '../../application/context.tsx'
import type { PartLabels } from '../../shared/forms/edit-notes.tsx'
import { EditorDialog } from '../../shared/forms/editor-dialog.tsx'
import { storedAs, useForm } from '../../shared/forms/form.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { ProblemState } from '../../ui/layout/empty-state.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { DefaultSection } from './default-section.tsx'
import { FieldBasics } from './field-basics.tsx'
import { BLOCKER_MESSAGES } from './field-labels.ts'
import styles from './field-dialog.module.css'

interface FieldDialogProps {
  tabs: readonly FieldTab[]
  onClose: () => void
  onSaved: () => void
}

export function NewFieldDialog({ tabs, onClose, onSaved }: FieldDialogProps) {
  const { send } = useApplication()
  const { key } = useProject()
  return (
    <FieldFormDialog
      title="New field"
      draftName={`test-case-field:${key}:new`}
      initial={newField(tabs[0]?.id ?? null)}
      tabs={tabs}
      onClose={onClose}
      submit={async (form) => {
        const { name, systemName, description, tabId } = form
        await send(createTestCaseField, {
          params: { projectKey: key },
          body: { name, systemName, description, tabId, ...typedForCall(form) },
        })
      }}
      onDone={() => {
        toast.success(TEXTS.fieldCreated)
        onSaved()
      }}
    />
  )
}

export function EditFieldDialog({ fieldId, ...given }: FieldDialogProps & { fieldId: number }) {
  const { send } = useApplication()
  const { key } = useProject()
  const { value, failure, isLoading, retry } = useResource(() =>
    send(getTestCaseField, { params: { projectKey: key, fieldId } }),
  )
  if (value !== null && value.type === 'CUSTOM') return <EditField field={value} {...given} />
  return (
    <Dialog title="Edit field" width="medium" onClose={given.onClose}>
      {value === null && failure === null ? (
        <div className={styles.form} aria-busy>
          {[140, 90, 200, 120].map((width) => (
            <Skeleton key={width} width={width} height={32} />
          ))}
        </div>
      ) : (
        <ProblemState
          title={value === null ? 'The field did not load' : 'This field cannot be edited'}
          {...(value === null ? { onRetry: retry, isRetrying: isLoading } : {})}
        >
          {value === null ? messageOf(failure) : 'It belongs to every test case.'}
        </ProblemState>
      )}
    </Dialog>
  )
}

function EditField({ field, tabs, onClose, onSaved }: FieldDialogProps & { field: TestCaseField }) {
  const { send } = useApplication()
  const { key } = useProject()
  return (
    <FieldFormDialog
      title={`Edit field ${field.name}`}
      draftName={`test-case-field:${key}:${field.id}`}
      initial={formOf(field)}
      isStored
      tabs={tabs}
      onClose={onClose}
      submit={async (form, { base, changes, expected }) => {
        await send(updateTestCaseField, {
          params: { projectKey: key, fieldId: field.id },
          body: {
            ...bodyOf(changes, form),
            expected: bodyOf(expected, base),
          },
        })
      }}
      onDone={() => {
        toast.success(TEXTS.fieldUpdated)
        onSaved()
      }}
    />
  )
}

interface FieldFormProps {
  title: string
  /** Name of the draft in the local log. */
  draftName: string
  initial: FieldForm
  /** Type and system name cannot be changed. */
  isStored?: boolean
  tabs: readonly FieldTab[]
  submit: (form: FieldForm, edit: Submission<FieldForm>) => Promise<void>
  onDone: () => void
  onClose: () => void
}

function FieldFormDialog({
  title,
  draftName,
  initial,
  isStored = false,
  tabs,
  submit,
  onDone,
  onClose,
}: FieldFormProps) {
  const id = useId()
  const of = useForm<FieldForm, void>({
    name: draftName,
    initial,
    validate: fieldProblems,
    submit,
    stored: storedAs(TestCaseField, formOf),
    partOf: (name) => (name === 'value' ? 'typed' : name),
    onDone: () => {
      onDone()
      onClose()
    },
  })
  const { form, field, values, change, problem, isDirty, isPending } = of
  const labels: PartLabels<FieldForm> = {
    name: (part) => NAMES[part] ?? part,
    value: (part, one) =>
      part === 'tabId'
        ? (tabs.find(({ id: tab }) => tab === one.tabId)?.name ?? 'No tab')
        : part === 'typed'
          ? settingsText(one)
          : one[part as 'name' | 'description'],
  }
  const edit = (wanted: FieldEdit) => change(fieldEdited(values, wanted))
  const blocker = saveBlockers(draftOf(values))[0]
  const hasTyped = values.typed.dataType !== null
  return (
    <EditorDialog
      title={title}
      width="medium"
      of={of}
      labels={labels}
      onClose={onClose}
      renderFooter={(cancel) => (
        <>
          <p className={styles.blocker} aria-live="polite">
            {blocker !== undefined && isDirty && `To save: ${lowerFirst(BLOCKER_MESSAGES[blocker])}`}
          </p>
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" disabled={blocker !== undefined} isPending={isPending}>
            {isStored ? 'Save field' : 'Create field'}
          </Button>
        </>
      )}
    >
      <form {...form} id={id} className={styles.form}>
        <FieldBasics values={values} field={field} change={change} edit={edit} tabs={tabs} isStored={isStored} />
        {hasTyped && <DefaultSection form={values} edit={edit} />}
        <InlineProblem>{field('typed').error ?? problem}</InlineProblem>
      </form>
    </EditorDialog>
  )
}

const NAMES: Record<string, string> = { name: 'Name', description: 'Description', tabId: 'Tab', typed: 'Settings' }

const bodyOf = ({ name, description, tabId, typed }: Partial<FieldForm>, of: FieldForm) => ({
  ...(name === undefined ? {} : { name }),
  ...(description === undefined ? {} : { description }),
  ...(tabId === undefined ? {} : { tabId }),
  ...(typed === undefined ? {} : { value: typedForCall(of).value as Record<string, unknown> }),
})

/** Options or default value, one per line. */
const settingsText = ({ typed }: FieldForm): string => {
  if (typed.dataType === 'DROPDOWN' || typed.dataType === 'MULTI_SELECT')
    return typed.value.options.map(({ name, isDefault }) => (isDefault ? `${name} (default)` : name)).join('\n')
  if (typed.dataType === null || !('default' in typed.value)) return ''
  const { default: begins } = typed.value
  if (typeof begins === 'string') return begins
  return begins === null ? 'No default' : Object.values(begins).join(' ')
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
