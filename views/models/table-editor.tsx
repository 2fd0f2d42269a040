/** Edits a model as a table. The last row is always empty; Enter moves down. */
import { X } from 'lucide-react'
import { useRef, type KeyboardEvent } from 'react'
import { rowsOf, sourceOfRows, type TableRow } from '../../machines/models/read-table.ts'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { VisuallyHidden } from '../ui/layout/visually-hidden.tsx'
import { useListedKeys } from '../ui/controls/shortcuts.ts'
import styles from './table-editor.module.css'

const COLUMNS = [
  { name: 'from', label: 'From' },
  { name: 'event', label: 'Event' },
  { name: 'to', label: 'To' },
  { name: 'expected', label: 'Expected' },
] as const satisfies readonly { name: keyof TableRow; label: string }[]
const BLANK: TableRow = { from: '', event: '', to: '', expected: '' }
const isBlank = (row: TableRow): boolean => COLUMNS.every(({ name }) => row[name] === '')

const KEYS = [{ keys: 'Enter', label: 'The same column of the next row' }]

export function TableEditor({ source, onChange }: { source: string; onChange: (source: string) => void }) {
  useListedKeys('Table of states', KEYS)
  const table = useRef<HTMLTableElement>(null)
  const written = source === '' ? [] : rowsOf(source)
  const last = written.at(-1)
  const rows = last !== undefined && isBlank(last) ? written : [...written, BLANK]
  const change = (at: number, row: TableRow) => onChange(sourceOfRows(rows.map((one, i) => (i === at ? row : one))))
  const onKeyDown = (event: KeyboardEvent, at: number, name: string) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    table.current?.querySelector<HTMLElement>(`[data-cell="${at + 1} ${name}"]`)?.focus()
  }
  return (
    <table ref={table} className={styles.table} aria-label="States">
      <thead>
        <tr>
          {COLUMNS.map(({ name, label }) => (
            <th key={name} scope="col">
              {label}
            </th>
          ))}
          <th scope="col">
            <VisuallyHidden>Remove</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          // Rows have no identity but their index.
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={at}>
            {COLUMNS.map(({ name, label }) => (
              <td key={name}>
                <input
                  aria-label={`${label}, row ${at + 1}`}
                  data-cell={`${at} ${name}`}
                  value={row[name]}
                  autoComplete="off"
                  onChange={(event) => change(at, { ...row, [name]: event.target.value })}
                  onKeyDown={(event) => onKeyDown(event, at, name)}
                />
              </td>
            ))}
            <td>
              {at < rows.length - 1 && (
                <IconButton
                  size="sm"
                  label={`Remove row ${at + 1}`}
                  onClick={() => onChange(sourceOfRows(rows.filter((_, i) => i !== at)))}
                >
                  <X aria-hidden />
                </IconButton>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
