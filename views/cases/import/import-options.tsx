import { SAME_TITLE, STEP_FORMS, type CaseImport, type ImportMapping } from '../../../contract/cases/import.ts'
import type { Structure } from '../../../machines/cases/repository-layout.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { ParentField } from '../suites/parent-field.tsx'
import { SAME_TITLE_LABELS, STEP_LABELS } from './import-text.ts'
import styles from './import.module.css'

export interface ImportOptionsProps {
  found: CaseImport
  mapping: ImportMapping
  structure: Structure
  onSheet: (sheet: string) => void
  onChange: (change: Partial<ImportMapping>) => void
}

/** Options that the file's columns do not determine. */
export function ImportOptions({ found, mapping, structure, onSheet, onChange }: ImportOptionsProps) {
  const has = (...targets: readonly string[]) => targets.some((target) => mapping.columns.includes(target))
  return (
    <div className={styles.options}>
      {found.sheets.length > 1 && (
        <Select
          label="Sheet"
          value={found.sheet ?? ''}
          options={found.sheets.map((name) => ({ value: name, label: name }))}
          onValueChange={onSheet}
        />
      )}
      {has('steps', 'expectedResults') && (
        <Select
          label="Steps of a test case"
          value={mapping.steps}
          options={STEP_FORMS.map((form) => ({ value: form, label: STEP_LABELS[form] }))}
          onValueChange={(value) => {
            const form = STEP_FORMS.find((one) => one === value)
            if (form !== undefined) onChange({ steps: form })
          }}
        />
      )}
      {has('suite') && (
        <TextField
          label="Suite path separator"
          value={mapping.suiteSeparator}
          maxLength={5}
          onValueChange={(suiteSeparator) => onChange({ suiteSeparator })}
        />
      )}
      {structure.suites.length > 0 && (
        <ParentField
          label="Import into"
          structure={structure}
          value={mapping.parentSuiteId}
          top="Top level of the repository"
          onChange={(parentSuiteId) => onChange({ parentSuiteId })}
        />
      )}
      <TextField
        label={has('suite') ? 'Suite for test cases without a suite' : 'New suite for all test cases'}
        value={mapping.restSuite}
        maxLength={255}
        onValueChange={(restSuite) => onChange({ restSuite })}
      />
      <Select
        label={has('key') ? 'When suite and title exist, without a key' : 'When suite and title exist'}
        value={mapping.sameTitle}
        options={SAME_TITLE.map((value) => ({ value, label: SAME_TITLE_LABELS[value] }))}
        onValueChange={(chosen) => onChange({ sameTitle: SAME_TITLE.find((one) => one === chosen) ?? 'update' })}
      />
      {has('key') && (
        <Checkbox
          checked={mapping.updatesKnown}
          description="Matched by key, from an earlier import or from this project."
          onCheckedChange={(updatesKnown) => onChange({ updatesKnown })}
        >
          Update existing test cases
        </Checkbox>
      )}
    </div>
  )
}
