import type { GateSettings } from '../../contract/launches/gate-settings.ts'
import { listLaunches, LaunchesQuery } from '../../contract/launches/launches.ts'
import { GATE_RULES, getQualityGate } from '../../contract/launches/quality-gate.ts'
import type { Send } from '../http/http.ts'

/** Applies a policy to the newest finished launch. Null when there is no launch. */
export const previewGate = async (send: Send, projectKey: string, settings: GateSettings, signal?: AbortSignal) => {
  const { items } = await send(listLaunches, {
    params: { projectKey },
    query: LaunchesQuery.parse({ status: ['PASSED', 'FAILED', 'ABORTED', 'SKIPPED'], pageSize: '1' }),
    signal,
  })
  const [launch] = items
  if (launch === undefined) return null
  const rules = Object.fromEntries(
    GATE_RULES.flatMap((rule) => (settings[rule] === null ? [] : [[rule, settings[rule]]])),
  ) as Partial<Record<(typeof GATE_RULES)[number], number>>
  return send(getQualityGate, {
    params: { projectKey },
    // The server would apply the saved policy where the query has none.
    query: {
      launchId: launch.id,
      enforce: false,
      minTests: 1,
      allowIncomplete: settings.allowIncomplete,
      ...(Object.keys(rules).length > 0 ? rules : { maxFailures: 0 }),
    },
    signal,
  })
}
