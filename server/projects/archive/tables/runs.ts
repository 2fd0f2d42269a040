import { sql } from 'kysely'
import { z } from 'zod/mini'
import { ReportSuite } from '../../../../contract/cases/report.ts'
import { LinkType } from '../../../../contract/exploratory/observations.ts'
import { PlanRule, PlanStrategy } from '../../../../contract/plans/plans.ts'
import { StepResult } from '../../../../contract/runs/results.ts'
import { ConfigurationGroup, SelectedConfiguration } from '../../../../contract/settings/configurations.ts'
import type { Database } from '../../../db/schema.generated.ts'
import type { ArchiveIds } from '../ids.ts'
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

const runsIn = (projectId: number) => sql`(select id from test_run where project_id = ${projectId})`
const sessionsIn = (projectId: number) => sql`(select id from exploratory_session where project_id = ${projectId})`

const mapSelected = (selected: readonly SelectedConfiguration[], ids: ArchiveIds) =>
  selected.map((one) => ({
    ...one,
    groupId: ids.loose('configuration_group', one.groupId),
    optionId: ids.loose('configuration_option', one.optionId),
  }))
const mapGroups = (groups: readonly ConfigurationGroup[], ids: ArchiveIds) =>
  groups.map((group) => ({
    ...group,
    id: ids.loose('configuration_group', group.id),
    options: group.options.map((option) => ({ ...option, id: ids.loose('configuration_option', option.id) })),
  }))
const mapRules = (rules: readonly PlanRule[], ids: ArchiveIds) =>
  rules.map(({ never }) => ({
    never: never.map(({ groupId, optionIds }) => ({
      groupId: ids.loose('configuration_group', groupId),
      optionIds: optionIds.map((id) => ids.loose('configuration_option', id)),
    })),
  }))

const Texts = z.array(z.string())
const Id = z.string().check(z.regex(/^\d{1,15}$/))

/** Runs are archived after launches, whose tests their results refer to. */
export const runTables = {
  observation_file: {
    rows: (projectId) => sql`project_id = ${projectId} and file_hash is not null`,
    columns: {
      id: uuid,
      project_id: project,
      size_bytes: number,
      received_bytes: number,
      pieces: fixed('{}'),
      file_hash: file,
      created_by: user,
    },
  } satisfies TableRule<Database['observation_file']>,
  test_plan: {
    rows: ofProject,
    columns: {
      id: own,
      project_id: project,
      milestone_id: looseReference('milestone'),
      environment_id: reference('environment'),
      configurations: json(z.array(ConfigurationGroup), mapGroups),
      base_case_ids: json(z.array(z.int()), (cases, ids) => cases.map((id) => ids.loose('test_case', id))),
      strategy: text(PlanStrategy),
      rules: json(z.array(PlanRule), mapRules),
      created_by: user,
      closed_by: user,
    },
  } satisfies TableRule<Database['test_plan']>,
  test_run: {
    rows: ofProject,
    columns: {
      id: own,
      project_id: project,
      plan_id: reference('test_plan'),
      milestone_id: looseReference('milestone'),
      environment_id: reference('environment'),
      configurations: json(z.array(SelectedConfiguration), mapSelected),
      requirements: json(Texts),
      // `0` counts cases without a result.
      status_counts: json(z.record(Id, z.int()), (counts, ids) =>
        Object.fromEntries(
          Object.entries(counts).map(([id, count]) => [
            id === '0' ? id : ids.loose('result_status', Number(id)),
            count,
          ]),
        ),
      ),
      suites: json(z.array(ReportSuite), (suites, ids) =>
        suites.map((suite) => ({ ...suite, id: ids.loose('suite', suite.id) })),
      ),
      created_by: user,
      closed_by: user,
    },
  } satisfies TableRule<Database['test_run']>,
  test_run_case: {
    rows: (projectId) => sql`run_id in ${runsIn(projectId)}`,
    columns: {
      run_id: reference('test_run'),
      case_id: looseReference('test_case'),
      snapshot_id: reference('case_snapshot'),
      suite_id: looseReference('suite'),
      assignee_id: user,
      status_id: looseReference('result_status'),
      last_result_id: uuid,
      last_result_by: user,
    },
  } satisfies TableRule<Database['test_run_case']>,
  test_run_result: {
    rows: (projectId) => sql`run_id in ${runsIn(projectId)}`,
    columns: {
      id: uuid,
      run_id: reference('test_run'),
      case_id: looseReference('test_case'),
      position: { kind: 'own' },
      status_id: looseReference('result_status'),
      duration_ms: number,
      steps: json(z.array(z.omit(StepResult, { attachments: true })), (steps, ids) =>
        steps.map((step) => ({
          ...step,
          statusId: step.statusId === null ? null : ids.loose('result_status', step.statusId),
        })),
      ),
      defects: json(Texts),
      test_id: looseReference('test'),
      recorded_by: user,
    },
  } satisfies TableRule<Database['test_run_result']>,
  test_run_result_file: {
    rows: (projectId) => sql`result_id in (select id from test_run_result where run_id in ${runsIn(projectId)})
      and file_id in (select id from observation_file where file_hash is not null)`,
    columns: { result_id: uuid, file_id: uuid },
  } satisfies TableRule<Database['test_run_result_file']>,
  exploratory_session: {
    rows: ofProject,
    columns: {
      id: uuid,
      project_id: project,
      assignee_id: user,
      milestone_id: looseReference('milestone'),
      environment_id: reference('environment'),
      configurations: json(z.array(SelectedConfiguration), mapSelected),
      requirements: json(Texts),
      created_by: user,
      closed_by: user,
      types: json(z.array(z.object({ typeId: z.int(), observations: z.int(), elapsedMillis: z.int() })), (types, ids) =>
        types.map((type) => ({ ...type, typeId: ids.loose('observation_type', type.typeId) })),
      ),
      observed_ms: number,
      recorded_ms: number,
      // Clocks run on devices, which know the original only.
      running: fixed('0'),
    },
  } satisfies TableRule<Database['exploratory_session']>,
  exploratory_stretch: {
    rows: (projectId) => sql`session_id in ${sessionsIn(projectId)}`,
    columns: { session_id: uuid, stretch_id: uuid, user_id: user, elapsed_ms: number, is_running: fixed('false') },
  } satisfies TableRule<Database['exploratory_stretch']>,
  observation: {
    rows: (projectId) => sql`session_id in ${sessionsIn(projectId)}`,
    columns: {
      id: uuid,
      session_id: uuid,
      place: { kind: 'own' },
      type_id: looseReference('observation_type'),
      elapsed_ms: number,
      clock_ms: number,
      issue_type: text(LinkType),
      improvement_type: text(LinkType),
      created_by: user,
      modified_by: user,
    },
  } satisfies TableRule<Database['observation']>,
  observation_file_use: {
    rows: (projectId) => sql`observation_id in (select id from observation where session_id in ${sessionsIn(projectId)})
      and file_id in (select id from observation_file where file_hash is not null)`,
    columns: { observation_id: uuid, file_id: uuid },
  } satisfies TableRule<Database['observation_file_use']>,
}
