import type { ImportCheck } from '../../../contract/cases/import.ts'
import { IMPORT_LIMITS } from '../../../contract/cases/import-limits.ts'
import { inFigures, formatCount } from '../../ui/text/figures.ts'
import { countTexts } from './import-text.ts'
import styles from './import.module.css'

/** Preview of the import, and problems by line of the file. */
export function CheckResult({ check: { counts, problems, problemsTotal } }: { check: ImportCheck }) {
  return (
    <div className={styles.check}>
      <ul className={styles.counts} aria-label="Import preview">
        {countTexts(counts).map((words) => (
          <li key={words}>{words}</li>
        ))}
        {countTexts(counts).length === 0 && <li>The file contains no test cases</li>}
      </ul>
      {problemsTotal === 0 ? (
        <p>No problems found.</p>
      ) : (
        <>
          <h3>{formatCount(problemsTotal, 'problem', 'problems')}</h3>
          <div className={styles.problems}>
            <table>
              <thead>
                <tr>
                  <th scope="col">Row</th>
                  <th scope="col">Column</th>
                  <th scope="col">Problem</th>
                  <th scope="col">Result</th>
                </tr>
              </thead>
              <tbody>
                {problems.map(({ row, column, message, isLeftOut }, i) => (
                  // Problems of a row have no other identity, and the list never changes.
                  // oxlint-disable-next-line react/no-array-index-key
                  <tr key={i}>
                    <td>{inFigures(row)}</td>
                    <td>{column ?? '—'}</td>
                    <td>{message}</td>
                    <td data-left-out={isLeftOut || undefined}>
                      {isLeftOut ? 'The test case is skipped' : 'This value is skipped'}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {problemsTotal > problems.length && (
            <p>Only the first {inFigures(IMPORT_LIMITS.problemsListed)} problems are listed.</p>
          )}
        </>
      )}
    </div>
  )
}
