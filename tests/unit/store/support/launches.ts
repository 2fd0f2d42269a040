import type { LaunchTest } from '../../../../contract/launches/launch-tests.ts'
import type { LiveMessage } from '../../../../contract/live.ts'
import { NO_STATISTICS, type Launch } from '../../../../contract/launches/launches.ts'

export const aLaunch = (over: Partial<Launch> = {}): Launch => ({
  id: 1,
  number: 1,
  uuid: '0c5f4a3e-0000-4000-8000-000000000001',
  projectId: 7,
  name: 'Smoke',
  status: 'IN_PROGRESS',
  framework: null,
  environment: null,
  build: null,
  browser: null,
  browserVersion: null,
  platform: null,
  platformVersion: null,
  locale: null,
  milestone: null,
  testSuite: null,
  labels: [],
  artifacts: [],
  ciBuild: null,
  startedBy: null,
  startedAt: '2026-01-02T03:04:05.000Z',
  endedAt: null,
  elapsed: null,
  reviewed: false,
  comments: null,
  review: null,
  firstLaunchId: null,
  isAbortPossible: true,
  isRelaunchPossible: false,
  isLaunchAgainPossible: false,
  statistics: NO_STATISTICS,
  ...over,
})

export const aTest = (over: Partial<LaunchTest> = {}): LaunchTest => ({
  id: 1,
  launchId: 1,
  name: 'signs in',
  className: null,
  methodName: null,
  status: 'IN_PROGRESS',
  passedManually: false,
  knownIssue: false,
  message: null,
  failureKey: null,
  startTime: '2026-01-02T03:04:05.000Z',
  finishTime: null,
  durationMs: null,
  owner: null,
  maintainerId: null,
  attempts: 1,
  testSessionsCount: 0,
  artifactsCount: 0,
  hasTrace: false,
  testCases: [],
  labels: [],
  issueReferences: [],
  failureTagAssignments: [],
  quarantined: false,
  testGroups: [],
  ...over,
})

const envelope = (stream: string, sequence: number) => ({
  uid: `${stream}#${sequence}`,
  stream,
  sequence,
  at: '2026-01-02T03:04:05.000Z',
})

/** One message of each kind, numbered from 1 in its stream. */
export const messagesOf = (stream: string): LiveMessage[] => [
  { type: 'TEST_RUN', event: 'launch/started', testRun: aLaunch(), ...envelope(stream, 1) },
  {
    type: 'TEST_RUN_STATISTICS',
    event: 'launch/statistics',
    testRunStatistics: { testRunId: 1, reviewed: true, ...NO_STATISTICS, inProgress: 1 },
    ...envelope(stream, 2),
  },
  { type: 'TEST', event: 'test/started', test: aTest(), ...envelope(stream, 3) },
  { type: 'TEST_DELETED', event: 'test/deleted', testId: 1, ...envelope(stream, 4) },
  { type: 'PASS_RATE', event: 'launch/pass-rate', passRate: { testRunId: 1, passRate: 0.5 }, ...envelope(stream, 5) },
  { type: 'TEST_RUN_DELETED', event: 'launch/deleted', testRunId: 1, ...envelope(stream, 6) },
]
