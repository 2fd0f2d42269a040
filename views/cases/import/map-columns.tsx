/** Maps the file's columns to fields, and their values to the project's. */
import { separatorIn, type CaseImport, type ColumnTarget, type ImportMapping } from '../../../contract/cases/import.ts'
import { Select } from '../../ui/forms/select.tsx'
import { ValueChoices } from './value-choices.tsx'
import styles from './import.module.css'

export interface MapColumnsProps {
  found: CaseImport
  mapping: ImportMapping
  onChange: (change: Partial<ImportMapping>) => void
}

const LEFT_OUT = { value: '', label: 'Skip' }

export function MapColumns({ found: { columns, targets }, mapping, onChange }: MapColumnsProps) {
  const options = [LEFT_OUT, ...targets.map(({ target, name }) => ({ value: target, label: name }))]
  /** A field takes one column: a second choice clears the first. */
  const choose = (column: number, target: ColumnTarget) => {
    const separator = target === 'suite' ? separatorIn(columns[column]?.samples ?? []) : null
    onChange({
      ...(separator === null ? {} : { suiteSeparator: separator }),
      columns: mapping.columns.map((before, i) =>
        i === column ? target : target !== null && before === target ? null : before,
      ),
    })
  }
  return (
    <ul className={styles.columns} aria-label="Columns">
      {columns.map((column, i) => {
        const chosen = mapping.columns[i] ?? null
        const target = targets.find((one) => one.target === chosen)
        return (
          <li key={column.name} data-left-out={chosen === null || undefined}>
            <div className={styles.column}>
              <strong>{column.name}</strong>
              <small>{column.samples.length === 0 ? 'Empty' : column.samples.join(' · ')}</small>
            </div>
            <Select
              label={`${column.name} becomes`}
              hideLabel
              value={chosen ?? ''}
              options={options}
              onValueChange={(value) => choose(i, value === '' ? null : value)}
            />
            {target !== undefined && target.options !== null && (
              <ValueChoices
                column={column}
                target={target}
                values={mapping.values[target.target] ?? {}}
                onChange={(values) => onChange({ values: { ...mapping.values, [target.target]: values } })}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
