/** Current capabilities of the connected testing platforms, read from their APIs; the built-in lists for the others. */
import { LRUCache } from 'lru-cache'
import { z } from 'zod/mini'
import type { CapabilityPlatform, TestingTool } from '../../../contract/launchers/options.ts'
import type { FieldValues, IntegrationKey } from '../../../contract/workspace/integration-kinds.ts'
import { compareNames } from '../../../contract/natural-order.ts'
import type { Db } from '../../db/open.ts'
import type { Outgoing } from '../../outgoing/outgoing.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import { connectionOf } from '../../integrations/integrations.ts'
import { CAPABILITIES } from './capabilities.ts'

export interface CapabilityParts {
  db: Db
  secrets: Secrets
  outgoing: Pick<Outgoing, 'ask'>
  log: { warn: (details: object, words: string) => void }
}

interface Provider {
  integration: IntegrationKey
  path: string
  read: (answer: unknown) => CapabilityPlatform[]
}

/** Cache lifetime: lists change with each browser version. */
const FRESH_MS = 6 * 3_600_000
/** Retry interval for a platform that does not respond. */
const AGAIN_AFTER_MS = 5 * 60_000
/** Short timeout, because a user waits for the form. */
const BOUNDS = { maxBytes: 8 * 1024 ** 2, timeoutMs: 4000 }
const MAX = { entries: 50_000, versions: 50 }

/** Version that tests use when any version is suitable. */
const LATEST = 'latest'

export const createProviderCapabilities = ({ db, secrets, outgoing, log }: CapabilityParts) => {
  const cache = new LRUCache<string, readonly CapabilityPlatform[], { tool: TestingTool; values: FieldValues }>({
    max: 20,
    ttl: FRESH_MS,
    // Serves the expired list while a new one is loaded.
    allowStale: true,
    fetchMethod: async (_key, stale, { context: { tool, values }, options }) => {
      try {
        return await ask(outgoing, tool, values)
      } catch (error) {
        log.warn({ err: error, tool }, 'a testing platform did not say what it offers')
        options.ttl = AGAIN_AFTER_MS
        return stale ?? CAPABILITIES[tool]
      }
    },
  })
  return async (tool: TestingTool): Promise<readonly CapabilityPlatform[]> => {
    const provider = PROVIDERS[tool]
    const values = provider && (await connectionOf(db, secrets, provider.integration))
    if (!values?.apiUrl) return CAPABILITIES[tool]
    // Other credentials may have other capabilities.
    const key = JSON.stringify([tool, values.apiUrl, values.username, values.accessKey])
    return (await cache.fetch(key, { context: { tool, values } })) ?? CAPABILITIES[tool]
  }
}

const ask = async (
  outgoing: CapabilityParts['outgoing'],
  tool: TestingTool,
  { apiUrl = '', username = '', accessKey = '' }: FieldValues,
): Promise<CapabilityPlatform[]> => {
  const provider = PROVIDERS[tool]
  if (provider === undefined) throw new Error('it says nothing of what it offers')
  const authorization = `Basic ${Buffer.from(`${username}:${accessKey}`).toString('base64')}`
  const answer = await outgoing.ask(
    apiUrl.replace(/\/{0,20}$/, '') + provider.path,
    { headers: { authorization, accept: 'application/json' } },
    BOUNDS,
  )
  if (answer.status !== 200) throw new Error(`answered with ${answer.status}`)
  const platforms = provider.read(JSON.parse(answer.text))
  if (platforms.length === 0) throw new Error('answered with nothing that is known')
  return platforms
}

const text = z.string().check(z.minLength(1), z.maxLength(100))
const listOf = <Entry>(entry: z.ZodMiniType<Entry>) => z.array(entry).check(z.maxLength(MAX.entries))

/** https://www.browserstack.com/docs/automate/api-reference/selenium/browser */
const BrowserStackEntries = listOf(
  z.object({
    os: text,
    os_version: text,
    browser: z.nullish(text),
    browser_version: z.nullish(z.string()),
    device: z.nullish(text),
  }),
)
const MOBILE: Readonly<Record<string, string>> = { ios: 'iOS', android: 'Android' }

/** `Platform` in https://www.lambdatest.com/support/api-doc/ (Automation). Phones are listed by another of its products. */
const LambdaTestAnswer = z.object({
  platforms: z.object({
    Desktop: listOf(
      z.object({ platform: text, browsers: listOf(z.object({ browser_name: text, version: z.string() })) }),
    ),
  }),
})
/** Browser names of LambdaTest that differ from the names in capabilities. */
const LAMBDA_BROWSERS: Readonly<Record<string, string>> = { microsoftedge: 'edge', 'internet explorer': 'ie' }

