import { sql } from 'kysely'
import { z } from 'zod/mini'
import { isScriptAddress } from '../../../../contract/links.ts'
import { ShownOrigin } from '../../../../contract/launches/launch-origin.ts'
import { TestCaseLink } from '../../../../contract/launches/launch-tests.ts'
import { Label, LaunchStatus, TestStatus } from '../../../../contract/launches/launches.ts'
import { SavedFilter } from '../../../../contract/launches/saved-filters.ts'
import { TestStep } from '../../../../contract/launches/test-details.ts'
import type { Database } from '../../../db/schema.generated.ts'
import {
  file,
  fixed,
  json,
  looseReference,
  number,
  own,
  project,
  reference,
  text,
  user,
  uuid,
  type TableRule,
} from '../rules.ts'
import { ofProject } from './settings.ts'

/** Returns an expression of the ids of a project's launches that have ended: one in progress would never get its remaining results. */
export const launchesIn = (projectId: number) =>
  sql`(select id from launch where project_id = ${projectId} and ended_at is not null)`
const testsIn = (projectId: number) =>
  sql`(select t.id from test t join launch l on l.id = t.launch_id where l.project_id = ${projectId} and l.ended_at is not null)`
const ofLaunch = (projectId: number) => sql<boolean>`launch_id in ${launchesIn(projectId)}`
const ofTest = (projectId: number) => sql<boolean>`test_id in ${testsIn(projectId)}`

const Labels = z.array(Label)
const Refs = z.array(
  z.object({ name: z.string(), value: z.string().check(z.refine((value) => !isScriptAddress(value))) }),
)
const Shards = z.object({
  total: z.int(),
  parts: z.array(
    z.object({
      index: z.int(),
      id: z.string(),
      hash: z.nullable(z.string()),
      isPartial: z.boolean(),
      endedAt: z.nullable(z.string()),
    }),
  ),
})
const Origin = ShownOrigin.check(
  z.refine((origin) => Object.values(origin).every((value) => value === undefined || !isScriptAddress(value))),
)
const Milestone = z.nullable(z.object({ id: z.optional(z.int()), name: z.string() }))

export const launchTables = {
  launch: {
    rows: (projectId) => sql`project_id = ${projectId} and ended_at is not null`,
    columns: {
      id: own,
      project_id: project,
      status: text(LaunchStatus),
      milestone: json(Milestone, (milestone, ids) =>
        milestone?.id === undefined ? milestone : { ...milestone, id: ids.loose('milestone', milestone.id) },
      ),
      labels: json(Labels),
      refs: json(Refs),
      ci: json(z.nullable(z.object({ ciType: z.string(), envVariables: z.record(z.string(), z.string()) }))),
      // Where its agent wanted messages to be sent.
      notifications: fixed(null),
      tcm: json(z.record(z.string(), z.unknown())),
      started_by: user,
      paused_ms: number,
      reviewed_by: user,
      // Launches are relaunched by launchers, which are not archived.
      first_launch_id: fixed(null),
      launch_arguments: fixed(null),
      origin: json(Origin),
      shards: json(z.nullable(Shards)),
      has_console: fixed('false'),
    },
  } satisfies TableRule<Database['launch']>,
  test: {
    rows: ofLaunch,
    isOfLaunch: true,
    columns: {
      id: own,
      launch_id: reference('launch'),
      project_id: project,
      maintainer_id: user,
      status: text(TestStatus),
      failure_tag_id: looseReference('failure_tag'),
      labels: json(Labels),
      refs: json(Refs),
      test_cases: json(z.array(TestCaseLink), (links, { keys }) =>
        links.map((link) =>
          link.tcmType === 'ZEBRUNNER' && link.testCaseId.startsWith(`${keys.archived}-`)
            ? { ...link, testCaseId: `${keys.created}${link.testCaseId.slice(keys.archived.length)}` }
            : link,
        ),
      ),
      test_groups: json(z.array(z.string())),
    },
  } satisfies TableRule<Database['test']>,
  test_attempt: {
    rows: ofTest,
    isOfLaunch: true,
    columns: { test_id: reference('test'), status: text(TestStatus) },
  } satisfies TableRule<Database['test_attempt']>,
  test_steps: {
    rows: ofTest,
    isOfLaunch: true,
    columns: { test_id: reference('test'), steps: json(z.array(TestStep)) },
  } satisfies TableRule<Database['test_steps']>,
  test_session: {
    rows: ofLaunch,
    isOfLaunch: true,
    columns: {
      id: own,
      launch_id: reference('launch'),
      desired_capabilities: json(z.unknown()),
      capabilities: json(z.unknown()),
    },
  } satisfies TableRule<Database['test_session']>,
  test_session_test: {
    rows: ofTest,
    isOfLaunch: true,
    columns: { test_session_id: reference('test_session'), test_id: reference('test') },
  } satisfies TableRule<Database['test_session_test']>,
  log_line: {
    rows: ofTest,
    isOfLaunch: true,
    columns: { id: own, test_id: reference('test'), at: number },
  } satisfies TableRule<Database['log_line']>,
  artifact: {
    rows: ofLaunch,
    isOfLaunch: true,
    columns: {
      id: own,
      public_id: uuid,
      launch_id: reference('launch'),
      test_id: reference('test'),
      test_session_id: reference('test_session'),
      file_hash: file,
      at: number,
    },
  } satisfies TableRule<Database['artifact']>,
  failure_cause: {
    rows: ofProject,
    columns: {
      project_id: project,
      merged_by: user,
      tag_id: reference('failure_tag'),
      tagged_by: user,
      tagged_launch_id: fixed(null),
    },
  } satisfies TableRule<Database['failure_cause']>,
  quarantined_test: {
    rows: ofProject,
    columns: { project_id: project, quarantined_by: user, newest_test_id: looseReference('test') },
  } satisfies TableRule<Database['quarantined_test']>,
  quarantine_release: {
    rows: ofProject,
    columns: { project_id: project, newest_test_id: looseReference('test') },
  } satisfies TableRule<Database['quarantine_release']>,
  saved_launch_filter: {
    rows: (projectId) => sql`project_id = ${projectId} and deleted_at is null and not is_private`,
    columns: { id: own, project_id: project, items: json(SavedFilter.shape.items), created_by: user },
  } satisfies TableRule<Database['saved_launch_filter']>,
  saved_launch_filter_favorite: {
    rows: (projectId) =>
      sql`filter_id in (select id from saved_launch_filter where project_id = ${projectId} and deleted_at is null and not is_private)`,
    columns: { filter_id: reference('saved_launch_filter'), user_id: user },
    isImported: ({ user_id }, ids) => ids.isAccount(Number(user_id)),
    skipsDuplicates: true,
  } satisfies TableRule<Database['saved_launch_filter_favorite']>,
  quality_gate: { rows: ofProject, columns: { project_id: project } } satisfies TableRule<Database['quality_gate']>,
  flaky_settings: {
    rows: ofProject,
    columns: { project_id: project, looked_at: fixed(null) },
    isLast: true,
  } satisfies TableRule<Database['flaky_settings']>,
}
