/** What needs attention first: new failures, gates, unreviewed launches, quarantined tests, due milestones. */
import { CalendarX, CircleAlert, CircleStop, Eye, Flag, Repeat, ShieldOff, ShieldX } from 'lucide-react'
import type { ReactNode } from 'react'
import { merge } from 'rxjs'
import { topics } from '../../../contract/live.ts'
import { useApplication, useProject, useSession } from '../../application/context.tsx'
import { useSettingsChanges } from '../../shared/settings-changes.tsx'
import { ButtonLink } from '../../ui/controls/link.tsx'
import { useNow } from '../../ui/text/now.ts'
import { attentionOf, type AttentionFacts, type AttentionItem } from './attention.ts'
import { useLoadAttention } from './load-attention.ts'
import { OverviewPanel } from './overview-panel.tsx'
import styles from './overview.module.css'

type Facts = Omit<AttentionFacts, 'projectKey' | 'now' | 'mayReview'>

interface NeedsAttentionProps {
  hasLaunches: boolean
  hasMilestones: boolean
  mayReview: boolean
}

export function NeedsAttention({ hasLaunches, hasMilestones, mayReview }: NeedsAttentionProps) {
  const { live } = useApplication()
  const { tenant } = useSession().workspace
  const { key } = useProject()
  const changes$ = useSettingsChanges(['milestones'])
  const now = useNow()

  const load = useLoadAttention({ hasLaunches, hasMilestones, now })
  const itemsOf = (facts: Facts) => attentionOf({ ...facts, projectKey: key, now, mayReview })
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
  gate: <ShieldX aria-hidden data-tone="failed" />,
  unfinished: <CircleStop aria-hidden />,
  unreviewed: <Eye aria-hidden />,
  quarantine: <ShieldOff aria-hidden />,
  overdue: <CalendarX aria-hidden data-tone="failed" />,
  milestone: <Flag aria-hidden />,
}
