/** Pair coverage: how often two options occur together in the checked runs, and pairs that never do. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/control-has-associated-label -- tables are no fieldset, and their corner is empty */
import { useMemo } from 'react'
import type { ConfigurationOption } from '../../../contract/settings/configurations.ts'
import { coveringMissing, type PairTable } from '../../../machines/plans/pairs.ts'
import { pairsOfRuns, type ListedRun } from '../../../machines/plans/planned-runs.ts'
import type { PlanValues } from '../../../machines/plans/plan-values.ts'
import { keyOf } from '../../../machines/plans/run-keys.ts'
import { Button } from '../../ui/controls/button.tsx'
import { formatCount } from '../../ui/text/figures.ts'
import styles from './pair-tables.module.css'

const TABLES_SHOWN = 12
const MISSING_NAMED = 5

interface PairTablesProps {
  values: PlanValues
  runs: readonly ListedRun[]
  onChange: (changes: Partial<PlanValues>) => void
}

export function PairTables({ values, runs, onChange }: PairTablesProps) {
  const { tables, total, missing } = useMemo(() => pairsOfRuns(values), [values])
  if (tables.length === 0 || runs.length === 0) return null
  const hasGaps = ({ cells }: PairTable) =>
    cells.some((line) => line.some((cell) => cell.isAllowed && cell.count === 0))
  const shown = [...tables.filter(hasGaps), ...tables.filter((table) => !hasGaps(table))].slice(0, TABLES_SHOWN)
  const ordered = tables.filter((table) => shown.includes(table))
  const hasRules = tables.some(({ cells }) => cells.some((line) => line.some(({ isAllowed }) => !isAllowed)))
  const coverAll = () => {
    const left = runs
      .filter(({ isChecked }) => !isChecked)
      .map(({ configurations }) => configurations.map(({ optionId }) => optionId))
    const added = coveringMissing(missing, left).map((combination) => [keyOf(combination), true] as const)
    onChange({ checks: { ...values.checks, ...Object.fromEntries(added) } })
  }
  return (
    <div className={styles.pairs} role="group" aria-label="Pairs covered">
      <div className={styles.tables}>
        {ordered.map((table) => (
          <PairGrid key={`${table.first.id} ${table.second.id}`} table={table} />
        ))}
      </div>
      <div className={styles.note}>
        <p role="status">
          <b>
            {total - missing.length} of {formatCount(total, 'pair', 'pairs')} covered
          </b>
        </p>
        {missing.length > 0 && (
          <p className={styles.missing}>
            Left out: {missing.slice(0, MISSING_NAMED).map(pairLabel).join('; ')}
            {missing.length > MISSING_NAMED && ` and ${missing.length - MISSING_NAMED} more`}.
          </p>
        )}
        {hasRules && <p>Hatched pairs are excluded by your rules.</p>}
        {tables.length > TABLES_SHOWN && (
          <p>
            {TABLES_SHOWN} of {tables.length} tables are shown, those with gaps first.
          </p>
        )}
        {missing.length > 0 && (
          <span>
            <Button size="sm" onClick={coverAll}>
              Cover all pairs
            </Button>
          </span>
        )}
      </div>
    </div>
  )
}

const pairLabel = ([one, other]: readonly [ConfigurationOption, ConfigurationOption]): string =>
  `${one.name} with ${other.name}`

function PairGrid({ table: { first, second, cells } }: { table: PairTable }) {
  return (
    <table className={styles.grid}>
      <caption>
        {first.name} and {second.name}
      </caption>
      <thead>
        <tr>
          <td />
          {second.options.map(({ id, name }) => (
            <th key={id} scope="col" title={name}>
              <span>{name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {first.options.map((one, i) => (
          <tr key={one.id}>
            <th scope="row" title={one.name}>
              <span>{one.name}</span>
            </th>
            {second.options.map((other, j) => {
              const { count, isAllowed } = cells[i]?.[j] ?? { count: 0, isAllowed: true }
              const pair = pairLabel([one, other])
              return (
                <td
                  key={other.id}
                  data-never={isAllowed ? undefined : ''}
                  data-out={isAllowed && count === 0 ? '' : undefined}
                  data-many={count > 1 ? '' : undefined}
                  title={
                    !isAllowed
                      ? `Never: ${pair}`
                      : count === 0
                        ? `Left out: ${pair}`
                        : `${pair}: ${formatCount(count, 'run', 'runs')}`
                  }
                >
                  {isAllowed && count}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
