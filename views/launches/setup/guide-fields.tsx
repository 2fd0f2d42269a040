/** Editable values of the snippets, by step. */
import type { GuideValues } from '../../../machines/launches/reporting-guide.machine.ts'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { oneLine } from './guide-address.ts'
import styles from './guide.module.css'
import type { Guide } from './guide.ts'

const LOCAL_BROWSERS = [
  { value: 'chrome', label: 'Chrome' },
  { value: 'firefox', label: 'Firefox' },
  // Cypress has no driver for Safari.
  { value: 'edge', label: 'Edge' },
]

const BROWSERS = [
  { value: 'chrome', label: 'Chrome' },
  { value: 'firefox', label: 'Firefox' },
  { value: 'MicrosoftEdge', label: 'Edge' },
  { value: 'safari', label: 'Safari' },
]

const PLATFORMS = [
  { value: 'linux', label: 'Linux' },
  { value: 'windows', label: 'Windows' },
  { value: 'mac', label: 'macOS' },
]

export interface GuideFieldsProps {
  guide: Guide
  values: GuideValues
  onChange: (values: Partial<GuideValues>) => void
}

export function ReportingFields({ guide, values, onChange }: GuideFieldsProps) {
  const text = (label: string, name: 'launchName' | 'build' | 'environment') => (
    <TextField label={label} value={values[name]} onValueChange={(value) => onChange({ [name]: oneLine(value) })} />
  )
  return (
    <div className={styles.fields}>
      {guide.takesLaunchName && text('Launch name', 'launchName')}
      {text('Build', 'build')}
      {text('Environment', 'environment')}
    </div>
  )
}

export function DriverFields({ guide, values, onChange }: GuideFieldsProps) {
  const isLocal = guide.driver === 'browser'
  return (
    <>
      <div className={styles.fields}>
        {!isLocal && (
          <Select
            label="Platform"
            value={values.platform}
            options={PLATFORMS}
            onValueChange={(platform) => onChange({ platform })}
          />
        )}
        <Select
          label="Browser"
          value={values.browser}
          options={isLocal ? LOCAL_BROWSERS : BROWSERS}
          onValueChange={(browser) => onChange({ browser })}
        />
        {!isLocal && (
          <TextField
            label="Selenium hub (optional)"
            inputMode="url"
            value={values.hubUrl}
            onValueChange={(hubUrl) => onChange({ hubUrl: oneLine(hubUrl) })}
          />
        )}
      </div>
      {!isLocal && (
        <Switch checked={values.recordsVideo} onCheckedChange={(recordsVideo) => onChange({ recordsVideo })}>
          Record video
        </Switch>
      )}
    </>
  )
}

/** Operating system of the commands. */
export function SystemFields({ values, onChange }: Pick<GuideFieldsProps, 'values' | 'onChange'>) {
  return (
    <div className={styles.systems}>
      <SegmentedControl
        label="Operating system"
        value={values.os}
        segments={[
          { value: 'windows', label: 'Windows' },
          { value: 'linux', label: 'Linux' },
          { value: 'macos', label: 'MacOs' },
        ]}
        onValueChange={(os) => onChange({ os })}
      />
      {values.os === 'windows' && (
        <SegmentedControl
          label="Shell"
          value={values.shell}
          segments={[
            { value: 'cmd', label: 'CMD' },
            { value: 'powershell', label: 'PowerShell' },
          ]}
          onValueChange={(shell) => onChange({ shell })}
        />
      )}
    </div>
  )
}
