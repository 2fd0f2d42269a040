import { NO_RETENTION, type RetentionPolicy } from '../../contract/settings/retention.ts'
import { projectPolicy } from '../settings/settings.ts'

export const retentionPolicy = projectPolicy<RetentionPolicy, 'retention_policy'>({
  table: 'retention_policy',
  columns: {
    launchDays: 'launch_days',
    maxLaunchBytes: 'max_launch_bytes',
    logDays: 'log_days',
    maxLogBytes: 'max_log_bytes',
    attachmentDays: 'attachment_days',
    maxAttachmentBytes: 'max_attachment_bytes',
    videoDays: 'video_days',
    maxVideoBytes: 'max_video_bytes',
    exploratoryDays: 'exploratory_days',
    maxExploratoryBytes: 'max_exploratory_bytes',
    keepsMilestones: 'keeps_milestones',
  },
  defaults: NO_RETENTION,
  area: 'retention',
  subject: 'Retention',
  onChange: { is_due: true },
})
