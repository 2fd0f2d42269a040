/** Six weeks of automated launches of the sample shop, deterministic relative to the day of creation. */
import { OUTAGE, PAYMENT_TIMEOUT, reasonFor, type ShopTest, SHOP_TESTS } from './tests.ts'

export interface SampleTest extends ShopTest {
  result: 'PASSED' | 'FAILED' | 'SKIPPED'
  reason: string | null
  issueId: string | null
  /** Failed attempts before the last one. */
  earlier: readonly string[]
}

export interface SampleLaunch {
  name: string
  daysAgo: number
  /** Minutes after midnight. */
  minute: number
  framework: string
  environment: string
  build: string
  milestone: string
  browser: string
  platform: string
  labels: readonly (readonly [key: string, value: string])[]
  review: string | null
  tests: readonly SampleTest[]
}

const WEEKS = 6
const DAYS = WEEKS * 7

/** By age of the build in days. */
const BUILDS = [
  { from: 36, build: '2.2.4', milestone: '2.2 Wish lists' },
  { from: 30, build: '2.3.0-rc.1', milestone: '2.3 Faster search' },
  { from: 24, build: '2.3.0-rc.3', milestone: '2.3 Faster search' },
  { from: 17, build: '2.3.0', milestone: '2.3 Faster search' },
  { from: 10, build: '2.4.0-beta.1', milestone: '2.4 Vouchers' },
  { from: 5, build: '2.4.0-rc.1', milestone: '2.4 Vouchers' },
  { from: 0, build: '2.4.0-rc.2', milestone: '2.4 Vouchers' },
] as const

interface Kind {
  name: string
  minute: number
  isOn: (daysAgo: number) => boolean
  framework: string
  environment: string
  browser: string
  platform: string
  trigger: string
  has: (test: ShopTest) => boolean
}

const KINDS: readonly Kind[] = [
  {
    name: 'Nightly regression',
    minute: 130,
    isOn: () => true,
    framework: 'playwright',
    environment: 'STAGE',
    browser: 'chrome',
    platform: 'linux',
    trigger: 'schedule',
    has: ({ layer }) => layer === 'web',
  },
  {
    name: 'Checkout smoke',
    minute: 510,
    isOn: (daysAgo) => daysAgo % 7 < 5,
    framework: 'playwright',
    environment: 'PROD',
    browser: 'firefox',
    platform: 'linux',
    trigger: 'deployment',
    has: ({ isSmoke }) => isSmoke === true,
  },
  {
    name: 'API contract',
    minute: 320,
    isOn: (daysAgo) => daysAgo % 3 === 1,
    framework: 'pytest',
    environment: 'QA',
    browser: 'api',
    platform: 'linux',
    trigger: 'merge',
    has: ({ layer }) => layer === 'api',
  },
  {
    name: 'Mobile web',
    minute: 245,
    isOn: (daysAgo) => daysAgo % 7 === 2,
    framework: 'webdriverio',
    environment: 'STAGE',
    browser: 'safari',
    platform: 'ios',
    trigger: 'schedule',
    has: ({ layer, feature }) => layer === 'web' && feature !== 'account',
  },
]

const REVIEWS: Readonly<Record<number, string>> = {
  [OUTAGE.daysAgo]: 'The database of STAGE was restored that night. Nothing to fix in the shop.',
  30: 'Card payments fail since the new payment form. The shop team has reverted it.',
  1: 'Card payments again: the button is covered by the voucher banner. Blocks 2.4.0.',
}

/** Failures are reviewed within two days. */
const REVIEWED_AFTER_DAYS = 2

const reviewOf = (name: string, daysAgo: number, tests: readonly SampleTest[]): string | null => {
  if (!tests.some(({ result, issueId }) => result === 'FAILED' && issueId === null)) return null
  const comment = name === 'Nightly regression' ? REVIEWS[daysAgo] : undefined
  return comment ?? (daysAgo >= REVIEWED_AFTER_DAYS ? 'Looked at: no new cause.' : null)
}

const launchOf = (kind: Kind, daysAgo: number): SampleLaunch => {
  const { build, milestone } = BUILDS.findLast(({ from }) => from >= daysAgo) ?? BUILDS[0]
  const { name, minute, framework, environment, browser, platform, trigger } = kind
  // Smoke tests and regression tests have separate histories.
  const folder = name === 'Checkout smoke' ? 'smoke/' : ''
  const tests = SHOP_TESTS.filter(kind.has).map((found): SampleTest => {
    const test = { ...found, className: `${folder}${found.className}` }
    const { reason, issueId = null, isPassedOnRetry = false } = reasonFor(test, { daysAgo, environment })
    if (test.skipReason !== undefined && daysAgo > 10)
      return { ...test, result: 'SKIPPED', reason: test.skipReason, issueId: null, earlier: [] }
    if (reason === null) return { ...test, result: 'PASSED', reason: null, issueId: null, earlier: [] }
    if (isPassedOnRetry) return { ...test, result: 'PASSED', reason: null, issueId: null, earlier: [reason] }
    return { ...test, result: 'FAILED', reason, issueId, earlier: reason === PAYMENT_TIMEOUT ? [reason] : [] }
  })
  return {
    name,
    daysAgo,
    minute,
    framework,
    environment,
    build,
    milestone,
    browser,
    platform,
    labels: [
      ['branch', trigger === 'merge' ? 'main' : 'release/2.4'],
      ['trigger', trigger],
    ],
    review: reviewOf(name, daysAgo, tests),
    tests,
  }
}

/** Returns the launches, oldest first: a test's history follows the order of reporting. */
export const shopLaunches = (): SampleLaunch[] =>
  Array.from({ length: DAYS }, (_, day) => DAYS - 1 - day).flatMap((daysAgo) =>
    KINDS.filter(({ isOn }) => isOn(daysAgo))
      .toSorted((one, other) => one.minute - other.minute)
      .map((kind) => launchOf(kind, daysAgo)),
  )
