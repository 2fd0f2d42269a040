/** Live list of a project's test plans (PLANS rows), newest first; its query is in the address. */
import { ClipboardList } from 'lucide-react'
import { projectChoices } from '../../../services/projects/choices.ts'
import { useApplication, useProject, useSession } from '../../application/context.tsx'
import { daysField } from '../../shared/filters/days-field.tsx'
import { FilterBar, idsField } from '../../shared/filters/filter-bar.tsx'
import { ListPage } from '../../shared/lists/list-page.tsx'
import { useSelection } from '../../ui/lists/use-selection.ts'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { asked, createPlanHref, isPlansFiltered, plansHref, type PlansQuery, readPlansQuery } from '../address.ts'
import { usePlanActions } from '../dialogs/use-plan-actions.tsx'
import { usePlanRights } from '../rights.ts'
import { NOUN, PlansTable } from './plans-table.tsx'
import { auditTime } from 'rxjs'
import { useLocation } from 'wouter'
import { LIMITS } from '../../../contract/limits.ts'
import { topics } from '../../../contract/live.ts'
import { listTestPlans, type TestPlanSummary } from '../../../contract/plans/plans.ts'
import { usePagedList } from '../../shared/lists/use-paged-list.ts'

export function PlansPage() {
  const { key } = useProject()
  const rights = usePlanRights()
  const list = usePlansList()
  const { closed } = list.query
  const selection = useSelection(list.rows)
  const actions = usePlanActions(() => {
    selection.clear()
    list.refresh()
  })
  const create = { label: 'Test plan', href: createPlanHref(key) }
  return (
    <ListPage
      title="Test plans"
      noun={NOUN}
      list={list}
      toolbar={<PlansFilters list={list} />}
      create={rights.canWrite ? create : null}
      empty={{
        icon: ClipboardList,
        title: closed ? 'There are no closed test plans' : 'There are no test plans yet',
        text: closed
          ? 'A closed test plan keeps its runs and their results.'
          : 'A test plan runs the same test cases on several configurations, such as browsers and systems: a test run for each combination.',
        create: rights.canWrite && !closed ? create : null,
      }}
      noResults={`Only ${closed ? 'closed' : 'open'} test plans were searched.`}
      table={(plans) => (
        <PlansTable
          plans={plans}
          rights={rights}
          isBusy={list.isBusy}
          selection={selection}
          whyNotClosed={actions.whyNotClosed}
          onClosePlans={actions.close}
          onDeletePlans={actions.remove}
        />
      )}
      dialogs={actions.dialogs}
    />
  )
}

const STATES = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
] as const

/** Search, filters and open/closed (PLANS-03 to PLANS-06). */
function PlansFilters({ list }: { list: ReturnType<typeof usePlansList> }) {
  const { key } = useProject()
  const { send } = useApplication()
  const { query, filter } = list
  const choices = projectChoices(send, key)
  return (
    <FilterBar
      states={
        <SegmentedControl
          label="State"
          segments={STATES}
          value={query.closed ? 'closed' : 'open'}
          onValueChange={(state) => filter({ closed: state === 'closed' })}
        />
      }
      search="Search for test plans"
      list={list}
      fields={[
        idsField(list, 'milestoneId', 'Milestone', () => choices.milestones('all')),
        idsField(list, 'environmentId', 'Environment', choices.environments),
        daysField('created', 'Created', { from: query.createdFrom, to: query.createdTo }, ({ from, to }) =>
          filter({ createdFrom: from, createdTo: to }),
        ),
      ]}
      isFiltered={isPlansFiltered(query)}
      onClear={list.clear}
    />
  )
}

/** Test plans for the address's query, reloaded as plans and results change. */
function usePlansList() {
  const { live, send } = useApplication()
  const { tenant } = useSession().workspace
  const { id, key } = useProject()
  const [, navigate] = useLocation()
  const list = usePagedList<TestPlanSummary, PlansQuery>({
    load: async (query, signal) => {
      const { items, _meta } = await send(listTestPlans, { params: { projectKey: key }, query: asked(query), signal })
      return { rows: items, total: _meta.total }
    },
    read: readPlansQuery,
    hrefOf: (query) => plansHref(key, query),
    isFiltered: isPlansFiltered,
    follow: (again) => live.followNews(topics.runs(tenant, id), again).pipe(auditTime(LIMITS.liveBatchMs)),
  })
  return { ...list, clear: () => navigate(plansHref(key, { closed: list.query.closed })) }
}
