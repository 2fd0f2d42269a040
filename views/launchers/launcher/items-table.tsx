/** Table of environment variables or capabilities: name, type, value. */
import { Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import type { ConfigItem, ItemType } from '../../../contract/launchers/launch-config.ts'
import { LAUNCHER_LIMITS } from '../../../contract/launchers/launcher-texts.ts'
import { problemsOfItem } from '../../../machines/launchers/launcher-values.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import styles from './launcher-form.module.css'

const TYPES: Record<ItemType, string> = {
  STRING: 'Text',
  CHOICE: 'Choice',
  INTEGER: 'Whole number',
  BOOLEAN: 'Yes or no',
  SECRET: 'Secret',
}

interface ItemsTableProps {
  title: string
  /** 'Variable', 'Capability'. */
  noun: string
  items: readonly ConfigItem[]
  /** Whether names and types are editable, not only values. */
  isDefining: boolean
  isDisabled: boolean
  /** Whether errors are shown. */
  isAttempted: boolean
  error: string | undefined
  onChange: (items: ConfigItem[]) => void
  onLeave: () => void
}

export function ItemsTable(props: ItemsTableProps) {
  const { title, noun, items, isDefining, isDisabled, isAttempted, error, onChange, onLeave } = props
  const id = useId()
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const put = (at: number, change: Partial<ConfigItem>) =>
    onChange(items.map((item, i) => (i === at ? { ...item, ...change } : item)))
  const add = () => onChange([...items, { name: '', type: 'STRING', value: '' }])
  return (
    <section className={styles.items} aria-labelledby={id}>
      <header>
        <h2 id={id}>
          {title} <small>{items.length}</small>
        </h2>
        {isDefining && !isDisabled && items.length < LAUNCHER_LIMITS.items && (
          <Button size="sm" variant="quiet" icon={<Plus aria-hidden />} onClick={add}>
            {noun}
          </Button>
        )}
      </header>
      {items.length === 0 && <p className={styles.none}>None</p>}
      <ul>
        {items.map((item, at) => (
          // oxlint-disable-next-line react/no-array-index-key, jsx-a11y/no-noninteractive-element-interactions -- items have no identity while they are typed; the row notices that its fields are left
          <li
            key={at}
            data-defining={isDefining || undefined}
            onBlur={({ currentTarget, relatedTarget }) => {
              if (currentTarget.contains(relatedTarget)) return
              setLeft((rows) => new Set(rows).add(at))
              onLeave()
            }}
          >
            <ItemRow
              item={item}
              isDefining={isDefining && !isDisabled}
              isDisabled={isDisabled}
              areProblemsShown={isAttempted || left.has(at)}
              onChange={(change) => put(at, change)}
            />
            {isDefining && !isDisabled && (
              <IconButton
                label={`Remove ${item.name === '' ? noun.toLowerCase() : item.name}`}
                onClick={() => {
                  setLeft(new Set())
                  onChange(items.filter((_, i) => i !== at))
                }}
              >
                <Trash2 aria-hidden />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {error !== undefined && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </section>
  )
}

interface ItemRowProps {
  item: ConfigItem
  isDefining: boolean
  isDisabled: boolean
  areProblemsShown: boolean
  onChange: (change: Partial<ConfigItem>) => void
}

function ItemRow({ item, isDefining, isDisabled, areProblemsShown, onChange }: ItemRowProps) {
  const { name, type, values = [] } = item
  const problems = areProblemsShown ? problemsOfItem(item) : {}
  return (
    <>
      {isDefining ? (
        <TextField
          label="Name"
          hideLabel
          placeholder="NAME"
          value={name}
          error={problems.name}
          onValueChange={(next) => onChange({ name: next })}
          className={styles.name}
        />
      ) : (
        <span className={styles.name}>{name}</span>
      )}
      {isDefining ? (
        <Select
          label={`Type of ${name}`}
          hideLabel
          value={type}
          options={Object.entries(TYPES).map(([value, label]) => ({ value, label }))}
          onValueChange={(next) => onChange(retyped(item, next as ItemType))}
          className={styles.type}
        />
      ) : (
        <span className={styles.type}>{TYPES[type]}</span>
      )}
      <div className={styles.value}>
        {isDefining && type === 'CHOICE' && (
          <TextField
            label={`Options of ${name}`}
            hideLabel
            placeholder="Options, with commas between"
            value={values.join(', ')}
            error={problems.values}
            onValueChange={(text) => onChange({ values: optionsIn(text) })}
          />
        )}
        <ItemValue item={item} isDisabled={isDisabled} error={problems.value} onChange={onChange} />
      </div>
    </>
  )
}

const optionsIn = (text: string): string[] => [...new Set(text.split(/,\s*/))]

const retyped = (item: ConfigItem, type: ItemType): Partial<ConfigItem> => ({
  type,
  value: type === 'BOOLEAN' ? 'false' : item.type === 'BOOLEAN' || item.type === 'SECRET' ? '' : item.value,
  values: undefined,
  secretId: undefined,
  ...(type === 'CHOICE' ? { values: [] } : {}),
})

interface ItemValueProps {
  item: ConfigItem
  isDisabled: boolean
  error: string | undefined
  onChange: (change: Partial<ConfigItem>) => void
}

function ItemValue({
  item: { name, type, value, values = [], secretId },
  isDisabled,
  error,
  onChange,
}: ItemValueProps) {
  const label = `Value of ${name}`
  if (type === 'BOOLEAN')
    return (
      <Switch
        aria-label={label}
        checked={value === 'true'}
        disabled={isDisabled}
        onCheckedChange={(on) => onChange({ value: String(on) })}
      >
        {value === 'true' ? 'Yes' : 'No'}
      </Switch>
    )
  if (type === 'CHOICE')
    return (
      <Select
        label={label}
        hideLabel
        value={value}
        disabled={isDisabled}
        error={error}
        options={[
          ...(values.includes(value) ? [] : [{ value, label: value === '' ? 'Choose' : value }]),
          ...values.filter((option) => option !== '').map((option) => ({ value: option, label: option })),
        ]}
        onValueChange={(next) => onChange({ value: next })}
      />
    )
  return (
    <TextField
      label={label}
      hideLabel
      value={value}
      disabled={isDisabled}
      error={error}
      type={type === 'SECRET' ? 'password' : 'text'}
      placeholder={type === 'SECRET' && secretId !== undefined ? '••••••••' : ''}
      inputMode={type === 'INTEGER' ? 'numeric' : undefined}
      autoComplete="off"
      onValueChange={(next) => onChange({ value: next })}
    />
  )
}
