import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { InLaunch, Launch } from './launches.ts'

/** Tests to rerun (RELAUNCH-03 to RELAUNCH-05). */
export const RerunOption = z.enum(['RERUN_ALL', 'RERUN_FAILURES_ONLY', 'RERUN_SPECIFIC_TESTS'])
export type RerunOption = z.infer<typeof RerunOption>

/** Maximum tests to rerun by id: the environment of a run must be able to hold the ids. */
export const MAX_RERUN_TESTS = 10_000

const testIds = z.array(z.int().check(z.minimum(1))).check(z.maxLength(MAX_RERUN_TESTS, 'At most 10,000 tests'))

/** The part of a launch to run again. */
export const Rerun = z.object({ option: RerunOption, testIds: z.optional(testIds) }).check(
  z.refine(({ option, testIds: ids = [] }) => option !== 'RERUN_SPECIFIC_TESTS' || ids.length > 0, {
    error: 'Choose at least one test',
    path: ['testIds'],
  }),
)
export type Rerun = z.infer<typeof Rerun>

export const RELAUNCH_TEXTS = {
  title: 'Proceed with the relaunch?',
  consequence: 'New executions overwrite the current ones. Data such as logs and screenshots is kept.',
  relaunched: 'Relaunch triggered in CI service',
  built: 'Launch triggered in CI service',
  underWay: 'The launch is in progress. Relaunch it after it ends.',
  configurationGone:
    'The launcher of this launch no longer exists in the project. The launch runs again with the configuration that it was started with.',
  repositoryGone: 'The repository of this launch no longer exists in the project',
  noFailures: 'The launch has no failed tests',
  testUnknown: 'A chosen test is not part of the launch',
  noCi: 'This launch was reported without a launcher, and no CI service is connected. Connect Jenkins or a CI trigger under Integrations, or run the tests yourself with the run context below.',
  noJob: 'Jenkins is connected, but the launch does not say which job ran it',
  otherJenkins: 'The launch ran on another Jenkins than the connected one',
} as const

const path = '/api/projects/:projectKey/launches/:launchId'
const gates = { access: { project: 'launches:write' }, feature: 'test-automation' } as const

/** Ways to run a launch again. */
export const RelaunchWays = z.object({
  launcher: z.nullable(z.object({ repoId: z.int(), launcherId: z.int(), presetId: z.nullable(z.int()) })),
  /** Whether a launcher started the launch and no longer exists in the project (RELAUNCH-09). */
  isConfigurationGone: z.boolean(),
  /** The CI service that can run the launch again; null for launches of launchers, and if none is connected. */
  ci: z.nullable(z.object({ name: z.string() })),
  /** Why the launch cannot run again; null if it can. */
  problem: z.nullable(z.string()),
})
export type RelaunchWays = z.infer<typeof RelaunchWays>

export const getRelaunchWays = defineCall({
  name: 'getRelaunchWays',
  summary: 'How a launch can run again',
  method: 'GET',
  path: `${path}/relaunch-ways`,
  ...gates,
  params: InLaunch,
  answer: RelaunchWays,
})

/** Answers the value of `REPORTING_RUN_CONTEXT` for the next run (RELAUNCH-11). Requires permission to relaunch. */
export const createLaunchContext = defineCall({
  name: 'createLaunchContext',
  summary: 'The run context with which tests of a launch run again',
  method: 'POST',
  path: `${path}/context`,
  ...gates,
  params: InLaunch,
  body: Rerun,
  answer: z.object({ data: z.object({ asString: z.string() }) }),
})

/** 409 while the launch is in progress, and if it cannot run again. 403 without permission to relaunch (MENU-09). */
export const relaunchLaunch = defineCall({
  name: 'relaunchLaunch',
  summary: 'Runs a launch again with the configuration that it was started with',
  method: 'POST',
  path: `${path}/relaunch`,
  ...gates,
  params: InLaunch,
  body: Rerun,
  answer: z.object({ via: z.enum(['launcher', 'ci']), launch: Launch }),
})

/** Starts a new launch with the CI job that reported this one (RELAUNCH-15). 409 if no CI service is connected. */
export const buildLaunch = defineCall({
  name: 'buildLaunch',
  summary: 'Builds the CI job of a launch now',
  method: 'POST',
  path: `${path}/build`,
  access: { project: 'launches:manage' },
  feature: 'test-automation',
  params: InLaunch,
  body: z.object({
    /** Parameters of the job that differ from its defaults. */
    parameters: z._default(
      z
        .record(z.string().check(z.regex(/^[A-Za-z_][\w.-]{0,99}$/)), z.string().check(z.maxLength(2000)))
        .check(z.refine((given) => Object.keys(given).length <= 50, 'At most 50 parameters')),
      {},
    ),
  }),
})