/** https://docs.saucelabs.com/dev/api/platform/ */
const SauceEntries = listOf(
  z.object({ os: text, api_name: text, short_version: z.string(), device: z.nullish(z.string()) }),
)

/** https://testingbot.com/support/api#browsers */
const TestingBotEntries = listOf(z.object({ name: text, platform: text, version: z.union([z.string(), z.number()]) }))

const PROVIDERS: Readonly<Partial<Record<TestingTool, Provider>>> = {
  BROWSER_STACK: {
    integration: 'browserstack',
    path: '/automate/browsers.json',
    read: (answer) =>
      grouped(
        BrowserStackEntries.parse(answer).map((entry) => ({
          platformName: MOBILE[entry.os] ?? entry.os,
          platformVersion: entry.os_version,
          device: entry.device ?? null,
          browser: entry.browser ?? null,
          version: entry.browser_version ?? null,
        })),
      ),
  },
  LAMBDA_TEST: {
    integration: 'lambdatest',
    path: '/automation/api/v1/platforms',
    read: (answer) =>
      withBuiltInDevices(
        'LAMBDA_TEST',
        LambdaTestAnswer.parse(answer).platforms.Desktop.flatMap(({ platform, browsers }) =>
          browsers.map(({ browser_name: name, version }) => ({
            platformName: platform,
            platformVersion: null,
            device: null,
            browser: LAMBDA_BROWSERS[name.toLowerCase()] ?? name.toLowerCase(),
            version,
          })),
        ),
      ),
  },
  SAUCE_LABS: {
    integration: 'sauce-labs',
    path: '/rest/v1/info/platforms/webdriver',
    read: (answer) =>
      withBuiltInDevices(
        'SAUCE_LABS',
        SauceEntries.parse(answer)
          .filter(({ device }) => device == null || device === '')
          .map(({ os, api_name: browser, short_version: version }) => ({
            platformName: os.replace(/^Mac (?=\d)/, 'macOS '),
            platformVersion: null,
            device: null,
            browser,
            version,
          })),
      ),
  },
  TESTING_BOT: {
    integration: 'testingbot',
    path: '/v1/browsers?type=webdriver',
    read: (answer) =>
      withBuiltInDevices(
        'TESTING_BOT',
        TestingBotEntries.parse(answer).map(({ platform, name, version }) => ({
          platformName: platform,
          platformVersion: null,
          device: null,
          browser: name,
          version: String(version),
        })),
      ),
  },
}

/** One browser version or device on one operating system. */
interface Offer {
  platformName: string
  platformVersion: string | null
  device: string | null
  browser: string | null
  version: string | null
}

/** Adds the built-in devices for platforms whose API lists devices elsewhere and per account. */
const withBuiltInDevices = (tool: TestingTool, offers: readonly Offer[]): CapabilityPlatform[] => {
  const desktops = grouped(offers)
  return desktops.length === 0 ? [] : [...desktops, ...CAPABILITIES[tool].filter(({ devices }) => devices.length > 0)]
}

/** Groups offers by operating system in the order of the platform, newest versions first. */
const grouped = (offers: readonly Offer[]): CapabilityPlatform[] => {
  const systems = new Map<string, { of: Offer; browsers: Map<string, Set<string>>; devices: Set<string> }>()
  for (const offer of offers) {
    const key = JSON.stringify([offer.platformName, offer.platformVersion])
    const system = systems.get(key) ?? { of: offer, browsers: new Map(), devices: new Set() }
    systems.set(key, system)
    if (offer.device !== null) {
      system.devices.add(offer.device)
      continue
    }
    if (offer.browser === null) continue
    const versions = system.browsers.get(offer.browser) ?? new Set()
    system.browsers.set(offer.browser, versions)
    if (offer.version !== null && /^\d/.test(offer.version)) versions.add(offer.version)
  }
  return [...systems.values()].map(({ of: { platformName, platformVersion }, browsers, devices }) => ({
    platformName,
    platformVersion,
    // Platforms list browsers for systems with devices as well, but there they cannot be chosen.
    browsers:
      devices.size > 0
        ? []
        : [...browsers].map(([name, versions]) => ({
            name,
            versions: [LATEST, ...[...versions].sort(newestFirst).slice(0, MAX.versions)],
          })),
    devices: [...devices],
  }))
}

const newestFirst = (a: string, b: string): number => compareNames(b, a)
