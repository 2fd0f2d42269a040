/** Runs of a plan, filtered in the browser: a plan has at most 100 (PLANS-23 to PLANS-25). */
import { useMachine } from '@xstate/react'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { fromPromise } from 'xstate'
import { LIMITS } from '../../../contract/limits.ts'
import type { TestPlan } from '../../../contract/plans/plans.ts'
import { searchAsYouType, type Found } from '../../../machines/patterns/search.machine.ts'
import { useProject } from '../../application/context.tsx'
import { ConfigurationChips } from '../../shared/runs/configuration-chips.tsx'
import { progressOf } from '../../shared/runs/progress.ts'
import { StatusBar } from '../../shared/runs/status-bar.tsx'
import { chipsOf, type FilterField } from '../../shared/filters/filter-field.ts'
import { FilterFields } from '../../shared/filters/filter-fields.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { FilterChips } from '../../ui/filters/filter-chips.tsx'
import { Cell, List, ListHead, Row, RowLink } from '../../ui/lists/list.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { Badge } from '../../ui/marks/status-tag.tsx'
import { existingOptions, matchingRuns } from './matching-runs.ts'
import styles from './plan.module.css'
import { testRunHref } from '../../shared/routes.ts'

type Run = TestPlan['testRuns'][number]

/** Resolves with the text itself after a pause in typing. */
const search = searchAsYouType<string>({ minLetters: 0, pauseMs: 300 }).provide({
  actors: {
    search: fromPromise<Found<string>, { q: string }>(({ input }) => Promise.resolve({ items: [input.q] })),
  },
})

export function PlanRuns({ plan }: { plan: TestPlan }) {
  const [snapshot, send] = useMachine(search)
  const [wanted, setWanted] = useState<Readonly<Record<number, readonly number[]>>>({})
  const { q, items } = snapshot.context
  const words = items[0] ?? ''
  const chosen = useMemo(() => existingOptions(plan.configurations, wanted), [plan.configurations, wanted])
  const runs = useMemo(() => matchingRuns(plan.testRuns, words, chosen), [plan.testRuns, words, chosen])
  const fields = plan.configurations.map(({ id, name, options }): FilterField => ({
    id: String(id),
    label: name,
    options: options.map((option) => ({ value: String(option.id), label: option.name })),
    selected: (chosen[id] ?? []).map(String),
    onChange: (selected) => setWanted({ ...chosen, [id]: selected.map(Number) }),
  }))
  const clear = () => {
    send({ type: 'query/typed', q: '' })
    setWanted({})
  }
  return (
    <section className={styles.runs} aria-label="Test runs of the plan">
      <div className={styles.toolbar}>
        <SearchField
          label="Search for test runs"
          maxLength={LIMITS.caseQuery}
          value={q}
          onValueChange={(text) => send({ type: 'query/typed', q: text })}
          onKeyDown={(event) => {
            if (event.key === 'Enter') send({ type: 'query/submitted' })
          }}
        />
        <FilterChips chips={chipsOf(fields)} />
        <Popover
          label="Configurations"
          trigger={
            <Button variant="quiet" size="sm" icon={<Plus aria-hidden />}>
              Configurations
            </Button>
          }
        >
          <FilterFields fields={fields} />
        </Popover>
      </div>
      {runs.length === 0 ? (
        <EmptyState title="No test runs match these filters" actions={<Button onClick={clear}>Clear filters</Button>} />
      ) : (
        <List label="Test runs" className={styles.table}>
          <ListHead>
            <Cell isHead>Test run</Cell>
            <Cell isHead>Configurations</Cell>
            <Cell isHead>Results</Cell>
            <Cell isHead label="Share of cases that are done" />
            <Cell isHead align="end">
              Cases
            </Cell>
          </ListHead>
          {runs.map((run) => (
            <RunRow key={run.id} run={run} />
          ))}
        </List>
      )}
    </section>
  )
}

function RunRow({ run }: { run: Run }) {
  const { key } = useProject()
  const { done, of, percent } = progressOf(run.caseStatusStatistics)
  return (
    <Row className={styles.row}>
      <Cell className={styles.name}>
        <RowLink href={testRunHref(key, run.id)} aside={`#${run.id}`}>
          {run.title}
        </RowLink>
        {run.closed && <Badge>Closed</Badge>}
      </Cell>
      <Cell className={styles.options}>
        <ConfigurationChips configurations={run.configurations} />
      </Cell>
      <Cell className={styles.bar}>
        <StatusBar statistics={run.caseStatusStatistics} />
      </Cell>
      <Cell align="end" className={styles.share}>
        {percent}%
      </Cell>
      <Cell align="end" className={styles.count}>
        {done} / {of}
      </Cell>
    </Row>
  )
}
