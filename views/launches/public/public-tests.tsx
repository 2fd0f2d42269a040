/** Tests of a shared launch: search, filter by status, pages; all in the address. */
import { kindOf, RESULT_KINDS, type ResultKind } from '../../../contract/launches/launches.ts'
import {
  PublicTestsQuery,
  listPublicTests,
  type PublicLaunch,
  type PublicTest,
} from '../../../contract/public/public-access.ts'
import { LIMITS } from '../../../contract/limits.ts'
import type { Send } from '../../../services/http/http.ts'
import { countsOf, displayedKind } from '../../shared/launch-labels.ts'
import { ListPages } from '../../shared/lists/list-pages.tsx'
import { ListSearch } from '../../shared/lists/list-search.tsx'
import { ListStates } from '../../shared/lists/list-states.tsx'
import { usePagedList } from '../../shared/lists/use-paged-list.ts'
import { queryOf } from '../../shared/routes.ts'
import { Duration } from '../../ui/text/duration.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { PlainLink } from '../../ui/controls/link.tsx'
import { ResultIcon } from '../../ui/results/result-icon.tsx'
import { kindLabels } from '../../ui/results/result-kinds.ts'
import { Select } from '../../ui/forms/select.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { firstLine } from '../log-lines.ts'
import styles from './public-launch.module.css'

interface PublicTestsProps {
  launch: PublicLaunch
  send: Send
  path: string
}

export function PublicTests({ launch, send, path }: PublicTestsProps) {
  const hrefOf = (query: PublicTestsQuery) => path + searchOf(query)
  const list = usePagedList<PublicTest, PublicTestsQuery>({
    load: async (query, signal) => {
      const { items, _meta } = await send(listPublicTests, { query, signal })
      return { rows: items, total: _meta.total }
    },
    read: readQuery,
    hrefOf,
    isFiltered: isFiltered,
  })
  const { query } = list
  return (
    <section className={styles.section} aria-label="Tests">
      <h2>Tests</h2>
      <div className={styles.toolbar}>
        <ListSearch label="Search tests" list={list} />
        <Select
          label="Status"
          hideLabel
          value={query.testsState[0] ?? 'all'}
          options={statusOptions(launch)}
          onValueChange={(kind) => list.filter({ testsState: kind === 'all' ? [] : [kind as ResultKind] })}
        />
      </div>
      <ListStates
        title="The tests"
        list={list}
        empty={<EmptyState title="No tests">This launch has no tests yet.</EmptyState>}
        noResults={<EmptyState title="No tests match">Change the search or the status.</EmptyState>}
      >
        {(tests) =>
          tests === null ? (
            <Loading />
          ) : (
            <>
              <ul className={styles.tests} aria-busy={list.isBusy || undefined}>
                {tests.map((test) => (
                  <li key={test.id}>
                    <Row test={test} href={`${path}?test=${test.id}`} />
                  </li>
                ))}
              </ul>
              <ListPages list={list} noun={['test', 'tests']} isAlways />
            </>
          )
        }
      </ListStates>
    </section>
  )
}

const Loading = () => (
  <div aria-busy className={styles.section}>
    {[320, 280, 300].map((width) => (
      <Skeleton key={width} width={width} />
    ))}
  </div>
)

function Row({ test, href }: { test: PublicTest; href: string }) {
  const kind = displayedKind(kindOf(test))
  return (
    <PlainLink href={href} className={styles.test}>
      <ResultIcon kind={kind} label={kindLabels[kind]} />
      <span className={styles.words}>
        <b>{test.name}</b>
        {test.className !== null && <code>{test.className}</code>}
        {test.message !== null && (
          <span className={styles.message} data-kind={kind}>
            {firstLine(test.message)}
          </span>
        )}
      </span>
      {test.status === 'IN_PROGRESS' ? <Duration since={test.startTime} /> : <Duration ms={test.durationMs} />}
    </PlainLink>
  )
}

const isFiltered = ({ q, testsState }: PublicTestsQuery): boolean => q !== '' || testsState.length > 0

const statusOptions = ({ statistics }: PublicLaunch) => {
  const counts = countsOf(statistics)
  return [
    { value: 'all', label: 'All statuses' },
    ...RESULT_KINDS.map((kind) => {
      const drawn = displayedKind(kind)
      return { value: kind as string, label: `${kindLabels[drawn]} (${counts[drawn] ?? 0})` }
    }),
  ]
}

const readQuery = (search: string): PublicTestsQuery => {
  const read = PublicTestsQuery.safeParse(queryOf(search))
  return read.success ? read.data : PublicTestsQuery.parse({})
}

const searchOf = ({ q, testsState, page, pageSize }: PublicTestsQuery): string => {
  const search = new URLSearchParams()
  if (q !== '') search.set('q', q)
  for (const kind of testsState) search.append('testsState', kind)
  if (page > 1) search.set('page', String(page))
  if (pageSize !== LIMITS.testsPageSize) search.set('pageSize', String(pageSize))
  return search.size === 0 ? '' : `?${search.toString()}`
}
