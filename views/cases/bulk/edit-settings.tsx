import { useState } from 'react'
import type { BulkChanges } from '../../../contract/cases/operations.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { listFieldUsers } from '../../../contract/settings/test-case-fields.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { livingChanges } from '../../../machines/cases/living-changes.ts'
import { AskingDialog } from '../../shared/forms/asking-dialog.tsx'
import { useProject, useResource, useApplication } from '../../application/context.tsx'
import { Banner } from '../../ui/layout/banner.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { useIsOn, useVocabulary } from '../../shared/cases/vocabulary.tsx'
import { fieldName } from '../../shared/case-fields/format-value.ts'
import { FieldEdit } from './field-edit.tsx'
import { faultOf, withField, type FieldValue } from './field-changes.ts'
import { caseCount } from './bulk-text.ts'
import styles from './bulk.module.css'

export interface EditSettingsProps {
  count: number
  onEdit: (changes: BulkChanges) => void
  onBack: () => void
  onClose: () => void
}

const FIELDS = {
  priority: 'PRIORITY',
  automationState: 'AUTOMATION_STATE',
  draft: 'DRAFT',
  deprecated: 'DEPRECATED',
} as const
const KEEP = { value: '', label: 'Keep unchanged' }
const FLAG = [KEEP, { value: 'yes', label: 'Yes' }, { value: 'no', label: 'No' }]

/** Values for all selected cases; untouched fields stay as they are (BULK-08). */
export function EditSettings({ count, onEdit, onBack, onClose }: EditSettingsProps) {
  const vocabulary = useVocabulary()
  const { priorities, automationStates, fields } = vocabulary
  const { key } = useProject()
  const { send } = useApplication()
  const { value: people } = useResource(
    async () =>
      (await send(listFieldUsers, { params: { projectKey: key }, query: { pageSize: LIMITS.maxFieldUsers } })).items,
  )
  const [chosen, setChanges] = useState<BulkChanges>({})
  const { changes, gone } = livingChanges(chosen, vocabulary)
  const [isTried, setTried] = useState(false)
  const isOn = useIsOn()
  const own = fields.filter(({ type, enabled }) => type === 'CUSTOM' && enabled)
  const faults = own.flatMap((field) => faultOf(field, changes.customFields?.[field.id]) ?? [])
  const isEmpty = Object.keys(changes).length === 0

  const attribute = (
    part: 'priority' | 'automationState',
    label: string,
    all: readonly { id: number; name: string }[],
  ) =>
    isOn(FIELDS[part]) && (
      <Select
        label={label}
        value={String(changes[part]?.id ?? '')}
        options={[KEEP, ...all.map(({ id, name }) => ({ value: String(id), label: name }))]}
        onValueChange={(value) => setChanges(withPart(changes, part, value === '' ? undefined : { id: Number(value) }))}
      />
    )
  const flag = (part: 'draft' | 'deprecated', label: string) =>
    isOn(FIELDS[part]) && (
      <Select
        label={label}
        value={changes[part] === undefined ? '' : changes[part] ? 'yes' : 'no'}
        options={FLAG}
        onValueChange={(value) => setChanges(withPart(changes, part, value === '' ? undefined : value === 'yes'))}
      />
    )
  return (
    <AskingDialog
      title={`Edit ${caseCount(count)}`}
      onClose={onClose}
      isDirty={!isEmpty}
      footer={
        <>
          <Button onClick={onBack}>Back</Button>
          <Button
            variant="primary"
            aria-disabled={isEmpty}
            onClick={() => {
              setTried(true)
              if (!isEmpty && faults.length === 0) onEdit(changes)
            }}
          >
            Apply
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {gone.length > 0 && (
          <Banner>{TEXTS.removedValues(gone.map((field) => fieldName(field, { vocabulary, people: [] })))}</Banner>
        )}
        {attribute('priority', 'Priority', priorities)}
        {attribute('automationState', 'Automation state', automationStates)}
        {flag('draft', 'Draft')}
        {flag('deprecated', 'Deprecated')}
        {own.map((field) => (
          <FieldEdit
            key={field.id}
            field={field}
            people={people ?? []}
            value={changes.customFields?.[field.id]}
            error={isTried ? faultOf(field, changes.customFields?.[field.id]) : null}
            onChange={(value: FieldValue | undefined) => setChanges(withField(changes, field.id, value))}
          />
        ))}
      </div>
    </AskingDialog>
  )
}

const withPart = <Part extends keyof BulkChanges>(
  changes: BulkChanges,
  part: Part,
  value: BulkChanges[Part] | undefined,
): BulkChanges => {
  const { [part]: _, ...others } = changes
  return value === undefined ? (others as BulkChanges) : { ...changes, [part]: value }
}
