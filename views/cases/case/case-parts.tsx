/** Fields of a case, read-only or editable in place. */
import { Pencil } from 'lucide-react'
import { useId, useRef, useState, type ReactNode } from 'react'
import type { CaseChanges, TestCase } from '../../../contract/cases/cases.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { TestCaseField } from '../../../contract/settings/test-case-fields.ts'
import { AttachmentsView } from '../../shared/attachments/attachments-view.tsx'
import { useProject } from '../../application/context.tsx'
import { EditNotes } from '../../shared/forms/edit-notes.tsx'
import { DiscardQuestion } from '../../shared/forms/editor-dialog.tsx'
import { useForm } from '../../shared/forms/form.tsx'
import { sharedStepsHref } from '../../shared/routes.ts'
import { StepsView } from '../../shared/steps/steps-view.tsx'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { TextArea } from '../../ui/forms/text-area.tsx'
import { AttributeText } from '../../shared/cases/attribute-icon.tsx'
import { CustomValue } from '../../shared/case-fields/custom-value.tsx'
import { Marks, useMarks } from '../../shared/cases/marks.tsx'
import { useVocabulary } from '../../shared/cases/vocabulary.tsx'
import { whyNotEdited } from './case-values.ts'
import { Choice } from './field-input.tsx'
import { fieldGroups, labelOf, textFieldOf, type FieldGroup, type TextField } from '../../shared/case-fields/fields.ts'
import { usePeople } from '../../shared/cases/people.tsx'
import { formatCustomValue } from '../../shared/case-fields/format-value.ts'
import styles from './case-parts.module.css'

export interface PartsProps {
  testCase: TestCase
  /** Null for read-only use. */
  edit: ((changes: CaseChanges, version: number) => void) | null
  onEditSteps?: (() => void) | undefined
}

/** The first tab, and the others in one. */
const useGroups = (): { general: FieldGroup | undefined; properties: readonly TestCaseField[] } => {
  const [general, ...others] = fieldGroups(useVocabulary())
  return { general, properties: others.flatMap(({ fields }) => fields) }
}

export function GeneralPart({ testCase, edit, onEditSteps }: PartsProps) {
  const { general } = useGroups()
  const marks = useMarks(testCase)
  return (
    <>
      {marks.length > 0 && (
        <p className={styles.marks}>
          <Marks of={testCase} />
        </p>
      )}
      {general?.fields.map((field) => (
        <GeneralField key={field.id} field={field} testCase={testCase} edit={edit} onEditSteps={onEditSteps} />
      ))}
    </>
  )
}

function GeneralField({ field, testCase, edit, onEditSteps }: PartsProps & { field: TestCaseField }) {
  const { key } = useProject()
  const label = labelOf(field)
  const own = field.type === 'SYSTEM' ? textFieldOf(field.systemName) : null
  if (own !== null) return <TextPart label={label} name={own} testCase={testCase} edit={edit} />
  if (field.dataType === 'STEPS') {
    if (testCase.steps.length === 0 && edit === null) return null
    return (
      <section className={styles.part}>
        <header>
          <h3>{label}</h3>
          {edit !== null && onEditSteps !== undefined && (
            <IconButton size="sm" label="Edit steps" onClick={onEditSteps}>
              <Pencil aria-hidden />
            </IconButton>
          )}
        </header>
        {testCase.steps.length === 0 ? (
          <p className={styles.none}>No steps yet.</p>
        ) : (
          <StepsView
            steps={testCase.steps}
            shared={testCase.sharedSteps}
            hrefOf={(_, name) => sharedStepsHref(key, name)}
          />
        )}
      </section>
    )
  }
  if (field.dataType === 'ATTACHMENTS') return null // they are in a tab of their own
  return (
    <dl className={styles.facts}>
      <PropertyFacts fields={[field]} testCase={testCase} edit={edit} />
    </dl>
  )
}

interface TextPartProps {
  label: string
  name: TextField
  testCase: TestCase
  edit: PartsProps['edit']
}

function TextPart({ label, name, testCase, edit }: TextPartProps) {
  const [begun, setBegun] = useState<number | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const text = testCase[name]
  if (text === '' && edit === null && begun === null) return null
  return (
    <section className={styles.part}>
      <header>
        <h3>{label}</h3>
        {edit !== null && begun === null && (
          <IconButton
            ref={button}
            size="sm"
            label={`Edit ${label.toLowerCase()}`}
            onClick={() => setBegun(testCase.version)}
          >
            <Pencil aria-hidden />
          </IconButton>
        )}
      </header>
      {begun !== null ? (
        <TextEditor
          draft={`case:${testCase.id}:${name}`}
          label={label}
          text={text}
          version={begun}
          ended={edit === null ? whyNotEdited(testCase) : null}
          onSave={(to, version) => {
            setBegun(null)
            if (to !== text) edit?.({ [name]: to }, version)
          }}
          onClose={() => setBegun(null)}
        />
      ) : text === '' ? (
        <p className={styles.none}>Nothing yet.</p>
      ) : (
        <Markdown className={styles.words}>{text}</Markdown>
      )}
    </section>
  )
}

interface TextEditorProps {
  draft: string
  label: string
  text: string
  /** The version of the case at the start of editing. */
  version: number
  /** Why the text can no longer be saved; null while it can. */
  ended: string | null
  onSave: (text: string, version: number) => void
  onClose: () => void
}

