/** All transitions as a table: for screen readers, and for models too large to draw. */
import { MARK_LABELS, type TransitionRow } from './transitions.ts'
import styles from './diagram.module.css'

export function TransitionsTable({ rows, lit }: { rows: readonly TransitionRow[]; lit: ReadonlySet<string> }) {
  return (
    <table className={styles.table} aria-label="Transitions of the model">
      <thead>
        <tr>
          <th scope="col">From</th>
          <th scope="col">Event</th>
          <th scope="col">To</th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, from, happening, to, mark }) => (
          <tr key={id} data-lit={lit.has(id) || undefined}>
            <td>{from}</td>
            <td>{happening}</td>
            <td>{to}</td>
            <td data-mark={mark ?? undefined}>{mark === null ? '' : MARK_LABELS[mark]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
