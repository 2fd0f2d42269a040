/** Live list of a project's exploratory sessions (ESLS rows), newest first; its query is in the address. */
import { Compass } from 'lucide-react'
import { useEffect, useState } from 'react'
import { projectChoices } from '../../../services/projects/choices.ts'
import { useApplication, useMay, useProject, useSession } from '../../application/context.tsx'
import { FilterBar, idsField } from '../../shared/filters/filter-bar.tsx'
import { ListPage } from '../../shared/lists/list-page.tsx'
import { ButtonLink } from '../../ui/controls/link.tsx'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import {
  compareHref,
  createSessionHref,
  isSessionsFiltered,
  readSessionsQuery,
  sessionsHref,
  type SessionsQuery,
  type SessionsState,
} from '../address.ts'
import { type SessionAsk, SessionDialog } from '../dialogs/session-dialogs.tsx'
import { useTidyDrafts } from '../use-tidy-drafts.ts'
import { SessionsHere } from './sessions-here.tsx'
import { SessionsTable } from './sessions-table.tsx'
import { WaitingSessions } from './waiting-sessions.tsx'
import { getObservationTypes } from '../../../contract/settings/observation-types.ts'
import { idle } from '../../application/when-idle.ts'
import { auditTime } from 'rxjs'
import { useLocation } from 'wouter'
import { type ExploratorySessionSummary, listExploratorySessions } from '../../../contract/exploratory/sessions.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { topics } from '../../../contract/live.ts'
import { usePagedList } from '../../shared/lists/use-paged-list.ts'
import { withRefusalToast } from '../refusal-toast.ts'

const NOTHING: Record<SessionsState, string> = {
  open: 'There are no open exploratory sessions',
  closed: 'There are no closed exploratory sessions',
  all: 'There are no exploratory sessions yet',
}

export function SessionsPage() {
  const { key } = useProject()
  const canWrite = useMay().inProject('exploratory:write')
  const list = useSessionsList()
  const { query, face, refresh } = list
  const [ask, setAsk] = useState<SessionAsk | null>(null)
  useChoicesKept()
  useTidyDrafts()
  const create = { label: 'New session', href: createSessionHref(key) }
  return (
    <ListPage
      title="Exploratory sessions"
      noun={['session', 'sessions']}
      list={list}
      toolbar={<SessionsFilters list={list} />}
      create={canWrite ? create : null}
      actions={
        (face !== 'empty' || query.state === 'closed') && (
          <ButtonLink href={compareHref(key)} variant={canWrite ? 'secondary' : 'primary'}>
            Compare
          </ButtonLink>
        )
      }
      empty={{
        icon: Compass,
        title: NOTHING[query.state],
        text: 'In an exploratory session you explore the product with a goal and note what you observe. The clock, the screenshots and the notes go on without a network.',
        create: canWrite && query.state !== 'closed' ? create : null,
      }}
      noResults={searchedText(query)}
      instead={<SessionsHere />}
      above={<WaitingSessions onSent={refresh} />}
      table={(sessions) => (
        <SessionsTable
          sessions={sessions}
          query={query}
          canWrite={canWrite}
          isBusy={list.isBusy}
          onSort={(sort, order) => list.filter({ sort, order })}
          onAsk={setAsk}
        />
      )}
      dialogs={
        ask !== null && (
          <SessionDialog
            ask={ask}
            onDone={() => {
              setAsk(null)
              refresh()
            }}
            onClose={() => setAsk(null)}
          />
        )
      }
    />
  )
}

const searchedText = ({ q, state }: SessionsQuery): string =>
  q === ''
    ? 'Change or clear a filter.'
    : `Titles and charters were searched${state === 'all' ? '' : ` of the ${state} sessions`}.`

const SEGMENTS: { value: SessionsState; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
  { value: 'all', label: 'All' },
]

/** Search, state and filters. */
function SessionsFilters({ list }: { list: ReturnType<typeof useSessionsList> }) {
  const { key } = useProject()
  const { sendKept } = useApplication()
  const { query, filter } = list
  const choices = projectChoices(sendKept, key)
  return (
    <FilterBar
      states={
        <SegmentedControl
          label="State"
          segments={SEGMENTS}
          value={query.state}
          onValueChange={(state) => filter({ state })}
        />
      }
      search="Search sessions"
      list={list}
      fields={[
        idsField(list, 'assigneeId', 'Assignee', choices.people),
        idsField(list, 'milestoneId', 'Milestone', () => choices.milestones('all')),
        idsField(list, 'environmentId', 'Environment', choices.environments),
      ]}
      isFiltered={isSessionsFiltered(query)}
      onClear={list.clear}
    />
  )
}

/** Prefetches the options of the session form, whose answers are kept on this device for offline use. */
function useChoicesKept(): void {
  const { firstAnswers, sendKept } = useApplication()
  const { key } = useProject()
  useEffect(() => {
    let isWanted = true
    const ask = async () => {
      await firstAnswers
      await idle()
      if (!isWanted) return
      const { people, milestones, environments, configurations } = projectChoices(sendKept, key)
      // Optional: the form requests them again.
      await Promise.allSettled([
        people(),
        milestones(),
        environments(),
        configurations(),
        sendKept(getObservationTypes, { params: { projectKey: key } }),
      ])
    }
    void ask()
    return () => {
      isWanted = false
    }
  }, [firstAnswers, key, sendKept])
}

/** Exploratory sessions for the address's query, live. */
function useSessionsList() {
  const { live, sendKept } = useApplication()
  const { tenant } = useSession().workspace
  const { id, key } = useProject()
  const [, navigate] = useLocation()
  const list = usePagedList<ExploratorySessionSummary, SessionsQuery>({
    load: async (query, signal) => {
      const { items, _meta } = await withRefusalToast(
        sendKept(listExploratorySessions, { params: { projectKey: key }, query, signal }),
      )
      return { rows: items, total: _meta.total }
    },
    read: readSessionsQuery,
    hrefOf: (query) => sessionsHref(key, query),
    isFiltered: isSessionsFiltered,
    // A running clock reports repeatedly.
    follow: (again) => live.followNews(topics.exploratory(tenant, id), again).pipe(auditTime(LIMITS.liveBatchMs)),
  })
  const { state, sort, order } = list.query
  return { ...list, clear: () => navigate(sessionsHref(key, { state, sort, order })) }
}
