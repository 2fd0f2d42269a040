import { auditTime, filter, merge, Subject } from 'rxjs'
import { projectStream, topics } from '../../../contract/live.ts'
import { listMilestones, deleteMilestone, type Milestone } from '../../../contract/settings/milestones.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { useApplication, useMay, useProject, useSession, type Follow } from '../../application/context.tsx'
import { usePagedList } from '../../shared/lists/use-paged-list.ts'
import { useSettingsChanges } from '../../shared/settings-changes.tsx'
import { useDeletion } from '../deletion.tsx'
import { ExploratoryUses } from '../exploratory-uses.tsx'
import { hrefOf, readQuery, type MilestonesQuery } from './query.ts'

/** Milestones for the address's query. */
export function useMilestones(focusAfter: () => HTMLElement | null) {
  const { send } = useApplication()
  const { key } = useProject()
  const list = usePagedList<Milestone, MilestonesQuery>({
    load: async ({ page, pageSize, completed }, signal) => {
      const { items, totalResults } = await send(listMilestones, {
        params: { projectKey: key },
        query: { page, pageSize, completed },
        signal,
      })
      return { rows: items, total: totalResults }
    },
    read: readQuery,
    hrefOf: (query) => hrefOf(key, query),
    isReplacing: () => true,
    follow: useProgressNews(),
  })
  const { refresh } = list
  const deletion = useDeletion<Milestone>({
    perform: ({ id }) => send(deleteMilestone, { params: { projectKey: key, milestoneId: id } }),
    words: ({ id, name, launches }) => ({
      title: `Delete milestone ${name}?`,
      action: 'Delete milestone',
      about: (
        <>
          {launches === 0
            ? 'It has no launches. This cannot be undone.'
            : `${launches === 1 ? 'The launch that belongs to it stays' : `The ${launches.toLocaleString('en')} launches that belong to it stay`} and go on naming it. This cannot be undone.`}
          <ExploratoryUses kind="milestone" id={id} />
        </>
      ),
      done: TEXTS.milestoneDeleted,
    }),
    onDeleted: refresh,
    focusAfter,
  })
  return { ...list, askToDelete: deletion.ask, dialog: deletion.dialog }
}

/** Interval in ms, as for lists of launches in progress (LIVE-04). */
const settleMs = 2000
const AREAS = ['milestones'] as const

/** Reloads after launches report or milestones change, at most once per interval. */
function useProgressNews(): Follow {
  const { live } = useApplication()
  const { tenant } = useSession().workspace
  const { id } = useProject()
  const hasLaunches = useMay().isOn('test-automation')
  const changes$ = useSettingsChanges(AREAS)
  return () => {
    const missed$ = new Subject<void>()
    const launches = (hasLaunches ? [topics.testRuns(tenant), topics.statistics(tenant)] : []).map((topic) =>
      live.follow(topic, () => missed$.next()).pipe(filter(({ stream }) => stream === projectStream(id))),
    )
    return merge(missed$, changes$, ...launches).pipe(auditTime(settleMs))
  }
}
