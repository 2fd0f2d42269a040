/** Failure tags, with unsaved changes held until Save. */
import { useMemo } from 'react'
import {
  FAILURE_TAG_VALUES,
  FailureTag,
  FailureTags,
  type FailureTagValue,
  getFailureTags,
  saveFailureTags,
} from '../../../contract/settings/failure-tags.ts'
import { useApplication, useProject } from '../../application/context.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { coloredTitle, coloredValues, EntryColorField, NameField, onSwitch } from '../entry-list/colored-entry.tsx'
import { EntryList } from '../entry-list/entry-list.tsx'
import type { EntryLook } from '../entry-list/entry-look.ts'
import styles from './failure-tags.module.css'
import type { Send } from '../../../services/http/http.ts'
import { failureTagFaults } from '../../../contract/settings/failure-tag-rules.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { Stored } from '../../../machines/patterns/held-editor/held-context.ts'
import type { HeldList } from '../held/use-held-editor.ts'

export function FailureTagsPage() {
  const { send } = useApplication()
  const { key } = useProject()
  const list = useMemo(() => tagList(send, key), [send, key])
  return (
    <EntryList
      title="Failure tags"
      {...{ list, fieldLabel }}
      look={LOOK}
      fresh={newTag}
      empty="Reasons why automated tests fail."
      foot="A new failure gets the tag that people gave the same cause last, or else the first tag that counts as “To investigate”. Tags that are off are not offered; tests keep them."
    />
  )
}

const tagValueLabels: Record<FailureTagValue, string> = {
  PRODUCT_DEFECT: 'Product defect',
  AUTOMATION_DEFECT: 'Automation defect',
  ENVIRONMENT_ISSUE: 'Environment issue',
  TO_INVESTIGATE: 'To investigate',
  NO_DEFECT: 'No defect',
}

const OPTIONS = FAILURE_TAG_VALUES.map((value) => ({ value, label: tagValueLabels[value] }))

const LOOK: EntryLook<TagEntry> = {
  noun: 'failure tag',
  columns: [
    { label: 'Counts as', width: '160px' },
    { label: 'On', width: '40px' },
  ],
  canDelete: ({ id }) => id === null,
  title: coloredTitle,
  cells: (tag, name, asks, isGone) => [
    <span key="value">{tagValueLabels[tag.value]}</span>,
    isGone ? null : onSwitch(tag, name, asks),
  ],
  values: (tag, fields) => (
    <>
      {fields.includes('name') && <b>{tag.name}</b>}
      {fields.includes('value') && <span>Counts as {tagValueLabels[tag.value]}</span>}
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

/** A failure tag in the editor; a new one has no id. */
type TagEntry = FailureTag

const storedOf = ({ version, savedBy, items }: FailureTags): Stored<TagEntry> => ({ version, savedBy, entries: items })

const tagList = (send: Send, projectKey: string): HeldList<TagEntry> => ({
  name: 'failure-tags',
  fields: ['name', 'value', 'enabled', 'colorHex'],
  validate: failureTagFaults,
  entry: FailureTag,
  load: async () => storedOf(await send(getFailureTags, { params: { projectKey } })),
  save: async (version, entries) =>
    storedOf(
      await send(saveFailureTags, {
        params: { projectKey },
        body: { version, items: entries.map((tag, relativePosition) => ({ ...tag, relativePosition })) },
      }),
    ),
  storedOf: (answer) => {
    const parsed = FailureTags.safeParse(answer)
    return parsed.success ? storedOf(parsed.data) : null
  },
  savedText: TEXTS.failureTagsSaved,
})

const newTag = (): TagEntry => ({
  id: null,
  name: '',
  value: 'PRODUCT_DEFECT',
  enabled: true,
  colorHex: '#5B6472',
  relativePosition: 0,
})

const FIELDS: Partial<Record<string, string>> = { colorHex: 'the colour', value: 'what it counts as' }
const fieldLabel = (field: string): string => FIELDS[field] ?? 'the name'
