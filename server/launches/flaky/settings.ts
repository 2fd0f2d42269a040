import { DEFAULT_FLAKY, type FlakySettings } from '../../../contract/launches/flaky-tests.ts'
import { projectPolicy } from '../../settings/settings.ts'

export const flakySettings = projectPolicy<FlakySettings, 'flaky_settings'>({
  table: 'flaky_settings',
  columns: {
    windowDays: 'window_days',
    minRetries: 'min_retries',
    minFlips: 'min_flips',
    minCommitFlips: 'min_commit_flips',
    maxFailedShare: 'max_failed_share',
    quarantines: 'quarantines',
    quarantineDays: 'quarantine_days',
    releaseAfter: 'release_after',
    maxQuarantinedShare: 'max_quarantined_share',
  },
  defaults: DEFAULT_FLAKY,
  area: 'flaky-tests',
  subject: 'Flaky tests',
  // The next look is due.
  onChange: { looked_at: null },
})
