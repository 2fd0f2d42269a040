/** Progress by part of a run or plan. */
import type { ReportShare } from '../../../../contract/runs/report.ts'
import { Count } from '../../../ui/marks/count.tsx'
import { PlainLink } from '../../../ui/controls/link.tsx'
import styles from './report.module.css'

interface ShareTableProps<Part extends ReportShare> {
  title: string
  /** Header of the first column. */
  noun: string
  parts: readonly Part[]
  keyOf: (part: Part) => string | number
  name: (part: Part) => string
  hrefOf?: (part: Part) => string
  /** An additional column. */
  more?: { head: string; value: (part: Part) => number }
}

export function ShareTable<Part extends ReportShare>(props: ShareTableProps<Part>) {
  const { title, noun, parts, keyOf, name, hrefOf, more } = props
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      {parts.length === 0 ? (
        <p className={styles.note}>There are no test cases.</p>
      ) : (
        <div className={styles.wide}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{noun}</th>
                <th scope="col">Completed</th>
                <th scope="col">Of</th>
                <th scope="col">Failed</th>
                {more !== undefined && <th scope="col">{more.head}</th>}
              </tr>
            </thead>
            <tbody>
              {parts.map((part) => (
                <tr key={keyOf(part)}>
                  <th scope="row">
                    {hrefOf === undefined ? name(part) : <PlainLink href={hrefOf(part)}>{name(part)}</PlainLink>}
                  </th>
                  <td>
                    <Count value={part.done} />
                  </td>
                  <td>
                    <Count value={part.cases} />
                  </td>
                  <td>
                    <Count value={part.failed} />
                  </td>
                  {more !== undefined && (
                    <td>
                      <Count value={more.value(part)} />
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
