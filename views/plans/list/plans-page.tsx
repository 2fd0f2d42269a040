/** Live list of a project's test plans (PLANS rows), newest first; its query is in the address. */
import { ClipboardList, Plus } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../../services/http/api-error.ts'
import { useProject } from '../../boot/context.tsx'
import { Page } from '../../shared/page/page.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState, ProblemState } from '../../ui/empty-state.tsx'
import { ButtonLink } from '../../ui/link.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { createPlanHref, plansHref } from '../address.ts'
import { usePlanActions } from '../dialogs/use-plan-actions.tsx'
import { usePlanRights } from '../rights.ts'
import { PlansSkeleton, PlansTable } from './plans-table.tsx'
import { PlansToolbar } from './plans-toolbar.tsx'
import { usePlansList } from './use-plans-list.ts'

const NONE: ReadonlySet<number> = new Set()

export function PlansPage() {
  const project = useProject()
  const rights = usePlanRights()
  const list = usePlansList()
  const { query, face } = list
  const [selected, setSelected] = useState(NONE)
  const actions = usePlanActions(() => {
    setSelected(NONE)
    list.refresh()
  })
  const create = (
    <ButtonLink variant="primary" href={createPlanHref(project.key)} icon={<Plus aria-hidden />}>
      Test plan
    </ButtonLink>
  )
  return (
    <Page
      title="Test plans"
      documentTitle={`Test plans · ${project.name}`}
      actions={rights.canWrite && create}
      toolbar={
        <PlansToolbar
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
            noun={['test plan', 'test plans']}
            hrefFor={(page) => plansHref(project.key, { ...query, page })}
          />
        )
      }
    >
      {face === 'loading' && <PlansSkeleton canWrite={rights.canWrite} />}
      {face === 'shown' && (
        <PlansTable
          plans={list.rows}
          rights={rights}
          isBusy={list.isBusy}
          selected={selected}
          onSelect={setSelected}
          whyNotClosed={actions.whyNotClosed}
          onClosePlans={actions.close}
          onDeletePlans={actions.remove}
        />
      )}
      {face === 'empty' && (
        <EmptyState
          icon={<ClipboardList aria-hidden />}
          title={query.closed ? 'There are no closed test plans' : 'There are no test plans yet'}
        >
          {!query.closed &&
            'A test plan runs the same test cases on several configurations, such as browsers and systems: a test run for each combination.'}
        </EmptyState>
      )}
      {face === 'noResults' && (
        <EmptyState
          title="No test plans match these filters"
          actions={<Button onClick={list.clear}>Clear filters</Button>}
        >
          Only {query.closed ? 'closed' : 'open'} test plans were searched.
        </EmptyState>
      )}
      {face === 'failed' && (
        <ProblemState title="Test plans did not load" isRetrying={list.isBusy} onRetry={list.refresh}>
          {messageOf(list.failure)}. Your filters are kept.
        </ProblemState>
      )}
      {actions.dialogs}
    </Page>
  )
}
