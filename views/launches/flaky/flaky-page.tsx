/** Tests whose result changes without a change of the product; the query of the list is in the address. */
import { ShieldMinus, Shuffle, SlidersHorizontal } from 'lucide-react'
import { auditTime, merge } from 'rxjs'
import { useLocation } from 'wouter'
import { FLAKY_WINDOWS, listFlakyTests, type FlakyTest } from '../../../contract/launches/flaky-tests.ts'
import { listQuarantine, type QuarantinedTest } from '../../../contract/launches/quarantine.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { topics } from '../../../contract/live.ts'
import type { QuarantineSubject } from '../../../machines/launches/quarantine-dialog.machine.ts'
import { useApplication, useProject, useSession } from '../../application/context.tsx'
import { FilterBar } from '../../shared/filters/filter-bar.tsx'
import { ListPage } from '../../shared/lists/list-page.tsx'
import { sortOf } from '../../shared/lists/sort-of.ts'
import { usePagedList } from '../../shared/lists/use-paged-list.ts'
import { inProjectHref, paths, quarantineHref } from '../../shared/routes.ts'
import { useSettingsChanges } from '../../shared/settings-changes.tsx'
import { ButtonLink } from '../../ui/controls/link.tsx'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { Later, later } from '../../ui/layout/later.tsx'
import { SortSelect } from '../../ui/lists/sort-select.tsx'
import { formatCount } from '../../ui/text/figures.ts'
import { useRights } from '../launch-actions.ts'
import { useQuarantine } from '../quarantine/use-quarantine.ts'
import { flakyTestsHref, isFlakyFiltered, queryOfCall, readFlakyQuery, type FlakyQuery } from './address.ts'
import { FlakyTable, flakyColumns, type FlakyRow } from './flaky-table.tsx'
import styles from './flaky.module.css'

const QuarantineDialog = later(() => import('../quarantine/quarantine-dialog.tsx').then((m) => m.QuarantineDialog))

export function FlakyPage() {
  const { key } = useProject()
  const { canWrite } = useRights()
  const { send } = useApplication()
  const list = useFlakyTests()
  const quarantine = useQuarantine<QuarantinedTest>(() =>
    send(listQuarantine, { params: { projectKey: key } }).then(({ items }) => items),
  )
  const { entries } = quarantine
  const columns = flakyColumns({
    projectKey: key,
    // Without the entries, the version to change is not known.
    onQuarantine:
      canWrite && entries !== undefined && entries !== null
        ? (test) => quarantine.ask([subjectOf(test, entries)])
        : null,
  })
  const sort = sortOf(list)
  return (
    <ListPage
      title="Flaky tests"
      noun={['test', 'tests']}
      list={list}
      toolbar={<Filters list={list} sort={<SortSelect columns={columns} sort={sort} className={styles.sort} />} />}
      create={null}
      actions={
        <>
          <ButtonLink href={quarantineHref(key)} icon={<ShieldMinus aria-hidden />}>
            Quarantine
          </ButtonLink>
          <ButtonLink href={inProjectHref(paths.flakyRules, key)} icon={<SlidersHorizontal aria-hidden />}>
            Rules
          </ButtonLink>
        </>
      }
      empty={{
        icon: Shuffle,
        title: 'No flaky tests',
        text: 'No test changed its result between runs or passed on a retry in these days.',
        create: null,
      }}
      noResults="Only tests whose result changed or that passed on a retry were searched."
      above={list.note !== undefined && <p className={styles.note}>{list.note}</p>}
      table={(rows) => <FlakyTable rows={rows} columns={columns} isBusy={list.isBusy} sort={sort} />}
      dialogs={
        <Later onClose={quarantine.cancel}>
          {quarantine.isAsking && (
            <QuarantineDialog subjects={quarantine.subjects} onSaved={quarantine.save} onClose={quarantine.cancel} />
          )}
        </Later>
      }
    />
  )
}

