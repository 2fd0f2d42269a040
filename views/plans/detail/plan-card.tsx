/** Description, chart and statistics over all runs of a plan (PLANS-22). */
import { Flag } from 'lucide-react'
import type { TestPlan } from '../../../contract/plans/plans.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { progressOf } from '../../shared/runs/progress.ts'
import { StatusBar } from '../../shared/runs/status-bar.tsx'
import { Chip } from '../../ui/marks/chip.tsx'
import { safeColor } from '../../ui/marks/contrast.ts'
import { Count } from '../../ui/marks/count.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { formatCount } from '../../ui/text/figures.ts'
import styles from './plan.module.css'

export function PlanCard({ plan }: { plan: TestPlan }) {
  const { description, executionSummaries, testRunCount, createdBy, createdAt, milestone } = plan
  const { done, of, percent } = progressOf(executionSummaries)
  return (
    <section className={styles.card} aria-label="About the test plan">
      <div className={styles.about}>
        {description === '' ? <p className={styles.none}>No description</p> : <Markdown>{description}</Markdown>}
        <p className={styles.facts}>
          <Avatar {...createdBy} />
          <span>
            {createdBy.name}, <RelativeTime at={createdAt} />
          </span>
          {milestone !== null && (
            <Chip icon={<Flag aria-hidden />} title={`Milestone: ${milestone.name}`}>
              {milestone.name}
            </Chip>
          )}
        </p>
      </div>
      <div className={styles.statistics}>
        <p className={styles.figure}>
          <b>{percent}%</b> {done} of {formatCount(of, 'case', 'cases')} in {formatCount(testRunCount, 'run', 'runs')}
        </p>
        <StatusBar statistics={executionSummaries} />
        <ul className={styles.legend}>
          {executionSummaries.map(({ status, count }) => (
            <li key={status.id}>
              <i
                aria-hidden
                {...(status.isUntested ? {} : { style: { backgroundColor: safeColor(status.colorHex) } })}
              />
              <span>{status.name}</span>
              <b>
                <Count value={count} />
              </b>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
