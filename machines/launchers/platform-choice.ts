/** Operating system of a testing platform with its browser or device, as stored in a configuration (VARS-10). */
import type { ConfigItem, Executor } from '../../contract/launchers/launch-config.ts'
import type { LauncherValues } from '../../contract/launchers/launchers.ts'
import {
  CYPRESS_IMAGE,
  type CapabilityPlatform,
  type DockerImage,
  type TestingExecutor,
} from '../../contract/launchers/options.ts'

/** Browsers included in Cypress images. */
export const CYPRESS_PLATFORMS: readonly CapabilityPlatform[] = [
  {
    platformName: 'Linux',
    platformVersion: null,
    browsers: ['electron', 'chrome', 'firefox', 'edge'].map((name) => ({ name, versions: [] })),
    devices: [],
  },
]

export const isCypress = (dockerImage: string): boolean => dockerImage.includes(CYPRESS_IMAGE)

/** Returns the executor that a configuration names. */
export const executorOf = (
  executors: readonly TestingExecutor[],
  { executor, executorId }: { executor: Executor | null; executorId: string | null },
): TestingExecutor | undefined => executors.find((one) => one.executor === executor && one.id === executorId)

/** Consequences of another image: the command of a known one, and the engine as only platform of Cypress (CONF-10, CONF-11). */
export const withImage = (
  values: Pick<LauncherValues, 'dockerImage'>,
  dockerImage: string,
  offered: readonly DockerImage[],
): Partial<LauncherValues> => {
  const known = offered.find(({ image }) => image === dockerImage)
  return {
    dockerImage,
    ...(known === undefined ? {} : { launchCommand: known.launchCommand }),
    ...(isCypress(dockerImage) && !isCypress(values.dockerImage)
      ? { executor: 'ASSAY' as const, executorId: null, providerCapabilities: [] }
      : {}),
  }
}

/** Consequences of another testing platform. Instance types exist only for the engine (CONF-20). */
export const withExecutor = (next: TestingExecutor | undefined): Partial<LauncherValues> => ({
  executor: next?.executor ?? null,
  executorId: next?.id ?? null,
  providerCapabilities: [],
  ...(next?.executor === 'ASSAY' ? {} : { instanceTypeId: null }),
})

const systemName = ({
  platformName,
  platformVersion,
}: Pick<CapabilityPlatform, 'platformName' | 'platformVersion'>): string =>
  platformVersion === null ? platformName : `${platformName} ${platformVersion}`

export interface PlatformChoice {
  /** Empty without a choice. */
  system: string
  /** The choice on that system. */
  second: 'browserName' | 'deviceName'
  name: string
  version: string
  offered: { systems: string[]; names: string[]; versions: string[] }
}

/** Reads the choice from saved capabilities: a system first, then its browser or device. */
export const choiceIn = (
  capabilities: readonly ConfigItem[],
  platforms: readonly CapabilityPlatform[],
): PlatformChoice => {
  const read = (name: string) => capabilities.find((item) => item.name === name)?.value ?? ''
  const system = systemName({ platformName: read('platformName'), platformVersion: read('platformVersion') || null })
  const platform = platforms.find((one) => systemName(one) === system)
  const second = (platform?.devices.length ?? 0) > 0 ? 'deviceName' : 'browserName'
  const name = read(second)
  return {
    system,
    second,
    name,
    version: read('browserVersion'),
    offered: {
      systems: platforms.map(systemName),
      names: second === 'deviceName' ? (platform?.devices ?? []) : (platform?.browsers.map((one) => one.name) ?? []),
      versions: platform?.browsers.find((one) => one.name === name)?.versions ?? [],
    },
  }
}

const itemsOf = (values: Record<string, string | null>): ConfigItem[] =>
  Object.entries(values).flatMap(([name, value]) =>
    value === null || value === '' ? [] : [{ name, type: 'STRING' as const, value }],
  )

/** Chooses a system. Keeps the browser or device if it is available there. */
export const withSystem = (
  capabilities: readonly ConfigItem[],
  platforms: readonly CapabilityPlatform[],
  system: string,
): ConfigItem[] => {
  const next = platforms.find((one) => systemName(one) === system)
  if (next === undefined) return []
  const base = { platformName: next.platformName, platformVersion: next.platformVersion }
  const { second, name, version } = choiceIn([...capabilities.filter(isNoSystem), ...itemsOf(base)], platforms)
  if (second === 'deviceName') return itemsOf({ ...base, deviceName: next.devices.includes(name) ? name : null })
  const browser = next.browsers.find((one) => one.name === name)
  return itemsOf({
    ...base,
    browserName: browser?.name ?? null,
    browserVersion: browser?.versions.includes(version) === true ? version : null,
  })
}

/** Chooses a browser or device of the system, and a browser version. */
export const withSecond = (
  capabilities: readonly ConfigItem[],
  { second }: Pick<PlatformChoice, 'second'>,
  name: string,
  browserVersion: string | null = null,
): ConfigItem[] => [
  ...capabilities.filter(({ name: item }) => item === 'platformName' || item === 'platformVersion'),
  ...itemsOf({ [second]: name, browserVersion }),
]

const isNoSystem = ({ name }: ConfigItem): boolean => name !== 'platformName' && name !== 'platformVersion'
