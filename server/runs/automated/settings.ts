/** Agent's settings for pushing a launch's results to a run of this server (protocol 5). */
export interface PushSettings {
  runId: number
  /** Whether to push after every test; otherwise at the end of the launch. */
  isRealTime: boolean
  /** Status names of results without one of their own. */
  defaults: Partial<Record<Outcome, string>>
}

export type Outcome = 'pass' | 'fail' | 'known-issue' | 'skip' | 'block'

const DEFAULTS: Record<Outcome, string> = {
  pass: 'statusOnPass',
  fail: 'statusOnFail',
  'known-issue': 'statusOnKnownIssue',
  skip: 'statusOnSkip',
  block: 'statusOnBlock',
}

/**
 * Parses the settings. Values may be texts, when they come from environment variables; names may be those of the older labels. Returns null
 * if nothing is to be pushed.
 */
export const pushSettingsOf = (tcm: Readonly<Record<string, unknown>>): PushSettings | null => {
  const isOn = (...names: string[]) => names.some((name) => String(tcm[name]).toLowerCase() === 'true')
  const runId = Number(tcm['zebrunnerTestRunId'] ?? tcm['zebrunner.test-run-id'])
  if (!isOn('zebrunnerSyncEnabled', 'zebrunner.sync.enabled') || !Number.isSafeInteger(runId) || runId < 1) return null
  return {
    runId,
    isRealTime: isOn('zebrunnerSyncRealTime', 'zebrunner.sync.real-time'),
    defaults: Object.fromEntries(
      Object.entries(DEFAULTS).flatMap(([outcome, name]) => {
        const status = tcm[name]
        return typeof status === 'string' && status !== '' ? [[outcome, status]] : []
      }),
    ),
  }
}
