import { recordFinishedLaunch } from '../../../contract/launches/finished-launch.ts'
import { inShop, madeBefore, type ShopWorld } from './shop-world.ts'
import type { SampleLaunch, SampleTest } from './shop-launches.ts'

const MINUTE_MS = 60_000

/** Today's launches ended a few minutes ago, at any time of day. */
const NEWEST_ENDED_MS = 4 * MINUTE_MS

const startOf = ({ daysAgo, minute, tests }: SampleLaunch, now: number): number => {
  const day = new Date(now)
  day.setHours(0, minute, 0, 0)
  day.setDate(day.getDate() - daysAgo)
  const lasts = tests.reduce((sum, { seconds }) => sum + seconds * 1000, 0)
  const latest = now - NEWEST_ENDED_MS - lasts - (1440 - minute) * 1000
  return daysAgo === 0 ? Math.min(day.getTime(), latest) : day.getTime()
}

/** Reports one launch with its tests. The uuid is stored before it is sent, so that a retry does not report it twice. */
export const makeLaunch = (world: ShopWorld, launch: SampleLaunch, turn: number): Promise<number> =>
  world.memory.once(`launch ${turn}`, async () => {
    const uuid = await world.memory.once(`uuid ${turn}`, () => crypto.randomUUID())
    const startedAt = startOf(launch, world.now())
    let at = startedAt
    const tests = []
    for (const test of launch.tests) {
      const from = at
      // Durations vary from launch to launch.
      at += Math.round(test.seconds * 1000 * (0.85 + ((launch.daysAgo * 13 + test.name.length * 7) % 30) / 100))
      tests.push(await sentTest(world, test, { from, to: at, build: launch.build }))
    }
    const { name, framework, environment, build, milestone, browser, platform, review } = launch
    const { launchId } = await world.send(recordFinishedLaunch, {
      params: inShop(world),
      body: {
        uuid,
        name,
        framework,
        environment,
        build,
        milestone,
        browser,
        platform,
        review,
        startedAt: new Date(startedAt),
        endedAt: new Date(at),
        labels: launch.labels.map(([key, value]) => ({ key, value })),
        tests,
      },
    })
    return launchId
  })

const sentTest = async (
  world: ShopWorld,
  { className, name, feature, layer, testCase, result, reason, issueId, earlier }: SampleTest,
  { from, to, build }: { from: number; to: number; build: string },
) => {
  const isKnownCase = testCase !== undefined && world.isOn('test-case-management')
  const opened = layer === 'web' ? `Opens https://shop.example.com (build ${build})` : `Calls the API of build ${build}`
  const logs = [
    { at: new Date(from), level: 'INFO' as const, message: opened },
    { at: new Date(from + (to - from) / 3), level: 'DEBUG' as const, message: `Signed in as ada@example.com` },
    ...earlier.map((message) => ({
      at: new Date(from + (to - from) / 2),
      level: 'WARN' as const,
      message: `The first attempt failed: ${message.split('\n', 1)[0] ?? ''}`,
    })),
    result === 'FAILED' && reason !== null
      ? { at: new Date(to), level: 'ERROR' as const, message: reason }
      : { at: new Date(to), level: 'INFO' as const, message: 'All expectations were met' },
  ]
  return {
    name,
    className,
    maintainer: null,
    result,
    reason,
    issueId,
    startedAt: new Date(from),
    endedAt: new Date(to),
    labels: [{ key: 'feature', value: feature }],
    caseKeys: isKnownCase ? [await madeBefore<string>(world, `key ${testCase}`)] : [],
    earlier: earlier.map((text) => ({ result: 'FAILED' as const, reason: text })),
    logs: result === 'SKIPPED' ? [] : logs,
  }
}
