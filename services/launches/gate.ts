import { createBadgeToken, getBadgeToken, revokeBadgeToken } from '../../contract/launches/badge.ts'
import { getGateSettings, updateGateSettings, type GateSettings } from '../../contract/launches/gate-settings.ts'
import { listLaunches, LaunchesQuery } from '../../contract/launches/launches.ts'
import { GATE_RULES, getQualityGate } from '../../contract/launches/quality-gate.ts'
import type { Edit } from '../../contract/concurrent-edits.ts'
import type { Send } from '../http/http.ts'

/** Calls about what a build reads of launches: the quality gate, and the badge. */
export const createGateService = (send: Send) => ({
  settings: (projectKey: string) => send(getGateSettings, { params: { projectKey } }),
  update: (projectKey: string, { changes, expected }: Edit<GateSettings>) =>
    send(updateGateSettings, { params: { projectKey }, body: { ...changes, expected } }),
  /** How the newest finished launch would be judged. Null where there is none, or no threshold. */
  preview: async (projectKey: string, thresholds: GateSettings, signal?: AbortSignal) => {
    const { items } = await send(listLaunches, {
      params: { projectKey },
      query: LaunchesQuery.parse({ status: ['PASSED', 'FAILED', 'ABORTED', 'SKIPPED'], pageSize: '1' }),
      ...(signal ? { signal } : {}),
    })
    const [launch] = items
    if (launch === undefined) return null
    const rules = Object.fromEntries(
      GATE_RULES.flatMap((rule) => (thresholds[rule] === null ? [] : [[rule, thresholds[rule]]])),
    ) as Partial<Record<(typeof GATE_RULES)[number], number>>
    return send(getQualityGate, {
      params: { projectKey },
      // Without a threshold the saved ones would hold: nothing may have failed then.
      query: { launchId: launch.id, enforce: false, ...(Object.keys(rules).length > 0 ? rules : { maxFailures: 0 }) },
      ...(signal ? { signal } : {}),
    })
  },
  badgeToken: (projectKey: string) => send(getBadgeToken, { params: { projectKey } }),
  createBadgeToken: (projectKey: string) => send(createBadgeToken, { params: { projectKey }, body: {} }),
  revokeBadgeToken: (projectKey: string) => send(revokeBadgeToken, { params: { projectKey } }),
})
