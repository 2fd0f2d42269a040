/** Live list of a project's exploratory sessions (ESLS rows), newest first; its query is in the address. */
import { Compass, Plus } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../../services/http/api-error.ts'
import { useMay, useProject } from '../../boot/context.tsx'
import { Page } from '../../shared/page/page.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState, ProblemState } from '../../ui/empty-state.tsx'
import { ButtonLink } from '../../ui/link.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { compareHref, createSessionHref, sessionsHref, type SessionsState } from '../address.ts'
import { SessionDialog, type SessionAsk } from '../dialogs/session-dialogs.tsx'
import { useTidyDrafts } from '../use-tidy-drafts.ts'
import { SessionsHere } from './sessions-here.tsx'
import { SessionsSkeleton, SessionsTable } from './sessions-table.tsx'
import { SessionsToolbar } from './sessions-toolbar.tsx'
import { useChoicesKept } from './use-choices-kept.ts'
import { useSessionsList } from './use-sessions-list.ts'
import { WaitingSessions } from './waiting-sessions.tsx'

const NOTHING: Record<SessionsState, string> = {
  open: 'There are no open exploratory sessions',
  closed: 'There are no closed exploratory sessions',
  all: 'There are no exploratory sessions yet',
}

export function SessionsPage() {
  const project = useProject()
  const canWrite = useMay().inProject('exploratory:write')
  const list = useSessionsList()
  const { query, face } = list
  const [ask, setAsk] = useState<SessionAsk | null>(null)
  useChoicesKept()
  useTidyDrafts()
  const create = (
    <ButtonLink variant="primary" href={createSessionHref(project.key)} icon={<Plus aria-hidden />}>
      New session
    </ButtonLink>
  )
  return (
    <Page
      title="Exploratory sessions"
      documentTitle={`Exploratory sessions · ${project.name}`}
      actions={
        // An empty list shows its button in the middle, except when only closed sessions are missing.
        (face !== 'empty' || query.state === 'closed') && (
          <>
            <ButtonLink href={compareHref(project.key)} variant={canWrite ? 'secondary' : 'primary'}>
              Compare
            </ButtonLink>
            {canWrite && create}
          </>
        )
      }
      toolbar={
        <SessionsToolbar
          query={query}
          typed={list.typed}
          onType={list.search}
          onSearch={list.submitSearch}
          onFilter={list.filter}
          onClear={list.clear}
        />
      }
      foot={
        face === 'shown' && (
          <Pagination
            page={query.page}
            pageSize={query.pageSize}
            total={list.total}
            noun={['session', 'sessions']}
            hrefFor={(page) => sessionsHref(project.key, { ...query, page })}
          />
        )
      }
    >
      <WaitingSessions onSent={list.refresh} />
      {face === 'loading' && <SessionsSkeleton />}
      {face === 'shown' && (
        <SessionsTable
          sessions={list.rows}
          query={query}
          canWrite={canWrite}
          isBusy={list.isBusy}
          onSort={(sort, order) => list.filter({ sort, order })}
          onAsk={setAsk}
        />
      )}
      {face === 'empty' && (
        <EmptyState
          icon={<Compass aria-hidden />}
          title={NOTHING[query.state]}
          {...(canWrite && query.state !== 'closed' ? { actions: create } : {})}
        >
          In an exploratory session you explore the product with a goal and note what you observe. The clock, the
          screenshots and the notes go on without a network.
        </EmptyState>
      )}
      {face === 'noResults' && (
        <EmptyState
          title="No sessions match these filters"
          actions={<Button onClick={list.clear}>Clear filters</Button>}
        >
          {query.q === ''
            ? 'Change or clear a filter.'
            : `Titles and charters were searched${query.state === 'all' ? '' : ` of the ${query.state} sessions`}.`}
        </EmptyState>
      )}
      {face === 'failed' && (
        <>
          <ProblemState title="Exploratory sessions did not load" isRetrying={list.isBusy} onRetry={list.refresh}>
            {messageOf(list.failure)}. Your filters are kept.
          </ProblemState>
          <SessionsHere />
        </>
      )}
      {ask !== null && (
        <SessionDialog
          ask={ask}
          onDone={() => {
            setAsk(null)
            list.refresh()
          }}
          onClose={() => setAsk(null)}
        />
      )}
    </Page>
  )
}
