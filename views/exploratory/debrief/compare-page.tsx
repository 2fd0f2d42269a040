/** Compares sessions: time and findings per charter, least explored first. */
import { useLocation, useSearch } from 'wouter'
import { listExploratorySessions, type ExploratorySessionSummary } from '../../../contract/exploratory/sessions.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import type { Send } from '../../../services/http/http.ts'
import { projectChoices } from '../../../services/projects/choices.ts'
import { useProject, useResource, useApplication } from '../../application/context.tsx'
import { Page } from '../../shared/page/page.tsx'
import { formatTimeSpent } from '../../ui/text/format-clock.ts'
import { TypeSign } from '../../ui/marks/type-sign.tsx'
import { EmptyState, ProblemState } from '../../ui/layout/empty-state.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { compareHref, reportHref } from '../address.ts'
import { compare, type CharterCoverage, type Comparison } from './comparison.ts'
import styles from './debrief.module.css'

export function ComparePage() {
  const { key, name } = useProject()
  const [, navigate] = useLocation()
  const milestone = Number(new URLSearchParams(useSearch()).get('milestone'))
  const milestoneId = Number.isSafeInteger(milestone) && milestone > 0 ? milestone : null
  const { sendKept } = useApplication()
  const { value: milestones } = useResource(() => projectChoices(sendKept, key).milestones('all'))
  return (
    <Page
      title="Compare sessions"
      documentTitle={`Compare sessions · ${name}`}
      toolbar={
        <Select
          label="Milestone"
          hideLabel
          value={milestoneId === null ? '' : String(milestoneId)}
          options={[
            { value: '', label: 'All milestones' },
            ...(milestones ?? []).map(({ id, name: label }) => ({ value: String(id), label })),
          ]}
          onValueChange={(value) => navigate(compareHref(key, value === '' ? null : Number(value)), { replace: true })}
        />
      }
      isPadded
    >
      <Sessions key={milestoneId} milestoneId={milestoneId} />
    </Page>
  )
}

function Sessions({ milestoneId }: { milestoneId: number | null }) {
  const { key } = useProject()
  const { sendKept } = useApplication()
  const { value, failure, isLoading, retry } = useResource(() => allSessions(sendKept, key, milestoneId))
  if (value === null)
    return failure === null ? (
      <div aria-busy className={styles.report}>
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} height={32} width="100%" />
        ))}
      </div>
    ) : (
      <ProblemState title="Exploratory sessions did not load" isRetrying={isLoading} onRetry={retry}>
        {messageOf(failure)}.
      </ProblemState>
    )
  if (value.length === 0)
    return (
      <EmptyState title="Nothing to compare">
        {milestoneId === null ? 'There are no exploratory sessions yet.' : 'No exploratory session has this milestone.'}
      </EmptyState>
    )
  return <Table comparison={compare(value)} />
}

function Table({ comparison: { types, charters, total } }: { comparison: Comparison }) {
  return (
    // Focusable, so that arrow keys scroll it sideways.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.room} aria-label="Comparison of charters" tabIndex={0}>
      <table className={styles.compared}>
        <thead>
          <tr>
            <th scope="col">Charter</th>
            <th scope="col">Sessions</th>
            <th scope="col">Closed</th>
            <th scope="col">Time</th>
            <th scope="col">Findings</th>
            <th scope="col">Per hour</th>
            {types.map(({ id, name, colorHex }) => (
              <th key={id} scope="col">
                <TypeSign name={name} colorHex={colorHex} /> {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {charters.map((charter) => (
            <tr key={charter.charter}>
              <th scope="row">
                <Charter {...charter} />
              </th>
              <Figures {...charter} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All</th>
            <Figures {...total} />
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

function Charter({ charter, sessions }: CharterCoverage) {
  const { key } = useProject()
  return (
    <details>
      <summary>{charter}</summary>
      <ul>
        {sessions.map(({ id, title, elapsedTimeInMillis }) => (
          <li key={id}>
            <Link href={reportHref(key, id)}>{title}</Link> {formatTimeSpent(elapsedTimeInMillis)}
          </li>
        ))}
      </ul>
    </details>
  )
}

function Figures({ sessions, closed, elapsedMillis, observations, perHour, byType }: Omit<CharterCoverage, 'charter'>) {
  return (
    <>
      <td>{sessions.length}</td>
      <td>{closed}</td>
      <td>{formatTimeSpent(elapsedMillis)}</td>
      <td>{observations}</td>
      <td>{perHour ?? '–'}</td>
      {byType.map((count, place) => (
        <td key={place}>{count === 0 ? '–' : count}</td>
      ))}
    </>
  )
}

const PAGE_SIZE = 100

const allSessions = async (
  send: Send,
  projectKey: string,
  milestoneId: number | null,
): Promise<ExploratorySessionSummary[]> => {
  const query = (page: number) => ({
    state: 'all' as const,
    milestoneId: milestoneId === null ? [] : [milestoneId],
    page,
    pageSize: PAGE_SIZE,
  })
  const first = await send(listExploratorySessions, { params: { projectKey }, query: query(1) })
  const rest = Array.from({ length: Math.max(0, first._meta.totalPages - 1) }, (_, i) =>
    send(listExploratorySessions, { params: { projectKey }, query: query(i + 2) }),
  )
  return [first, ...(await Promise.all(rest))].flatMap(({ items }) => items)
}
