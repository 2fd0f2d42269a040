/** Metadata in the report's header, and its options (EXPORT-10). */
import { useSelector } from '@xstate/react'
import { Settings2 } from 'lucide-react'
import type { TestCase } from '../../../contract/cases/cases.ts'
import type { ReportSuite } from '../../../contract/cases/report.ts'
import { REPORT_FACTS, type ReportFact } from '../../../machines/cases/case-report.machine.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { inFigures } from '../../ui/text/figures.ts'
import { Popover } from '../../ui/overlays/popover.tsx'
import { formatDay } from './report-dates.ts'
import type { ReportRef } from './use-report.ts'
import styles from './report.module.css'

const LABELS: Record<ReportFact, string> = {
  project: 'Project',
  suites: 'Total test suites',
  cases: 'Total test cases',
  created: 'Creation date',
  links: 'Links',
}

export function FactsPanel({ report }: { report: ReportRef }) {
  const facts = useSelector(report, (state) => state.context.habits.facts)
  return (
    <Popover label="Settings" align="end" trigger={<Button icon={<Settings2 aria-hidden />}>Settings</Button>}>
      <div className={styles.facts}>
        {REPORT_FACTS.map((fact) => (
          <Checkbox
            key={fact}
            checked={facts.includes(fact)}
            onCheckedChange={() => report.send({ type: 'fact/switched', fact })}
          >
            {LABELS[fact]}
          </Checkbox>
        ))}
      </div>
    </Popover>
  )
}

export interface FactsLineProps {
  project: { name: string; key: string }
  facts: readonly ReportFact[]
  cases: readonly TestCase[]
  suites: readonly ReportSuite[]
  at: number | null
}

export function FactsLine({ project, facts, cases, suites, at }: FactsLineProps) {
  const values: Record<Exclude<ReportFact, 'links'>, string | null> = {
    project: `${project.name} (${project.key})`,
    suites: inFigures(suites.length),
    cases: inFigures(cases.length),
    created: at === null ? null : formatDay(at),
  }
  return (
    <dl className={styles.factsLine} aria-label="About this report">
      {facts.map((fact) =>
        fact === 'links' || values[fact] === null ? null : (
          <div key={fact}>
            <dt>{LABELS[fact]}</dt>
            <dd>{values[fact]}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