const subjectOf = (test: FlakyTest, entries: readonly QuarantinedTest[]): QuarantineSubject => {
  const entry = entries.find((one) => one.key === test.key && !one.isExpired)
  return {
    key: test.key,
    name: test.name,
    version: entry?.version ?? null,
    entry: entry === undefined ? null : { reason: entry.reason, until: entry.until },
  }
}

const SHOWN = [
  { value: 'all', label: 'All' },
  { value: 'marked', label: 'Marked by a rule' },
] as const

function Filters({ list, sort }: { list: ReturnType<typeof useFlakyTests>; sort: React.ReactNode }) {
  const { key } = useProject()
  const { send } = useApplication()
  const { query, filter } = list
  const choices = (of: 'branches' | 'owners') => async () => {
    const answer = await send(listFlakyTests, {
      params: { projectKey: key },
      query: { ...queryOfCall(query), pageSize: 1 },
    })
    return answer[of].map((name) => ({ id: name, name }))
  }
  return (
    <>
      <FilterBar
        states={
          <SegmentedControl
            label="Tests"
            segments={SHOWN}
            value={query.isMarked ? 'marked' : 'all'}
            onValueChange={(shown) => filter({ isMarked: shown === 'marked' })}
          />
        }
        search="Search for flaky tests"
        list={list}
        fields={[
          {
            id: 'days',
            label: 'Window',
            isSingle: true,
            options: FLAKY_WINDOWS.map((days) => ({ value: String(days), label: `${days} days` })),
            selected: query.days === null ? [] : [String(query.days)],
            onChange: ([text]) => filter({ days: FLAKY_WINDOWS.find((days) => String(days) === text) ?? null }),
          },
          {
            id: 'branch',
            label: 'Branch',
            load: choices('branches'),
            selected: query.branch,
            onChange: (branch) => filter({ branch }),
          },
          {
            id: 'owner',
            label: 'Owner',
            load: choices('owners'),
            selected: query.owner,
            onChange: (owner) => filter({ owner }),
          },
        ]}
        isFiltered={isFlakyFiltered(query) || query.days !== null}
        onClear={list.clear}
      />
      {sort}
    </>
  )
}

/** Flaky tests for the address's query, reloaded as launches end and the quarantine or its rules change. */
function useFlakyTests() {
  const { live, send } = useApplication()
  const { tenant } = useSession().workspace
  const { key } = useProject()
  const [, navigate] = useLocation()
  const settings$ = useSettingsChanges(['quarantine', 'flaky-tests'])
  const list = usePagedList<FlakyRow, FlakyQuery>({
    load: async (query, signal) => {
      const answer = await send(listFlakyTests, {
        params: { projectKey: key },
        query: queryOfCall(query),
        signal,
      })
      return {
        rows: answer.items.map((item) => ({ ...item, id: item.key })),
        total: answer._meta.total,
        note: noteOf(answer),
      }
    },
    read: readFlakyQuery,
    hrefOf: (query) => flakyTestsHref(key, query),
    isFiltered: isFlakyFiltered,
    follow: (again) =>
      merge(live.followNews(topics.testRuns(tenant), again).pipe(auditTime(LIMITS.liveBatchInProgressMs)), settings$),
  })
  return { ...list, clear: () => navigate(flakyTestsHref(key)) }
}

interface Considered {
  days: number
  launches: number
  infrastructure: number
  omitted: number
}

const noteOf = ({ days, launches, infrastructure, omitted }: Considered): string =>
  [
    `${formatCount(launches, 'launch', 'launches')} of the last ${days} days.`,
    ...(infrastructure > 0
      ? [`${formatCount(infrastructure, 'launch', 'launches')} in which most tests failed left out.`]
      : []),
    ...(omitted > 0 ? [`${formatCount(omitted, 'test')} with fewer failures left out.`] : []),
  ].join(' ')
