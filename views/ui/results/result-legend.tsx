/** Legend of the eight kinds with counts; zeros stay, greyed, so that nothing jumps. With `hrefFor` each kind filters the list. */
import { Count } from '../marks/count.tsx'
import { PlainLink } from '../controls/link.tsx'
import { ResultIcon } from './result-icon.tsx'
import { kindLabels, resultKinds } from './result-kinds.ts'
import type { ResultCounts, ResultKind } from './result-kinds.ts'
import styles from './result-legend.module.css'

export type ResultLegendProps = {
  counts: ResultCounts
  hrefFor?: (kind: ResultKind) => string
  /** 2 columns beside a donut, 1 when narrow. */
  columns?: 1 | 2
}

export function ResultLegend({ counts, hrefFor, columns = 2 }: ResultLegendProps) {
  return (
    <ul className={styles.legend} data-columns={columns}>
      {resultKinds.map((kind) => {
        const count = counts[kind] ?? 0
        const content = (
          <>
            <ResultIcon kind={kind} size={14} />
            <span>{kindLabels[kind]}</span>
            <b>
              <Count value={count} />
            </b>
          </>
        )
        return (
          <li key={kind} data-zero={count === 0 ? '' : undefined}>
            {hrefFor === undefined || count === 0 ? (
              <span className={styles.entry}>{content}</span>
            ) : (
              <PlainLink
                className={styles.entry}
                href={hrefFor(kind)}
                data-tip={`Show only ${kindLabels[kind].toLowerCase()}`}
              >
                {content}
              </PlainLink>
            )}
          </li>
        )
      })}
    </ul>
  )
}
