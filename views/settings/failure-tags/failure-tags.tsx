/** Why tests failed, as the team sorts failures: edited as one list and held until Save. */
import { useMemo } from 'react'
import { FAILURE_TAG_VALUES, type FailureTagValue } from '../../../contract/settings/failure-tags.ts'
import { useProject } from '../../boot/context.tsx'
import { ColorTag } from '../../ui/chip.tsx'
import { ColorField } from '../../ui/pickers/color-field.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { EntryList } from '../entry-list/entry-list.tsx'
import type { EntryLook } from '../entry-list/entry-look.ts'
import { useSettings } from '../use-settings.ts'
import styles from './failure-tags.module.css'
import { fieldWords, newTag, tagList, tagValueWords, type TagEntry } from './tag-list.ts'

export function FailureTagsPage() {
  const settings = useSettings()
  const { key } = useProject()
  const list = useMemo(() => tagList(settings.heldLists, key), [settings, key])
  return (
    <EntryList
      title="Failure tags"
      {...{ list, fieldWords }}
      look={LOOK}
      fresh={newTag}
      empty="Reasons why automated tests fail."
      foot="A new failure gets the tag that people gave the same cause last, or else the first tag that counts as “To investigate”. Tags that are off are not offered; tests keep them."
    />
  )
}

const OPTIONS = FAILURE_TAG_VALUES.map((value) => ({ value, label: tagValueWords[value] }))

const LOOK: EntryLook<TagEntry> = {
  noun: 'failure tag',
  columns: [
    { label: 'Counts as', width: '160px' },
    { label: 'On', width: '40px' },
  ],
  canDelete: ({ id }) => id === null,
  title: ({ colorHex }, name) => <ColorTag colorHex={colorHex}>{name}</ColorTag>,
  cells: ({ value, enabled }, name, { change }, isGone) => [
    <span key="value">{tagValueWords[value]}</span>,
    isGone ? null : (
      <Switch
        key="on"
        aria-label={`${name} is on`}
        checked={enabled}
        onCheckedChange={(wanted) => change({ enabled: wanted })}
      />
    ),
  ],
  values: ({ name, colorHex, enabled, value }, fields) => (
    <>
      {fields.includes('name') && <b>{name}</b>}
      {fields.includes('value') && <span>Counts as {tagValueWords[value]}</span>}
      {fields.includes('colorHex') && (
        <span>
          Colour <ColorTag colorHex={colorHex}>{colorHex}</ColorTag>
        </span>
      )}
      {fields.includes('enabled') && <span>{enabled ? 'On' : 'Off'}</span>}
    </>
  ),
  form: ({ entry, errorOf, type, change, leave }) => (
    <>
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
      <Select
        label="Counts as"
        className={styles.valueField}
        options={OPTIONS}
        value={entry.value}
        onValueChange={(value) => change({ value: value as FailureTagValue })}
      />
      <ColorField
        label="Colour"
        name="colorHex"
        className={styles.colorField}
        value={entry.colorHex}
        error={errorOf('colorHex')}
        onValueChange={(colorHex) => type({ colorHex })}
        onBlur={() => leave('colorHex', entry.colorHex.trim())}
      />
    </>
  ),
}
