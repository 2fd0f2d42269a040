import { NO_GATE, type GateSettings } from '../../../contract/launches/gate-settings.ts'
import { projectPolicy } from '../../settings/settings.ts'

export const gateSettings = projectPolicy<GateSettings, 'quality_gate'>({
  table: 'quality_gate',
  columns: {
    minPassRate: 'min_pass_rate',
    maxFailures: 'max_failures',
    maxNewFailures: 'max_new_failures',
    maxSkipped: 'max_skipped',
    maxRetried: 'max_retried',
    minTests: 'min_tests',
    allowIncomplete: 'allow_incomplete',
  },
  defaults: NO_GATE,
  area: 'quality-gate',
  subject: 'Quality gate',
})
