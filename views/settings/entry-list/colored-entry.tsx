/** Shared by entries with a colour: list cells, conflict, and form. */
import { ColorTag } from '../../ui/marks/chip.tsx'
import { ColorField } from '../../ui/pickers/color-field.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import type { EntryAsks, EntryForm } from './entry-look.ts'
import styles from './colored-entry.module.css'

export interface ColoredEntry {
  name: string
  colorHex: string
  enabled: boolean
}

export const coloredTitle = ({ colorHex }: ColoredEntry, name: string) => (
  <ColorTag colorHex={colorHex}>{name}</ColorTag>
)

/** Cell with the on/off switch. */
export const onSwitch = ({ enabled }: ColoredEntry, name: string, { change }: EntryAsks<ColoredEntry>) => (
  <Switch
    key="on"
    aria-label={`${name} is on`}
    checked={enabled}
    onCheckedChange={(wanted) => change({ enabled: wanted })}
  />
)

export const coloredValues = ({ colorHex, enabled }: ColoredEntry, fields: readonly string[]) => (
  <>
    {fields.includes('colorHex') && (
      <span>
        Colour <ColorTag colorHex={colorHex}>{colorHex}</ColorTag>
      </span>
    )}
    {fields.includes('enabled') && <span>{enabled ? 'On' : 'Off'}</span>}
  </>
)

type FieldProps = Pick<EntryForm<ColoredEntry>, 'entry' | 'errorOf' | 'type' | 'leave'>

export const NameField = ({ entry, errorOf, type, leave }: FieldProps) => (
  <TextField
    label="Name"
    name="name"
    className={styles.name}
    value={entry.name}
    autoComplete="off"
    error={errorOf('name')}
    onValueChange={(name) => type({ name })}
    onBlur={() => leave('name', entry.name.trim())}
  />
)

export const EntryColorField = ({ entry, errorOf, type, leave }: FieldProps) => (
  <ColorField
    label="Colour"
    name="colorHex"
    className={styles.color}
    value={entry.colorHex}
    error={errorOf('colorHex')}
    onValueChange={(colorHex) => type({ colorHex })}
    onBlur={() => leave('colorHex', entry.colorHex.trim())}
  />
)
