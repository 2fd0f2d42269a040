/** Failure tags, with unsaved changes held until Save. */
import { useMemo } from 'react'
import { FAILURE_TAG_VALUES, type FailureTagValue } from '../../../contract/settings/failure-tags.ts'
import { useApplication, useProject } from '../../application/context.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { coloredTitle, coloredValues, EntryColorField, NameField, onSwitch } from '../entry-list/colored-entry.tsx'
import { EntryList } from '../entry-list/entry-list.tsx'
import type { EntryLook } from '../entry-list/entry-look.ts'
import styles from './failure-tags.module.css'
import { fieldWords, newTag, tagList, tagValueWords, type TagEntry } from './tag-list.ts'

export function FailureTagsPage() {
  const { send } = useApplication()
  const { key } = useProject()
  const list = useMemo(() => tagList(send, key), [send, key])
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
  title: coloredTitle,
  cells: (tag, name, asks, isGone) => [
    <span key="value">{tagValueWords[tag.value]}</span>,
    isGone ? null : onSwitch(tag, name, asks),
  ],
  values: (tag, fields) => (
    <>
      {fields.includes('name') && <b>{tag.name}</b>}
      {fields.includes('value') && <span>Counts as {tagValueWords[tag.value]}</span>}
      {coloredValues(tag, fields)}
    </>
  ),
  form: (form) => (
    <>
      <NameField {...form} />
      <Select
        label="Counts as"
        className={styles.valueField}
        options={OPTIONS}
        value={form.entry.value}
        onValueChange={(value) => form.change({ value: value as FailureTagValue })}
      />
      <EntryColorField {...form} />
    </>
  ),
}
