/** Donut chart with the main figure inside and a table for screen readers. Combine with ResultLegend. */
import type { ReactNode } from 'react'
import { donutArcs } from './donut-arcs.ts'
import { kindLabels, resultKinds } from '../results/result-kinds.ts'
import type { ResultCounts } from '../results/result-kinds.ts'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import styles from './donut.module.css'

const radius = 46
const round = 2 * Math.PI * radius
const gap = 1.2 // gap between arcs, in units of the viewBox

export type DonutProps = {
  /** Name of the table: 'Results of launch 1847'. */
  label: string
  counts: ResultCounts
  /** Main figure: '92.5%' over 'pass rate'. */
  children?: ReactNode
  caption?: ReactNode
  size?: number
}

export function Donut({ label, counts, children, caption, size = 132 }: DonutProps) {
  const arcs = donutArcs(counts)
  return (
    <div className={styles.donut} style={{ width: size, height: size }}>
      <svg viewBox="0 0 120 120" aria-hidden>
        <circle cx="60" cy="60" r={radius} className={styles.track} />
        {arcs.map((arc) => (
          <circle
            key={arc.kind}
            cx="60"
            cy="60"
            r={radius}
            data-kind={arc.kind}
            className={styles.arc}
            strokeDasharray={`${Math.max(0.8, arc.length * round - (arcs.length > 1 ? gap : 0))} ${round}`}
            strokeDashoffset={-arc.start * round}
          />
        ))}
      </svg>
      <div className={styles.middle}>
        <b>{children}</b>
        {caption !== undefined && <span>{caption}</span>}
      </div>
      <VisuallyHidden>
        <table>
          <caption>{label}</caption>
          <tbody>
            {resultKinds.map((kind) => (
              <tr key={kind}>
                <th scope="row">{kindLabels[kind]}</th>
                <td>{counts[kind] ?? 0}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </div>
  )
}
