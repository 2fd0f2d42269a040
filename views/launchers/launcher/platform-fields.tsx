/** Operating system of a testing platform, and its browser or device (VARS-10). */
import {
  getProviderCapabilities,
  type CapabilityPlatform,
  type TestingExecutor,
} from '../../../contract/launchers/options.ts'
import type { ConfigItem } from '../../../contract/launchers/launch-config.ts'
import {
  choiceIn,
  CYPRESS_PLATFORMS,
  isCypress,
  withSecond,
  withSystem,
} from '../../../machines/launchers/platform-choice.ts'
import { useProject, useResource, useApplication } from '../../application/context.tsx'
import { Select } from '../../ui/forms/select.tsx'

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
  const { send } = useApplication()
  const { value } = useResource(() =>
    send(getProviderCapabilities, { params: { projectKey: key, tool: props.executor.tool } }).then(
      ({ items }) => items,
    ),
  )
  return value === null ? null : <Fields {...props} platforms={value} />
}

const ANY = ''
/** Includes a chosen option that is no longer offered. */
const optionsOf = (values: readonly string[], current: string) =>
  [ANY, ...new Set([...(current === ANY ? [] : [current]), ...values])].map((value) => ({
    value,
    label: value === ANY ? 'Any' : value,
  }))

function Fields({
  capabilities,
  platforms,
  isDisabled,
  onChange,
}: PlatformFieldsProps & { platforms: readonly CapabilityPlatform[] }) {
  const choice = choiceIn(capabilities, platforms)
  const { system, second, name, version, offered } = choice
  return (
    <>
      <Select
        label="System"
        value={system}
        disabled={isDisabled}
        options={optionsOf(offered.systems, system)}
        onValueChange={(value) => onChange(withSystem(capabilities, platforms, value))}
      />
      {system !== ANY && (
        <Select
          label={second === 'deviceName' ? 'Device' : 'Browser'}
          value={name}
          disabled={isDisabled}
          options={optionsOf(offered.names, name)}
          onValueChange={(value) => onChange(withSecond(capabilities, choice, value))}
        />
      )}
      {offered.versions.length > 0 && (
        <Select
          label="Browser version"
          value={version}
          disabled={isDisabled}
          options={optionsOf(offered.versions, version)}
          onValueChange={(value) => onChange(withSecond(capabilities, choice, name, value))}
        />
      )}
    </>
  )
}
