import { randomUUID } from 'node:crypto'
import type { StartSession } from '../../../contract/launches/reporting.ts'
import { cut } from '../../db/storable.ts'
import type { LaunchRow } from '../rows.ts'
import type { Batch, SessionRow } from '../writer/batch.ts'
import type { Operation } from '../writer/operation.ts'
import { touchOrReviveLaunch } from './touch-launch.ts'

/** Session with its tests so far, as returned to agents. */
export interface SessionAnswer {
  row: SessionRow
  testIds: number[]
}

const answerOf = (batch: Batch, row: SessionRow): SessionAnswer => ({
  row,
  testIds: [...batch.knownLinks, ...batch.newLinks.keys()].flatMap((key) => {
    const [sessionId, testId] = key.split(':').map(Number)
    return sessionId === row.id && testId !== undefined ? [testId] : []
  }),
})

/**
 * Records a browser or device session that started or failed to start (protocol 2.6). The driver's session id identifies it: a repeated
 * call updates the same session.
 */
export const startSession = (launchId: number, given: StartSession): Operation<SessionAnswer> => ({
  needs: {
    creates: 'session',
    launches: [launchId],
    tests: given.testIds,
    driverSessions: given.sessionId === null ? [] : [{ launchId, sessionId: given.sessionId }],
  },
  apply: (batch) => {
    const launch = batch.launch(launchId)
    const known = [...batch.sessions.values()].find(
      ({ row }) => row !== null && row.launch_id === launchId && row.session_id === given.sessionId,
    )?.row
    const hasFailed = given.status?.toUpperCase() === 'FAILED'
    const row: SessionRow = known ?? {
      id: batch.ids.session(),
      launch_id: launchId,
      session_id: given.sessionId ?? randomUUID(),
      status: hasFailed ? 'FAILED' : 'RUNNING',
      failure_reason: given.failureReason,
      desired_capabilities: given.desiredCapabilities,
      capabilities: given.capabilities,
      initiated_at: given.initiatedAt,
      started_at: given.startedAt ?? (hasFailed ? null : batch.now),
      ended_at: hasFailed ? batch.now : null,
    }
    if (!known) batch.setSession(row)
    linkTests(batch, launchId, row.id, given.testIds)
    batch.setLaunch({ ...touchOrReviveLaunch(launch, batch.now), ...firstDevice(launch, row) })
    return answerOf(batch, row)
  },
})

/** `testIds` links tests, `endedAt` ends the session; either or both (protocol 2.6). */
export const updateSession = (
  launchId: number,
  sessionId: number,
  given: { endedAt: Date | null; testIds: number[] },
): Operation<SessionAnswer> => ({
  needs: { launches: [launchId], sessions: [sessionId], tests: given.testIds },
  apply: (batch) => {
    const before = batch.session(launchId, sessionId)
    const isEnding = given.endedAt !== null && before.status === 'RUNNING'
    const row: SessionRow = isEnding ? { ...before, status: 'COMPLETED', ended_at: given.endedAt } : before
    if (isEnding) batch.setSession(row)
    linkTests(batch, launchId, sessionId, given.testIds)
    batch.setLaunch(touchOrReviveLaunch(batch.launch(launchId), batch.now))
    return answerOf(batch, row)
  },
})

/** Links tests to a session. Ignores unknown tests: a linked test may have been reverted. */
const linkTests = (batch: Batch, launchId: number, sessionId: number, testIds: readonly number[]): void => {
  for (const testId of testIds) {
    const test = batch.findTest(launchId, testId)
    if (!test || batch.isLinked(sessionId, testId)) continue
    batch.link(sessionId, testId)
    batch.setTest({ ...test, sessions_count: test.sessions_count + 1 })
  }
}

type Device = Pick<LaunchRow, 'browser' | 'browser_version' | 'platform' | 'platform_version'>

/** Returns the device of a launch: that of its first session, unless the agent reports another. */
const firstDevice = (launch: LaunchRow, session: SessionRow): Device => {
  const device = deviceOf(session)
  return {
    browser: launch.browser ?? device.browser,
    browser_version: launch.browser === null ? device.browserVersion : launch.browser_version,
    platform: launch.platform ?? device.platform,
    platform_version: launch.platform === null ? device.platformVersion : launch.platform_version,
  }
}

/** Returns the displayed capabilities of a session: actual ones first, then requested ones. */
export const deviceOf = (session: Pick<SessionRow, 'capabilities' | 'desired_capabilities'>) => {
  const given = objectOf(session.capabilities)
  const requestedValues = objectOf(session.desired_capabilities)
  const pick = (...names: string[]): string | null => {
    for (const source of [given, requestedValues])
      for (const name of names) {
        const value = source[name]
        if ((typeof value === 'string' || typeof value === 'number') && value !== '') return cut(String(value), 255)
      }
    return null
  }
  return {
    browser: pick('browserName'),
    browserVersion: pick('browserVersion', 'version'),
    platform: pick('platformName', 'platform'),
    platformVersion: pick('platformVersion', 'appium:platformVersion'),
    device: pick('deviceName', 'appium:deviceName'),
  }
}

const objectOf = (value: unknown): Record<string, unknown> => {
  if (typeof value === 'string') {
    try {
      return objectOf(JSON.parse(value))
    } catch {
      return {}
    }
  }
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
