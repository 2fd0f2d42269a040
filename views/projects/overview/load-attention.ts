import { listTests } from '../../../contract/launches/launch-tests.ts'
import { listLaunches } from '../../../contract/launches/launches.ts'
import { getGateSettings } from '../../../contract/launches/gate-settings.ts'
import { GATE_RULES, getQualityGate, QualityGateQuery } from '../../../contract/launches/quality-gate.ts'
import { listQuarantine } from '../../../contract/launches/quarantine.ts'
import { listTestPlans } from '../../../contract/plans/plans.ts'
import { listTestRuns } from '../../../contract/runs/runs.ts'
import { listMilestones } from '../../../contract/settings/milestones.ts'
import { useApplication, useCanOpen, useProject } from '../../application/context.tsx'
import { inProjectHref, paths } from '../../shared/routes.ts'
import { overdueMilestones, type AttentionFacts } from './attention.ts'

const MAX_LAUNCHES = 3
const MAX_MILESTONES = 5
/** Number of ended launches to look at; the gate judges the newest of each name. */
const MAX_ENDED = 20
const MAX_GATES = 3
const MAX_OVERDUE = 2

type Facts = Omit<AttentionFacts, 'projectKey' | 'now' | 'mayReview'>
type OfLaunches = Pick<Facts, 'failed' | 'unreviewed' | 'gates' | 'unfinished' | 'quarantined'>
type OfMilestones = Pick<Facts, 'milestones' | 'overdue'>

const NO_LAUNCHES: OfLaunches = {
  failed: null,
  unreviewed: { newest: [], total: 0 },
  gates: [],
  unfinished: { newest: [], total: 0 },
  quarantined: [],
}
const NO_MILESTONES: OfMilestones = { milestones: [], overdue: { runs: null, plans: null } }

/** Returns a loader of the panel's data, limited to what the reader may see. */
export function useLoadAttention({
  hasLaunches,
  hasMilestones,
  now,
}: {
  hasLaunches: boolean
  hasMilestones: boolean
  now: number
}): () => Promise<Facts> {
  const { send, sendRead } = useApplication()
  const { key } = useProject()
  const canOpen = useCanOpen()
  const [hasRuns, hasPlans] = [paths.testRuns, paths.testPlans].map((pattern) => canOpen(inProjectHref(pattern, key)))
  const params = { projectKey: key }

  const unreviewed = (status: 'FAILED' | 'ABORTED') =>
    sendRead(listLaunches, {
      params: { projectKey: key },
      query: { status: [status], reviewed: 'false', pageSize: MAX_LAUNCHES },
    })

  const loadFailed = async (): Promise<Pick<Facts, 'failed' | 'unreviewed'>> => {
    const { items, _meta } = await unreviewed('FAILED')
    const [launch] = items
    return {
      failed:
        launch === undefined
          ? null
          : {
              launch,
              causes: (
                await sendRead(listTests, {
                  params: { projectKey: key, launchId: launch.id },
                  query: { testsState: ['failed'], group: 'failure' },
                })
              ).groups,
            },
      unreviewed: { newest: items, total: _meta.total },
    }
  }
  const loadGates = async (): Promise<Facts['gates']> => {
    const settings = await send(getGateSettings, { params })
    // Without a threshold every failed launch would fail the gate, which repeats the launches to review.
    if (GATE_RULES.every((rule) => settings[rule] === null)) return []
    const { items } = await sendRead(listLaunches, {
      params: { projectKey: key },
      query: {
        status: ['PASSED', 'FAILED'],
        reviewed: 'false',
        pageSize: MAX_ENDED,
      },
    })
    const newest = [...new Map(items.toReversed().map((launch) => [launch.name, launch])).values()]
    return Promise.all(
      newest
        .toSorted((a, b) => b.startedAt.localeCompare(a.startedAt))
        .slice(0, MAX_GATES)
        .map(({ id }) => send(getQualityGate, { params, query: { ...QualityGateQuery.parse({}), launchId: id } })),
    )
  }
  const loadLaunches = async (): Promise<OfLaunches> => {
    const [failed, gates, unfinished, quarantine] = await Promise.all([
      loadFailed(),
      loadGates(),
      unreviewed('ABORTED'),
      send(listQuarantine, { params }),
    ])
    return {
      ...failed,
      gates,
      unfinished: { newest: unfinished.items, total: unfinished._meta.total },
      quarantined: quarantine.items,
    }
  }
  const loadMilestones = async (): Promise<OfMilestones> => {
    const { items } = await send(listMilestones, { params, query: { pageSize: MAX_MILESTONES, completed: false } })
    const milestoneIds = overdueMilestones(items, now)
    const query = { closed: 'false', milestoneId: milestoneIds, pageSize: MAX_OVERDUE } as const
    const [runs, plans] = await Promise.all([
      hasRuns && milestoneIds.length > 0 ? send(listTestRuns, { params, query }) : null,
      hasPlans && milestoneIds.length > 0 ? send(listTestPlans, { params, query }) : null,
    ])
    const overdueOf = (found: { items: readonly { title: string }[]; _meta: { total: number } } | null) =>
      found === null ? null : { milestoneIds, newest: found.items, total: found._meta.total }
    return { milestones: items, overdue: { runs: overdueOf(runs), plans: overdueOf(plans) } }
  }
  return async () => {
    const [ofLaunches, ofMilestones] = await Promise.all([
      hasLaunches ? loadLaunches() : NO_LAUNCHES,
      hasMilestones ? loadMilestones() : NO_MILESTONES,
    ])
    return { ...ofLaunches, ...ofMilestones }
  }
}
