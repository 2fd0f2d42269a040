import type { ConfigItem } from '../../../contract/launchers/launch-config.ts'
import type { FormValues } from '../../../machines/launchers/launcher-values.ts'
import type { PartLabels } from '../../shared/forms/edit-notes.tsx'

const NAMES: Record<keyof FormValues, string> = {
  name: 'Name',
  branch: 'Branch',
  dockerImage: 'Docker image',
  launchCommand: 'Launch command',
  executor: 'Testing platform',
  executorId: 'Testing platform',
  environment: 'Execution environment',
  milestoneId: 'Milestone',
  milestone: 'Milestone',
  instanceTypeId: 'Instance type',
  workerLabels: 'Worker labels',
  artifactsFolder: 'Artifacts folder',
  envVars: 'Environment variables',
  providerCapabilities: 'System and browser',
  customCapabilities: 'Custom capabilities',
  emails: 'E-mails',
  slackChannels: 'Slack channels',
  teamsChannels: 'MS Teams channels',
  schedules: 'Schedules',
}

const itemText = ({ name, type, value }: ConfigItem): string => `${name}: ${type === 'SECRET' ? '••••' : value}`

/** Labels and texts of a configuration's parts, for collisions. */
export const FIELD_LABELS: PartLabels<FormValues> = {
  name: (part) => NAMES[part as keyof FormValues] ?? part,
  value: (part, values) => {
    const value = values[part as keyof FormValues]
    if (part === 'schedules')
      return (values.schedules ?? []).map(({ cron, timezone }) => `${cron} ${timezone}`).join(', ')
    if (part === 'workerLabels') return (values.workerLabels ?? []).join(', ')
    return Array.isArray(value) ? (value as ConfigItem[]).map(itemText).join(', ') : value == null ? '' : String(value)
  },
}
