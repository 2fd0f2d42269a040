import { AlertTriangle } from 'lucide-react'
import { FORMAT_NAMES, type ResultImport } from '../../../contract/launches/result-import.ts'
import type { ImportForm } from '../../../machines/launches/result-import.machine.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Duration } from '../../ui/text/duration.tsx'
import { inFigures } from '../../ui/text/figures.ts'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { ProgressLine } from '../../ui/marks/progress-line.tsx'
import { ResultBar } from '../../ui/results/result-bar.tsx'
import { formatCounts } from '../../ui/results/result-kinds.ts'
import { TextField } from '../../ui/forms/text-field.tsx'
import styles from './import.module.css'

export interface PreviewProps {
  found: ResultImport
  fields: ImportForm
  problem: string | null
  /** Number of stored tests during the import; null before. */
  tests: number | null
  onChange: (change: Partial<ImportForm>) => void
  onImport: () => void
  onBack: () => void
  onCancel: () => void
}

/** Step 2: preview of the results, and the launch's name. */
export function Preview(props: PreviewProps) {
  const { found, fields, problem, tests, onChange, onImport, onBack, onCancel } = props
  const isUnnamed = fields.name.trim() === ''
  const isRunning = tests !== null
  return (
    <form
      className={styles.page}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isRunning) onImport()
      }}
    >
      <section className={styles.found} aria-label="Results">
        <p className={styles.total}>
          <strong>{words(found.tests, 'test', 'tests')}</strong>
          {found.durationMs !== null && <Duration ms={found.durationMs} />}
        </p>
        <ResultBar counts={found.counts} />
        <p>{formatCounts(found.counts)}</p>
        {found.failures.length > 0 && (
          <>
            <h2>{found.counts.failed > found.failures.length ? 'First failures' : 'Failures'}</h2>
            <ul className={styles.failures}>
              {found.failures.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
          </>
        )}
      </section>
      <section className={styles.fields} aria-label="Launch">
        <TextField
          label="Launch name"
          required
          maxLength={255}
          value={fields.name}
          error={isUnnamed ? 'This field is required' : undefined}
          onValueChange={(name) => onChange({ name })}
        />
        <TextField
          label="Environment"
          maxLength={255}
          value={fields.environment}
          onValueChange={(environment) => onChange({ environment })}
        />
        <TextField label="Build" maxLength={255} value={fields.build} onValueChange={(build) => onChange({ build })} />
        <TextField
          label="Branch"
          maxLength={255}
          value={fields.branch}
          onValueChange={(branch) => onChange({ branch })}
        />
        <TextField
          label="Commit"
          maxLength={64}
          value={fields.commit}
          onValueChange={(commit) => onChange({ commit })}
        />
      </section>
      <section aria-label="Files">
        <h2>{words(found.files.length, 'report', 'reports')}</h2>
        <ul className={styles.files}>
          {found.files.map(({ name, format, tests: count }) => (
            <li key={name}>
              <span>{name}</span>
              <small>{format === null ? 'Not understood' : FORMAT_NAMES[format]}</small>
              <small>{words(count, 'test', 'tests')}</small>
            </li>
          ))}
        </ul>
      </section>
      {found.problemCount > 0 && (
        <section aria-labelledby="not-imported">
          <h2 id="not-imported" className={styles.warning}>
            <AlertTriangle aria-hidden />
            {found.isPartial
              ? 'A part of the reports is lost: tests may be missing'
              : words(found.problemCount, 'part of a report was not', 'parts of reports were not') +
                ' imported unchanged'}
          </h2>
          <ul className={styles.problems}>
            {found.problems.map(({ file, line, message }, i) => (
              // Problems of a line have no other identity, and the list never changes.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={i}>
                <small>{line === null ? file : `${file}, line ${line}`}</small>
                <span>{message}</span>
              </li>
            ))}
          </ul>
          {found.problemCount > found.problems.length && (
            <p>Only the first {inFigures(found.problems.length)} are listed.</p>
          )}
        </section>
      )}
      <InlineProblem>{problem}</InlineProblem>
      {isRunning && (
        <div className={styles.work}>
          <ProgressLine label="Importing tests" value={tests} max={found.tests} />
          <p>
            {inFigures(tests)} of {words(found.tests, 'test', 'tests')}
          </p>
        </div>
      )}
      <footer className={styles.foot}>
        {isRunning ? (
          <Button onClick={onCancel}>Cancel</Button>
        ) : (
          <>
            <Button onClick={onBack}>Choose other files</Button>
            <Button variant="primary" type="submit" aria-disabled={isUnnamed}>
              Import {words(found.tests, 'test', 'tests')}
            </Button>
          </>
        )}
      </footer>
    </form>
  )
}

const words = (count: number, one: string, many: string): string => `${inFigures(count)} ${count === 1 ? one : many}`
