import type { ConfigItem } from '../../../contract/launchers/launch-config.ts'
import type { LauncherValues } from '../../../contract/launchers/launchers.ts'
import type { PartWords } from '../../shared/forms/edit-notes.tsx'

const NAMES: Record<keyof LauncherValues, string> = {
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
  envVars: 'Environment variables',
  providerCapabilities: 'System and browser',
  customCapabilities: 'Custom capabilities',
  emails: 'E-mails',
  slackChannels: 'Slack channels',
  teamsChannels: 'MS Teams channels',
}

const itemWords = ({ name, type, value }: ConfigItem): string => `${name}: ${type === 'SECRET' ? '••••' : value}`

/** How parts of a configuration are called, and what each says, where somebody else saved the same. */
export const FIELD_WORDS: PartWords<LauncherValues> = {
  name: (part) => NAMES[part as keyof LauncherValues] ?? part,
  value: (part, values) => {
    const value = values[part as keyof LauncherValues]
    return Array.isArray(value) ? value.map(itemWords).join(', ') : value === null ? '' : String(value)
  },
}
