import type { GateSettings } from '../../contract/launches/gate-settings.ts'
import { listLaunches, LaunchesQuery } from '../../contract/launches/launches.ts'
import { GATE_RULES, getQualityGate } from '../../contract/launches/quality-gate.ts'
import type { Send } from '../http/http.ts'

/** Applies thresholds to the newest finished launch. Null when there is no launch or no threshold. */
export const previewGate = async (send: Send, projectKey: string, thresholds: GateSettings, signal?: AbortSignal) => {
  const { items } = await send(listLaunches, {
    params: { projectKey },
    query: LaunchesQuery.parse({ status: ['PASSED', 'FAILED', 'ABORTED', 'SKIPPED'], pageSize: '1' }),
    signal,
  })
  const [launch] = items
  if (launch === undefined) return null
  const rules = Object.fromEntries(
    GATE_RULES.flatMap((rule) => (thresholds[rule] === null ? [] : [[rule, thresholds[rule]]])),
  ) as Partial<Record<(typeof GATE_RULES)[number], number>>
  return send(getQualityGate, {
    params: { projectKey },
    // Without a threshold in the query, the server would apply the saved ones.
    query: { launchId: launch.id, enforce: false, ...(Object.keys(rules).length > 0 ? rules : { maxFailures: 0 }) },
    signal,
  })
}
