/** Priorities and automation states of test cases: one page for both, with unsaved changes held until Save. */
import { useMemo } from 'react'
import type { CaseAttribute } from '../../../contract/settings/case-attributes.ts'
import { useApplication, useProject } from '../../application/context.tsx'
import { IconField } from '../../ui/pickers/icon-field.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { EntryIconLook, ICON_OPTIONS } from '../../shared/entry-icons.tsx'
import { EntryList } from '../entry-list/entry-list.tsx'
import type { EntryLook } from '../entry-list/entry-look.ts'
import {
  attributeList,
  AUTOMATION_STATES,
  fieldLabel,
  newAttribute,
  PRIORITIES,
  type AttributeKind,
} from './attribute-list.ts'
import styles from './case-attributes.module.css'

// Each list has its own editor and draft.
export const PrioritiesPage = () => <CaseAttributesPage key="priorities" kind={PRIORITIES} look={PRIORITY_LOOK} />
export const AutomationStatesPage = () => (
  <CaseAttributesPage key="automation-states" kind={AUTOMATION_STATES} look={STATE_LOOK} />
)

function CaseAttributesPage({ kind, look }: { kind: AttributeKind; look: EntryLook<CaseAttribute> }) {
  const { send } = useApplication()
  const { key } = useProject()
  const list = useMemo(() => attributeList(kind, send, key), [kind, send, key])
  const { title, empty, foot } = kind
  return <EntryList {...{ title, empty, foot, list, look, fieldLabel }} fresh={newAttribute} />
}

const lookOf = ({ name: group, noun }: AttributeKind): EntryLook<CaseAttribute> => ({
  noun,
  columns: [{ label: 'Default', width: '96px' }],
  title: ({ icon }, name) => (
    <span className={styles.title}>
      <EntryIconLook icon={icon} />
      <span>{name}</span>
    </span>
  ),
  cells: ({ isDefault }, name, { change }, isGone) => [
    isGone ? null : (
      <label key="default" className={styles.default}>
        {/* Not the library's radio group, which would span the rows and handle the arrow keys of their fields and grips. */}
        <input
          type="radio"
          name={`default of ${group}`}
          aria-label={`${name} is the default`}
          checked={isDefault}
          onChange={() => change({ isDefault: true })}
        />
        <span aria-hidden>Default</span>
      </label>
    ),
  ],
  values: ({ name, icon, isDefault }, fields) => (
    <>
      {fields.includes('name') && <b>{name}</b>}
      {fields.includes('icon') && (
        <span className={styles.title}>
          Icon <EntryIconLook icon={icon} />
        </span>
      )}
      {fields.includes('isDefault') && <span>{isDefault ? 'Default' : 'Not the default'}</span>}
    </>
  ),
  form: ({ entry, errorOf, type, change, leave }) => (
    <>
      <IconField label="Icon" value={entry.icon} options={ICON_OPTIONS} onValueChange={(icon) => change({ icon })} />
      <TextField
        label="Name"
        name="name"
        className={styles.nameField}
        value={entry.name}
        autoComplete="off"
        error={errorOf('name')}
        onValueChange={(name) => type({ name })}
        onBlur={() => leave('name', entry.name.trim())}
      />
    </>
  ),
})
const PRIORITY_LOOK = lookOf(PRIORITIES)
const STATE_LOOK = lookOf(AUTOMATION_STATES)