/** Changes by others do not affect the text being typed. */
function TextEditor({ draft, label, text, version, ended, onSave, onClose }: TextEditorProps) {
  const [initial] = useState({ text, version })
  const id = useId()
  const of = useForm({
    name: draft,
    initial,
    validate: ({ text: typed }) => (typed.length > LIMITS.maxCaseText ? { text: TEXTS.caseTextLength } : {}),
    submit: (written, { base }) =>
      ended === null
        ? Promise.resolve({ text: written.text, version: base.version })
        : Promise.reject(new Error(ended)),
    ended,
    onDone: (written) => onSave(written.text, written.version),
  })
  const { form, field, values, change, cancel, submit, requestClose } = of
  return (
    <form {...form} id={id} className={styles.editor}>
      <EditNotes of={of} />
      <TextArea
        {...field('text')}
        // The draft includes the version, so that the server detects newer changes when recovered text is saved.
        onValueChange={(to) => change({ text: to, version: values.version })}
        label={label}
        hideLabel
        rows={Math.min(14, Math.max(4, values.text.split('\n').length + 1))}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just pressed Edit
        autoFocus
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Escape') {
            event.preventDefault()
            requestClose(onClose)
          }
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
        }}
      />
      <div className={styles.buttons}>
        <Button size="sm" type="submit" variant="primary">
          Save
        </Button>
        <Button
          size="sm"
          onClick={() => {
            cancel()
            onClose()
          }}
        >
          Cancel
        </Button>
      </div>
      <DiscardQuestion of={of} onDiscard={onClose} />
    </form>
  )
}

export function PropertiesPart({ testCase, edit }: PartsProps) {
  const { properties } = useGroups()
  return (
    <dl className={styles.facts}>
      <PropertyFacts fields={properties} testCase={testCase} edit={edit} />
      <Fact label="Updated">
        <RelativeTime at={testCase.lastModifiedAt} />
      </Fact>
    </dl>
  )
}

function UserName({ user }: { user: TestCase['createdBy'] }) {
  if (user === null) return '–'
  return (
    <>
      <Avatar
        name={user.displayName || user.username}
        photoUrl={user.photoUrl}
        isServiceAccount={user.isServiceAccount}
      />
      {user.displayName || user.username}
    </>
  )
}

interface FactsProps {
  fields: readonly TestCaseField[]
  testCase: TestCase
  edit: PartsProps['edit']
}

/** Steps and files are shown elsewhere. */
const PropertyFacts = ({ fields, testCase, edit }: FactsProps) =>
  fields
    .filter(({ dataType }) => dataType !== 'STEPS' && dataType !== 'ATTACHMENTS')
    .map((field) => (
      <Fact key={field.id} label={labelOf(field)}>
        <Property field={field} testCase={testCase} edit={edit} />
      </Fact>
    ))

/** Choices are edited in place, all other fields in the form. */
function Property({ field, testCase, edit }: { field: TestCaseField; testCase: TestCase; edit: PartsProps['edit'] }) {
  const { priorities, automationStates } = useVocabulary()
  const people = usePeople()
  const { version } = testCase
  const label = labelOf(field)
  const value = testCase.customFields[String(field.id)]
  const one = (id: number | null) => (id === null ? null : { id })
  if (field.dataType === 'PRIORITY')
    return edit === null ? (
      <AttributeText kind="priorities" id={testCase.priority?.id} />
    ) : (
      <span className={styles.choice}>
        <Choice
          label={label}
          isBare
          options={priorities}
          value={testCase.priority?.id ?? null}
          onChange={(id) => edit({ priority: one(id) }, version)}
        />
      </span>
    )
  if (field.dataType === 'AUTOMATION_STATE')
    return edit === null ? (
      <AttributeText kind="automationStates" id={testCase.automationState?.id} />
    ) : (
      <span className={styles.choice}>
        <Choice
          label={label}
          isBare
          options={automationStates}
          value={testCase.automationState?.id ?? null}
          onChange={(id) => edit({ automationState: one(id) }, version)}
        />
      </span>
    )
  if (field.dataType === 'DRAFT' || field.dataType === 'DEPRECATED') {
    const part = field.dataType === 'DRAFT' ? 'draft' : 'deprecated'
    if (edit === null) return testCase[part] ? 'Yes' : 'No'
    return (
      <Switch aria-label={label} checked={testCase[part]} onCheckedChange={(isOn) => edit({ [part]: isOn }, version)} />
    )
  }
  if (field.dataType === 'AUTHOR') return <UserName user={testCase.createdBy} />
  if (field.dataType === 'CREATED_ON') return <RelativeTime at={testCase.createdAt} />
  if (field.dataType === 'DROPDOWN' && edit !== null)
    return (
      <span className={styles.choice}>
        <Choice
          label={label}
          isBare
          options={field.value.options}
          value={typeof value === 'number' ? value : null}
          onChange={(id) => edit({ customFields: { [field.id]: id } }, version)}
        />
      </span>
    )
  if (formatCustomValue(field, value, people) === '') return <span className={styles.none}>–</span>
  return <CustomValue field={field} value={value} people={people} />
}

export function AttachmentsPart({ testCase }: { testCase: TestCase }) {
  if (testCase.attachments.length === 0) return <p className={styles.none}>No attachments.</p>
  return <AttachmentsView files={testCase.attachments} />
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
