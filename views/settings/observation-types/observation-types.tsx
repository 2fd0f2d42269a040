/** What an observation of an exploratory session can be, edited as one list and held until Save. */
import { useMemo } from 'react'
import { useProject } from '../../boot/context.tsx'
import { ColorTag } from '../../ui/chip.tsx'
import { ColorField } from '../../ui/pickers/color-field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { EntryList } from '../entry-list/entry-list.tsx'
import type { EntryLook } from '../entry-list/entry-look.ts'
import { ExploratoryUses } from '../exploratory-uses.tsx'
import { fieldWords, newType, typeList, type TypeEntry } from './type-list.ts'
import styles from './observation-types.module.css'
import { useSettings } from '../use-settings.ts'

export function ObservationTypesPage() {
  const settings = useSettings()
  const { key } = useProject()
  const list = useMemo(() => typeList(settings.heldLists, key), [settings, key])
  return (
    <EntryList
      title="Observation types"
      {...{ list, fieldWords }}
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
  title: ({ colorHex }, name) => <ColorTag colorHex={colorHex}>{name}</ColorTag>,
  cells: ({ colorHex, enabled }, name, { change }, isGone) => [
    <span key="hex" className={styles.hex}>
      {colorHex}
    </span>,
    isGone ? null : (
      <Switch
        key="on"
        aria-label={`${name} is on`}
        checked={enabled}
        onCheckedChange={(wanted) => change({ enabled: wanted })}
      />
    ),
  ],
  gone: ({ id }) => id !== null && <ExploratoryUses kind="observation-type" id={id} />,
  values: ({ name, colorHex, enabled }, fields) => (
    <>
      {fields.includes('name') && <b>{name}</b>}
      {fields.includes('colorHex') && (
        <span>
          Colour <ColorTag colorHex={colorHex}>{colorHex}</ColorTag>
        </span>
      )}
      {fields.includes('enabled') && <span>{enabled ? 'On' : 'Off'}</span>}
    </>
  ),
  form: ({ entry, errorOf, type, leave }) => (
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
