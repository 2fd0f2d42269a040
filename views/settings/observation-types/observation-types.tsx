/** Observation types, with unsaved changes held until Save. */
import { useMemo } from 'react'
import { useApplication, useProject } from '../../application/context.tsx'
import { coloredTitle, coloredValues, EntryColorField, NameField, onSwitch } from '../entry-list/colored-entry.tsx'
import { EntryList } from '../entry-list/entry-list.tsx'
import type { EntryLook } from '../entry-list/entry-look.ts'
import { ExploratoryUses } from '../exploratory-uses.tsx'
import { fieldLabel, newType, typeList, type TypeEntry } from './type-list.ts'
import styles from './observation-types.module.css'

export function ObservationTypesPage() {
  const { send } = useApplication()
  const { key } = useProject()
  const list = useMemo(() => typeList(send, key), [send, key])
  return (
    <EntryList
      title="Observation types"
      {...{ list, fieldLabel }}
      look={LOOK}
      fresh={newType}
      empty="Kinds of notes in exploratory sessions."
      foot="Exploratory sessions use this order. Types that are off are not offered."
    />
  )
}

const LOOK: EntryLook<TypeEntry> = {
  noun: 'observation type',
  columns: [
    { label: 'Colour', width: '80px' },
    { label: 'On', width: '40px' },
  ],
  title: coloredTitle,
  cells: (type, name, asks, isGone) => [
    <span key="hex" className={styles.hex}>
      {type.colorHex}
    </span>,
    isGone ? null : onSwitch(type, name, asks),
  ],
  gone: ({ id }) => id !== null && <ExploratoryUses kind="observation-type" id={id} />,
  values: (type, fields) => (
    <>
      {fields.includes('name') && <b>{type.name}</b>}
      {coloredValues(type, fields)}
    </>
  ),
  form: (form) => (
    <>
      <NameField {...form} />
      <EntryColorField {...form} />
    </>
  ),
}
