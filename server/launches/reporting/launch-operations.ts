import { randomUUID } from 'node:crypto'
import { detectCi } from '../../../contract/launches/ci-servers.ts'
import { mergeOrigins, type LaunchOrigin } from '../../../contract/launches/launch-origin.ts'
import type { Label, LaunchStatus } from '../../../contract/launches/launches.ts'
import type { StartLaunch } from '../../../contract/launches/reporting.ts'
import type { LaunchRow } from '../rows.ts'
import type { Batch } from '../writer/batch.ts'
import type { Operation } from '../writer/operation.ts'
import { touchOrReviveLaunch } from './touch-launch.ts'
import { addLabeledOrigin, addLabels, addReferences, addSettings, sortLabels } from './labels.ts'

/** Starts a launch, or continues the one with this uuid: it is in progress again and has no end (protocol 2.3). */
export const startLaunch = (projectId: number, userId: number, given: StartLaunch): Operation<LaunchRow> => {
  const uuid = given.uuid ?? randomUUID()
  const status: LaunchStatus = given.status?.toUpperCase() === 'QUEUED' ? 'QUEUED' : 'IN_PROGRESS'
  return {
    needs: { uuids: [{ projectId, uuid }], numbersIn: [projectId], creates: 'launch' },
    apply: (batch) => {
      const known = batch.launchByUuid(projectId, uuid)
      if (known) {
        const wasQueued = known.status === 'QUEUED' || known.status === 'LAUNCHING'
        const again: LaunchRow = {
          ...known,
          ...(wasQueued && known.framework === null ? agentFields(known, given) : {}),
          status,
          ended_at: null,
          ended_by: null,
          heard_at: batch.now,
          paused_at: null,
          paused_ms: pausedMsUntil(known, given.startedAt),
        }
        batch.setLaunch(again)
        return again
      }
      const row = newLaunch(batch, { projectId, userId, uuid, status, given })
      batch.setLaunch(row)
      return row
    },
  }
}

/** Returns the pauses of a launch that its agent continues, by the agent's clock, which also gave the end. */
const pausedMsUntil = ({ ended_at, paused_at, paused_ms }: LaunchRow, startedAt: Date): number => {
  const since = paused_at ?? ended_at
  return paused_ms + (since === null ? 0 : Math.max(0, startedAt.getTime() - since.getTime()))
}

/** Fields of a queued launch that the agent knows and the launcher did not set. Its duration counts from the agent's start. */
const agentFields = (known: LaunchRow, given: StartLaunch): Partial<LaunchRow> => ({
  started_at: given.startedAt,
  framework: known.framework ?? given.framework,
  environment: known.environment ?? given.config?.environment ?? null,
  build: known.build ?? given.config?.build ?? null,
  origin: mergeOrigins(known.origin, originOf(given)),
  treat_skips_as_failures: given.config?.treatSkipsAsFailures ?? known.treat_skips_as_failures,
  notifications: known.notifications ?? given.notifications ?? given.notificationTargets,
})

interface NewLaunch {
  id: number
  projectId: number
  userId: number
  uuid: string
  name: string
  status: LaunchStatus
  startedAt: Date
}

/** Returns a new launch with default values. */
export const emptyLaunch = (
  batch: Batch,
  { id, projectId, userId, uuid, name, status, startedAt }: NewLaunch,
): LaunchRow => ({
  id,
  project_id: projectId,
  number: batch.numberLaunch(projectId),
  uuid,
  name,
  status,
  framework: null,
  environment: null,
  build: null,
  treat_skips_as_failures: true,
  browser: null,
  browser_version: null,
  platform: null,
  platform_version: null,
  locale: null,
  milestone: null,
  suite_name: name,
  labels: [],
  refs: [],
  ci: null,
  origin: {},
  build_key: null,
  shards: null,
  notifications: null,
  tcm: {},
  started_by: userId,
  started_at: startedAt,
  ended_at: null,
  ended_by: null,
  heard_at: batch.now,
  paused_at: null,
  paused_ms: 0,
  reviewed: false,
  reviewed_by: null,
  reviewed_at: null,
  pinned: false,
  has_console: false,
  comments: null,
  first_launch_id: null,
  launch_arguments: null,
  passed: 0,
  passed_manually: 0,
  failed: 0,
  failed_as_known: 0,
  skipped: 0,
  blocked: 0,
  aborted: 0,
  in_progress: 0,
  created_at: batch.now,
})

