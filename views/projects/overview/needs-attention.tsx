/** What people have to look at first: new failures, launches to review, milestones that are due. */
import { CircleAlert, Eye, Flag, Repeat } from 'lucide-react'
import type { ReactNode } from 'react'
import { merge } from 'rxjs'
import { topics } from '../../../contract/live.ts'
import { listMilestones } from '../../../contract/settings/milestones.ts'
import { useApplication, useProject, useSession } from '../../boot/context.tsx'
import { useSettingsChanges } from '../../shared/settings-changes.tsx'
import { ButtonLink } from '../../ui/link.tsx'
import { useNow } from '../../ui/now.ts'
import { attentionOf, type AttentionFacts, type AttentionItem } from './attention.ts'
import { OverviewPanel } from './overview-panel.tsx'
import styles from './overview.module.css'

const LAUNCHES_MOST = 3
const MILESTONES_MOST = 5

type Facts = Omit<AttentionFacts, 'projectKey' | 'now'>

export function NeedsAttention({ hasLaunches, hasMilestones }: { hasLaunches: boolean; hasMilestones: boolean }) {
  const { launches, live, send } = useApplication()
  const { tenant } = useSession().workspace
  const { key } = useProject()
  const changes$ = useSettingsChanges(['milestones'])
  const now = useNow()

  const loadLaunches = async (): Promise<Pick<Facts, 'failed' | 'unreviewed'>> => {
    const { items, _meta } = await launches.list(key, {
      status: ['FAILED'],
      reviewed: 'false',
      pageSize: LAUNCHES_MOST,
    })
    const [launch] = items
    return {
      failed:
        launch === undefined
          ? null
          : {
              launch,
              causes: (await launches.tests(key, launch.id, { testsState: ['failed'], group: 'failure' })).groups,
            },
      unreviewed: { newest: items, total: _meta.total },
    }
  }
  const loadMilestones = async (): Promise<Facts['milestones']> =>
    (
      await send(listMilestones, {
        params: { projectKey: key },
        query: { pageSize: MILESTONES_MOST, completed: false },
      })
    ).items
  const load = async (): Promise<Facts> => {
    const [ofLaunches, milestones] = await Promise.all([
      hasLaunches ? loadLaunches() : { failed: null, unreviewed: { newest: [], total: 0 } },
      hasMilestones ? loadMilestones() : [],
    ])
    return { ...ofLaunches, milestones }
  }
  const itemsOf = (facts: Facts) => attentionOf({ ...facts, projectKey: key, now })
  return (
    <OverviewPanel
      title="Needs attention"
      note={(facts) => itemsOf(facts).length || null}
      load={load}
      follow={(again) =>
        merge(
          changes$,
          ...(hasLaunches
            ? [live.follow(topics.testRuns(tenant), again), live.follow(topics.statistics(tenant), () => undefined)]
            : []),
        )
      }
    >
      {(facts) => {
        const items = itemsOf(facts)
        return items.length === 0 ? (
          <p className={styles.none}>Nothing needs your attention.</p>
        ) : (
          <ul className={styles.rows}>
            {items.map((item) => (
              <li key={item.id} className={styles.attention}>
                {ICONS[item.kind]}
                <div>
                  <b>{item.title}</b>
                  <small>{item.detail}</small>
                </div>
                <ButtonLink size="sm" href={item.href} aria-label={`${item.action}: ${item.title}`}>
                  {item.action}
                </ButtonLink>
              </li>
            ))}
          </ul>
        )
      }}
    </OverviewPanel>
  )
}

const ICONS: Record<AttentionItem['kind'], ReactNode> = {
  'new-cause': <CircleAlert aria-hidden data-tone="failed" />,
  'known-cause': <Repeat aria-hidden data-tone="failed" />,
  unreviewed: <Eye aria-hidden />,
  milestone: <Flag aria-hidden />,
}
