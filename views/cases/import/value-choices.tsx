import {
  optionNamed,
  valuesIn,
  type ImportColumn,
  type ImportTarget,
  type ValueMap,
} from '../../../contract/cases/import.ts'
import { inFigures, formatCount } from '../../ui/text/figures.ts'
import { Select } from '../../ui/forms/select.tsx'
import styles from './import.module.css'

export interface ValueChoicesProps {
  column: ImportColumn
  target: ImportTarget
  /** Mappings that differ from matching by name. */
  values: ValueMap
  onChange: (values: ValueMap) => void
}

/** Maps a column's values when the project knows only some of them. Expanded while one is unknown. */
export function ValueChoices({ column, target, values, onChange }: ValueChoicesProps) {
  const options = target.options ?? []
  if (column.values === null) return <p className={styles.note}>Values are matched by name.</p>
  const found = [...new Set(column.values.flatMap((text) => valuesIn(target, text)))]
  if (found.length === 0) return null
  const idOf = (value: string): number | null | undefined =>
    Object.hasOwn(values, value) ? values[value] : optionNamed(options, value)
  const unknown = found.filter((value) => idOf(value) === undefined).length
  const choices = [
    { value: '', label: 'Not in this project' },
    { value: 'none', label: 'Nothing' },
    ...options.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  const choose = (value: string, chosen: string) => {
    const { [value]: _, ...others } = values
    onChange(chosen === '' ? others : { ...others, [value]: chosen === 'none' ? null : Number(chosen) })
  }
  return (
    <details className={styles.values} open={unknown > 0 || undefined}>
      <summary>
        {formatCount(found.length, 'value', 'values')}
        {unknown > 0 && <span data-unknown>{inFigures(unknown)} not in this project</span>}
      </summary>
      <ul aria-label={`Values of ${column.name}`}>
        {found.map((value) => {
          const id = idOf(value)
          return (
            <li key={value}>
              <span>{value}</span>
              <Select
                label={`${value} becomes`}
                hideLabel
                value={id === undefined ? '' : id === null ? 'none' : String(id)}
                options={choices}
                onValueChange={(chosen) => choose(value, chosen)}
              />
            </li>
          )
        })}
      </ul>
    </details>
  )
}
