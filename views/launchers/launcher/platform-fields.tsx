/** The system of a testing platform, and the browser or device on it (VARS-10). */
import type { ConfigItem, Executor } from '../../../contract/launchers/launch-config.ts'
import { CYPRESS_IMAGE, type CapabilityPlatform, type TestingExecutor } from '../../../contract/launchers/options.ts'
import { useProject, useResource } from '../../boot/context.tsx'
import { Select } from '../../ui/select.tsx'
import { useLaunchers } from '../use-launchers.ts'

/** Browsers that the images of Cypress bring (CONF-11, CONF-12). */
const CYPRESS_PLATFORMS: readonly CapabilityPlatform[] = [
  {
    platformName: 'Linux',
    platformVersion: null,
    browsers: ['electron', 'chrome', 'firefox', 'edge'].map((name) => ({ name, versions: [] })),
    devices: [],
  },
]

export const isCypress = (dockerImage: string): boolean => dockerImage.includes(CYPRESS_IMAGE)

interface PlatformFieldsProps {
  executor: TestingExecutor
  dockerImage: string
  capabilities: readonly ConfigItem[]
  isDisabled: boolean
  onChange: (capabilities: ConfigItem[]) => void
}

export function PlatformFields(props: PlatformFieldsProps) {
  if (isCypress(props.dockerImage)) return <Fields {...props} platforms={CYPRESS_PLATFORMS} />
  return <OfTool key={props.executor.tool} {...props} />
}

function OfTool(props: PlatformFieldsProps) {
  const { key } = useProject()
  const launchers = useLaunchers()
  const { value } = useResource(() => launchers.capabilities(key, props.executor.tool))
  return value === null ? null : <Fields {...props} platforms={value} />
}

const ANY = ''
const keyOf = ({ platformName, platformVersion }: Pick<CapabilityPlatform, 'platformName' | 'platformVersion'>) =>
  platformVersion === null ? platformName : `${platformName} ${platformVersion}`

function Fields({
  capabilities,
  platforms,
  isDisabled,
  onChange,
}: PlatformFieldsProps & { platforms: readonly CapabilityPlatform[] }) {
  const read = (name: string) => capabilities.find((item) => item.name === name)?.value ?? ANY
  const saved = { platformName: read('platformName'), platformVersion: read('platformVersion') || null }
  const chosen = keyOf(saved)
  const platform = platforms.find((one) => keyOf(one) === chosen)
  const [browserName, deviceName, browserVersion] = [read('browserName'), read('deviceName'), read('browserVersion')]
  const put = (next: Record<string, string | null>) =>
    onChange(
      Object.entries(next).flatMap(([name, value]) =>
        value === null || value === ANY ? [] : [{ name, type: 'STRING' as const, value }],
      ),
    )
  const system = platform ?? (chosen === ANY ? undefined : { ...saved, browsers: [], devices: [] })
  const versions = platform?.browsers.find(({ name }) => name === browserName)?.versions ?? []
  const isDevice = (platform?.devices.length ?? 0) > 0
  const second = isDevice ? deviceName : browserName
  const names = isDevice ? (platform?.devices ?? []) : (platform?.browsers.map(({ name }) => name) ?? [])
  const options = (values: readonly string[], current: string) =>
    [ANY, ...new Set([...(current === ANY ? [] : [current]), ...values])].map((value) => ({
      value,
      label: value === ANY ? 'Any' : value,
    }))
  const base = { platformName: system?.platformName ?? null, platformVersion: system?.platformVersion ?? null }
  return (
    <>
      <Select
        label="System"
        value={chosen}
        disabled={isDisabled}
        options={options(platforms.map(keyOf), chosen)}
        onValueChange={(value) => {
          const next = platforms.find((one) => keyOf(one) === value)
          put({ platformName: next?.platformName ?? null, platformVersion: next?.platformVersion ?? null })
        }}
      />
      {system !== undefined && (
        <Select
          label={isDevice ? 'Device' : 'Browser'}
          value={second}
          disabled={isDisabled}
          options={options(names, second)}
          onValueChange={(value) => put({ ...base, [isDevice ? 'deviceName' : 'browserName']: value })}
        />
      )}
      {versions.length > 0 && (
        <Select
          label="Browser version"
          value={browserVersion}
          disabled={isDisabled}
          options={options(versions, browserVersion)}
          onValueChange={(value) => put({ ...base, browserName, browserVersion: value })}
        />
      )}
    </>
  )
}

/** The executor that a configuration names. */
export const executorOf = (
  executors: readonly TestingExecutor[],
  { executor, executorId }: { executor: Executor | null; executorId: string | null },
): TestingExecutor | undefined => executors.find((one) => one.executor === executor && one.id === executorId)
