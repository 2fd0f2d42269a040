/** Compares a launch with another: new failures, fixed, slower, missing and new tests. */
import { Download, History } from 'lucide-react'
import { useCallback } from 'react'
import { useLocation } from 'wouter'
import { COMPARISON_CLASSES, type Comparison, type ComparisonClass } from '../../../contract/launches/comparison.ts'
import { isUnderWay } from '../../../contract/launches/launches.ts'
import type { ComparisonQuestion } from '../../../machines/launches/compare.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useProject } from '../../application/context.tsx'
import { launchHref } from '../../shared/routes.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState, ProblemState } from '../../ui/layout/empty-state.tsx'
import { inFigures, formatCount } from '../../ui/text/figures.ts'
import { Link } from '../../ui/controls/link.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { comparisonHref } from './address.ts'
import { BaselinePicker } from './baseline-picker.tsx'
import { classRules, classLabels } from './compare-labels.ts'
import { ComparisonTable } from './comparison-table.tsx'
import { useComparison } from './use-comparison.ts'
import styles from './comparison.module.css'

export function LaunchComparison({ launchId }: { launchId: number }) {
  const { key: projectKey } = useProject()
  const [, navigate] = useLocation()
  const { actor, refresh, question, answer, rows, failure, hasFailed, isLoading, isExporting, exportAll } =
    useComparison(launchId)
  const ask = (change: Partial<ComparisonQuestion>) =>
    navigate(comparisonHref(projectKey, launchId, { ...question, ...change }), { replace: true })
  const onShown = useCallback((last: number) => actor.send({ type: 'rows/shown', last }), [actor])
  const baseline = answer?.baseline ?? null
  return (
    <section className={styles.comparison} aria-label="Comparison">
      <div className={styles.bar}>
        <span className={styles.label}>Compared with</span>
        <BaselinePicker launchId={launchId} baseline={baseline} onChoose={(baselineId) => ask({ baselineId })} />
        {question.baselineId !== null && (
          <Button size="sm" variant="quiet" icon={<History aria-hidden />} onClick={() => ask({ baselineId: null })}>
            Previous launch
          </Button>
        )}
        {baseline !== null && (
          <Link href={launchHref(projectKey, baseline.launchId)}>
            <RelativeTime at={baseline.startTime} />
          </Link>
        )}
        {answer !== null && baseline !== null && <PassRates answer={answer} />}
      </div>
      {hasFailed ? (
        <ProblemState title="The comparison did not load" onRetry={refresh}>
          {messageOf(failure)}
        </ProblemState>
      ) : answer === null ? (
        <Loading />
      ) : baseline === null ? (
        <EmptyState title="No earlier launch to compare with">
          No earlier launch of this name has ended. Choose another launch above.
        </EmptyState>
      ) : (
        <>
          <div className={styles.classes}>
            <Classes answer={answer} classes={question.classes} onChange={(classes) => ask({ classes })} />
            <Button
              size="sm"
              variant="quiet"
              icon={<Download aria-hidden />}
              isPending={isExporting}
              onClick={exportAll}
            >
              CSV
            </Button>
          </div>
          <Rule answer={answer} classes={question.classes} />
          {rows.length === 0 && isLoading ? (
            <Loading />
          ) : answer.total === 0 ? (
            <EmptyState title={question.classes.length > 0 ? 'No tests of this class' : 'No differences'}>
              {formatCount(answer.unchanged, 'test')} went as in #{baseline.launchNumber}.
            </EmptyState>
          ) : (
            <ComparisonTable {...{ projectKey, answer, rows, onShown }} isBusy={isLoading} />
          )}
        </>
      )}
    </section>
  )
}

const Loading = () => (
  <div className={styles.loading} aria-busy>
    {[320, 260, 380, 290].map((width) => (
      <Skeleton key={width} width={width} />
    ))}
  </div>
)

function PassRates({ answer: { launch, baseline } }: { answer: Comparison }) {
  if (launch.passRate === null || baseline === null || baseline.passRate === null) return null
  const points = Math.round((launch.passRate - baseline.passRate) * 1000) / 10
  return (
    <span className={styles.rates}>
      Pass rate <b>{(launch.passRate * 100).toFixed(1)}%</b>{' '}
      <span data-worse={points < 0 || undefined}>
        {points === 0 ? 'no change' : `${points > 0 ? '+' : '−'}${Math.abs(points)} points`}
      </span>
    </span>
  )
}

type ClassesProps = {
  answer: Comparison
  classes: readonly ComparisonClass[]
  onChange: (classes: readonly ComparisonClass[]) => void
}

/** Each is a filter; several can be active, none means all. */
const Classes = ({ answer, classes, onChange }: ClassesProps) => (
  <fieldset aria-label="Classes" className={styles.toggles}>
    {COMPARISON_CLASSES.map((name) => {
      const isOn = classes.includes(name)
      return (
        <button
          key={name}
          type="button"
          className={styles.toggle}
          aria-pressed={isOn}
          data-class={name}
          data-tip={classRules[name]}
          onClick={() => onChange(isOn ? classes.filter((one) => one !== name) : [...classes, name])}
        >
          <b>{inFigures(answer.counts[name])}</b> {classLabels[name].toLowerCase()}
        </button>
      )
    })}
  </fieldset>
)

function Rule({ answer, classes }: Omit<ClassesProps, 'onChange'>) {
  const rule = classes.map((name) => `${classLabels[name]}: ${classRules[name]}`).join(' ')
  const unchanged = `${formatCount(answer.unchanged, 'test')} without a difference.`
  const isRunning = isUnderWay(answer.launch.status)
  return (
    <p className={styles.rule}>
      {rule === '' ? `${classLabels.slower}: ${classRules.slower} ${unchanged}` : rule}
      {isRunning && ' The launch is in progress: missing tests may still run.'}
    </p>
  )
}
