/** Runs of a plan, filtered in the browser: a plan has at most 100 (PLANS-23 to PLANS-25). */
import { useMachine } from '@xstate/react'
import { useMemo, useState } from 'react'
import { fromPromise } from 'xstate'
import type { TestPlan } from '../../../contract/plans/plans.ts'
import { searchAsYouType, type Found } from '../../../machines/patterns/search.machine.ts'
import { useProject } from '../../application/context.tsx'
import { ConfigurationChips } from '../../shared/runs/configuration-chips.tsx'
import { progressOf } from '../../shared/runs/progress.ts'
import { StatusBar } from '../../shared/runs/status-bar.tsx'
import { FilterBar } from '../../shared/filters/filter-bar.tsx'
import { isActive, type FilterField } from '../../shared/filters/filter-field.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { RowLink } from '../../ui/lists/list.tsx'
import { DataList, type Column } from '../../ui/lists/data-list.tsx'
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
  const { key } = useProject()
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
        <FilterBar
          search="Search for test runs"
          list={{
            typed: q,
            search: (text) => send({ type: 'query/typed', q: text }),
            submitSearch: () => send({ type: 'query/submitted' }),
          }}
          fields={fields}
          isFiltered={words !== '' || fields.some(isActive)}
          onClear={clear}
        />
      </div>
      {runs.length === 0 ? (
        <EmptyState title="No test runs match these filters" actions={<Button onClick={clear}>Clear filters</Button>} />
      ) : (
        <DataList
          label="Test runs"
          rows={runs}
          columns={columnsOf(key)}
          className={styles.table}
          rowClassName={styles.row}
        />
      )}
    </section>
  )
}

const columnsOf = (projectKey: string): Column<Run>[] => [
  {
    header: 'Test run',
    width: 'minmax(200px, 1.2fr)',
    className: styles.name,
    cell: ({ id, title, closed }) => (
      <>
        <RowLink href={testRunHref(projectKey, id)} aside={`#${id}`}>
          {title}
        </RowLink>
        {closed && <Badge>Closed</Badge>}
      </>
    ),
  },
  {
    header: 'Configurations',
    width: 'minmax(120px, 1fr)',
    className: styles.options,
    cell: ({ configurations }) => <ConfigurationChips configurations={configurations} />,
  },
  {
    header: 'Results',
    width: '140px',
    className: styles.bar,
    cell: ({ caseStatusStatistics }) => <StatusBar statistics={caseStatusStatistics} />,
  },
  {
    header: 'Share of cases that are done',
    isHeaderHidden: true,
    width: '44px',
    align: 'end',
    className: styles.share,
    cell: ({ caseStatusStatistics }) => `${progressOf(caseStatusStatistics).percent}%`,
  },
  {
    header: 'Cases',
    width: '84px',
    align: 'end',
    className: styles.count,
    cell: ({ caseStatusStatistics }) => {
      const { done, of } = progressOf(caseStatusStatistics)
      return `${done} / ${of}`
    },
  },
]