/** Returns a new launch with what its agent says. */
export const newLaunch = (
  batch: Batch,
  {
    projectId,
    userId,
    uuid,
    status,
    given,
  }: { projectId: number; userId: number; uuid: string; status: LaunchStatus; given: StartLaunch },
): LaunchRow => {
  const milestoneName = given.milestone?.name ?? null
  const { name, startedAt } = given
  return {
    ...emptyLaunch(batch, { id: batch.ids.launch(), projectId, userId, uuid, name, status, startedAt }),
    framework: given.framework,
    environment: given.config?.environment ?? null,
    build: given.config?.build ?? null,
    treat_skips_as_failures: given.config?.treatSkipsAsFailures ?? true,
    milestone:
      milestoneName === null
        ? null
        : { ...(given.milestone?.id ? { id: given.milestone.id } : {}), name: milestoneName },
    ci: ciOf(given),
    origin: originOf(given),
    notifications: given.notifications ?? given.notificationTargets,
  }
}

const ciOf = ({ ciContext, jenkinsContext }: StartLaunch): LaunchRow['ci'] => {
  if (ciContext) return { ciType: ciContext.ciType ?? 'UNKNOWN', envVariables: ciContext.envVariables }
  if (!jenkinsContext?.jobUrl) return null
  const number = jenkinsContext.jobNumber
  return {
    ciType: 'JENKINS',
    envVariables: { BUILD_URL: jenkinsContext.jobUrl, ...(number ? { BUILD_NUMBER: number } : {}) },
  }
}

/** What the agent states wins over the variables of the CI server. */
export const originOf = (given: StartLaunch): LaunchOrigin => {
  const ci = ciOf(given)
  return mergeOrigins(given.origin, ci === null ? null : detectCi(ci.envVariables, ci.ciType)?.origin)
}

/** Changes a launch for its agent; also counts as a sign of life. */
const changeLaunch = (
  launchId: number,
  change: (row: LaunchRow, batch: Batch) => Partial<LaunchRow>,
): Operation<LaunchRow> => ({
  needs: { launches: [launchId] },
  apply: (batch) => {
    const row = batch.launch(launchId)
    const after = { ...touchOrReviveLaunch(row, batch.now), ...change(row, batch) }
    batch.setLaunch(after)
    return after
  },
})

export const patchLaunch = (
  launchId: number,
  patch: readonly { path: string; value: string | null }[],
): Operation<LaunchRow> =>
  changeLaunch(launchId, (row) => ({
    build: patch.findLast(({ path }) => path === '/config/build')?.value ?? row.build,
  }))

/** Marks a launch to which a command reports its console output. */
export const markConsole = (launchId: number): Operation<LaunchRow> =>
  changeLaunch(launchId, () => ({ has_console: true }))

export const setPlatform = (launchId: number, name: string, version: string | null): Operation<LaunchRow> =>
  changeLaunch(launchId, () => ({ platform: name, platform_version: version }))

export const labelLaunch = (launchId: number, given: readonly Label[]): Operation<LaunchRow> =>
  changeLaunch(launchId, (row) => {
    const { labels, tcm, locale } = sortLabels(given)
    return {
      labels: addLabels(row.labels, labels),
      origin: addLabeledOrigin(row.origin, labels),
      locale: locale ?? row.locale,
      tcm: addSettings(row.tcm, tcm),
    }
  })

export const referLaunch = (
  launchId: number,
  given: readonly { name: string; value: string }[],
): Operation<LaunchRow> => changeLaunch(launchId, (row) => ({ refs: addReferences(row.refs, given) }))

/** Changes any subset of the settings; `null` removes one (protocol 5). */
export const configureTcm = (launchId: number, given: Record<string, unknown>): Operation<LaunchRow> =>
  changeLaunch(launchId, (row) => ({ tcm: addSettings(row.tcm, given) }))
