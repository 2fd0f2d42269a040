import { NO_RETENTION, type RetentionPolicy } from '../../contract/settings/retention.ts'
import { projectPolicy } from '../settings/settings.ts'

export const retentionPolicy = projectPolicy<RetentionPolicy, 'retention_policy'>({
  table: 'retention_policy',
  columns: {
    launchDays: 'launch_days',
    logDays: 'log_days',
    attachmentDays: 'attachment_days',
    videoDays: 'video_days',
    exploratoryDays: 'exploratory_days',
    keepsMilestones: 'keeps_milestones',
  },
  defaults: NO_RETENTION,
  area: 'retention',
  subject: 'Retention',
  onChange: { is_due: true },
})
