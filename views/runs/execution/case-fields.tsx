/** Fields of a case in a run, as the project arranges and enables them. */
import type { ReactNode } from 'react'
import type { ProjectUser } from '../../../contract/projects/people.ts'
import type { RunCaseContent } from '../../../contract/runs/run-cases.ts'
import type { TestCaseField } from '../../../contract/settings/test-case-fields.ts'
import { AttachmentsView } from '../../shared/attachments/attachments-view.tsx'
import { CustomValue } from '../../shared/case-fields/custom-value.tsx'
import { fieldGroups, labelOf, textFieldOf } from '../../shared/case-fields/fields.ts'
import { formatCustomValue } from '../../shared/case-fields/format-value.ts'
import type { Vocabulary } from '../../shared/cases/vocabulary.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import styles from './case-detail.module.css'

interface CaseFieldsProps {
  content: RunCaseContent
  vocabulary: Vocabulary
  people: readonly ProjectUser[]
  /** Null for a case without steps. */
  steps: ReactNode
}

/** What is shown while the settings have not loaded. */
const BUILT_IN = [
  { name: 'description', label: 'Description' },
  { name: 'preConditions', label: 'Pre-conditions' },
  { name: 'steps', label: 'Steps' },
  { name: 'postConditions', label: 'Post-conditions' },
  { name: 'attachments', label: 'Attachments' },
]

export function CaseFields({ content, vocabulary, people, steps }: CaseFieldsProps) {
  const fields = fieldGroups(vocabulary).flatMap((group) => group.fields)
  const valueOf = ({ id }: TestCaseField) => content.customFields[String(id)]
  const short = fields.filter(
    (field) => isShort(field) && field.type === 'CUSTOM' && formatCustomValue(field, valueOf(field), people) !== '',
  )
  const parts =
    fields.length === 0
      ? BUILT_IN
      : fields.map((field) => ({
          name: field.type === 'SYSTEM' ? field.systemName : `field:${field.id}`,
          label: labelOf(field),
          text: isShort(field) ? '' : formatCustomValue(field, valueOf(field), people),
        }))
  return (
    <>
      {short.length > 0 && (
        <dl className={styles.facts}>
          {short.map((field) => (
            <div key={field.id}>
              <dt>{labelOf(field)}</dt>
              <dd>
                <CustomValue field={field} value={valueOf(field)} people={people} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {parts.map((part) => (
        <Part key={part.name} {...part} content={content} steps={steps} />
      ))}
    </>
  )
}

const isShort = ({ dataType }: TestCaseField): boolean => dataType !== 'TEXT'

interface PartProps {
  name: string
  label: string
  /** Text of a custom field. */
  text?: string
  content: RunCaseContent
  steps: ReactNode
}

function Part({ name, label, text = '', content, steps }: PartProps) {
  if (name === 'steps') return steps
  if (name === 'attachments')
    return (
      content.attachments.length > 0 && (
        <section>
          <h3>{label}</h3>
          <AttachmentsView files={content.attachments} />
        </section>
      )
    )
  const own = textFieldOf(name)
  const words = own === null ? text : content[own]
  return (
    words !== '' && (
      <section>
        <h3>{label}</h3>
        <Markdown className={styles.words}>{words}</Markdown>
      </section>
    )
  )
}
