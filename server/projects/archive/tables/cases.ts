import { sql } from 'kysely'
import { z } from 'zod/mini'
import { CustomValues, type CustomValues as Values } from '../../../../contract/cases/cases.ts'
import { CaseVersion } from '../../../../contract/cases/history.ts'
import { Attachments, CaseSteps, Step, type Attachment } from '../../../../contract/cases/steps.ts'
import { CaseModel, ModelFormat, ModelOptions, SuggestedCase } from '../../../../contract/models/models.ts'
import type { Database } from '../../../db/schema.generated.ts'
import type { ArchiveIds } from '../ids.ts'
import {
  deferredReference,
  file,
  json,
  looseReference,
  own,
  project,
  reference,
  text,
  user,
  uuid,
  type TableRule,
} from '../rules.ts'
import { linkable, ofProject } from './settings.ts'

/** Expression of the ids of a project's cases. Cases that were moved to another project are in that project. */
const casesIn = (projectId: number) =>
  sql`(select id from test_case where project_id = ${projectId} and moved_to is null)`

const mapAttachments = (attachments: readonly Attachment[], ids: ArchiveIds): Attachment[] =>
  attachments.map((attachment) => ({ ...attachment, id: ids.uuid(attachment.id) }))

/** Replaces the ids of attachments and shared steps, in steps of cases and in snapshots of them. */
const mapSteps = (steps: readonly object[], ids: ArchiveIds): object[] =>
  steps.map((step) => ({
    ...step,
    ...('attachments' in step && { attachments: mapAttachments(step.attachments as Attachment[], ids) }),
    ...('sharedStepsId' in step && { sharedStepsId: ids.loose('shared_steps', Number(step.sharedStepsId)) }),
    ...('steps' in step && { steps: mapSteps(step.steps as object[], ids) }),
  }))

/** Values by field. Values of deleted fields are left out, because the type of their ids is unknown; no page shows them. */
const mapFieldValues = (values: Values, ids: ArchiveIds): Values => {
  const mapped: Values = {}
  for (const [field, value] of Object.entries(values)) {
    const type = ids.fieldTypes.get(Number(field))
    if (type === undefined) continue
    const optionOf = (id: number) => ids.loose('test_case_field_option', id)
    mapped[ids.row('test_case_field', Number(field))] =
      type === 'USER' && typeof value === 'number'
        ? ids.userOrNull(value)
        : typeof value === 'number'
          ? optionOf(value)
          : Array.isArray(value)
            ? value.map(optionOf)
            : value
  }
  return mapped
}

const mapReference = <Reference extends { id: number } | null>(value: Reference, map: (id: number) => number) =>
  value === null ? null : { ...value, id: map(value.id) }

const Content = CaseVersion.shape.content
const mapContent = (content: z.infer<typeof Content>, ids: ArchiveIds) => ({
  ...content,
  testSuiteId: content.testSuiteId === null ? null : ids.loose('suite', content.testSuiteId),
  priority: mapReference(content.priority, (id) => ids.loose('priority', id)),
  automationState: mapReference(content.automationState, (id) => ids.loose('automation_state', id)),
  steps: mapSteps(content.steps, ids),
  attachments: mapAttachments(content.attachments, ids),
  customFields: mapFieldValues(content.customFields, ids),
})

export const caseTables = {
  requirement: {
    rows: ofProject,
    columns: {
      id: own,
      project_id: project,
      source: text(z.enum(['project', 'jira'])),
      url: text(linkable),
    },
  } satisfies TableRule<Database['requirement']>,
  repository: { rows: ofProject, columns: { project_id: project } } satisfies TableRule<Database['repository']>,
  suite: {
    rows: ofProject,
    columns: {
      id: own,
      project_id: project,
      parent_id: deferredReference('suite'),
      // Counted by the trigger of test_case.
      case_count: { kind: 'fixed', value: '0' },
      created_by: user,
    },
  } satisfies TableRule<Database['suite']>,
  test_case: {
    rows: (projectId) => sql`project_id = ${projectId} and moved_to is null`,
    columns: {
      id: own,
      project_id: project,
      suite_id: reference('suite'),
      priority_id: reference('priority'),
      automation_state_id: reference('automation_state'),
      steps: json(CaseSteps, mapSteps),
      attachments: json(Attachments, mapAttachments),
      field_values: json(CustomValues, mapFieldValues),
      created_by: user,
      updated_by: user,
      deleted_by: user,
      moved_to: { kind: 'fixed', value: null },
    },
  } satisfies TableRule<Database['test_case']>,
  test_case_version: {
    rows: (projectId) => sql`case_id in ${casesIn(projectId)}`,
    columns: { case_id: reference('test_case'), saved_by: user, content: json(Content, mapContent) },
  } satisfies TableRule<Database['test_case_version']>,
  test_case_requirement: {
    rows: (projectId) => sql`case_id in ${casesIn(projectId)}`,
    columns: { requirement_id: reference('requirement'), case_id: reference('test_case') },
  } satisfies TableRule<Database['test_case_requirement']>,
  shared_steps: {
    rows: ofProject,
    columns: { id: own, project_id: project, steps: json(z.array(Step), mapSteps), created_by: user },
  } satisfies TableRule<Database['shared_steps']>,
  test_case_shared_steps: {
    rows: (projectId) => sql`case_id in ${casesIn(projectId)}`,
    columns: { shared_steps_id: reference('shared_steps'), case_id: reference('test_case') },
  } satisfies TableRule<Database['test_case_shared_steps']>,
  attachment: {
    rows: ofProject,
    columns: { id: uuid, project_id: project, file_hash: file, created_by: user },
  } satisfies TableRule<Database['attachment']>,
  attachment_use: {
    rows: (projectId) => sql`attachment_id in (select id from attachment where project_id = ${projectId})
      and (case_id is null or case_id in ${casesIn(projectId)})`,
    columns: {
      attachment_id: uuid,
      case_id: reference('test_case'),
      shared_steps_id: reference('shared_steps'),
    },
  } satisfies TableRule<Database['attachment_use']>,
  case_model: {
    rows: ofProject,
    columns: {
      suite_id: reference('suite'),
      project_id: project,
      format: text(ModelFormat),
      model: json(CaseModel),
      options: json(ModelOptions),
      updated_by: user,
    },
  } satisfies TableRule<Database['case_model']>,
  case_model_case: {
    rows: (projectId) => sql`case_id in ${casesIn(projectId)}`,
    columns: {
      case_id: reference('test_case'),
      suite_id: reference('suite'),
      transition_ids: json(SuggestedCase.shape.transitionIds),
      content: json(SuggestedCase.shape.content),
    },
  } satisfies TableRule<Database['case_model_case']>,
  case_snapshot: {
    rows: ofProject,
    columns: {
      id: own,
      project_id: project,
      // A snapshot remains when its case, priority or automation state is deleted.
      case_id: looseReference('test_case'),
      priority_id: looseReference('priority'),
      automation_state_id: looseReference('automation_state'),
      shared_versions: json(z.record(z.string().check(z.regex(/^\d{1,15}$/)), z.int()), (versions, ids) =>
        Object.fromEntries(
          Object.entries(versions).map(([id, version]) => [ids.loose('shared_steps', Number(id)), version]),
        ),
      ),
      content: json(
        z.object({
          description: z.string(),
          preConditions: z.string(),
          postConditions: z.string(),
          steps: z.array(z.looseObject({ kind: z.enum(['step', 'shared']), id: z.string() })),
          attachments: Attachments,
          customFields: CustomValues,
        }),
        (content, ids) => ({
          ...content,
          steps: mapSteps(content.steps, ids),
          attachments: mapAttachments(content.attachments, ids),
          customFields: mapFieldValues(content.customFields, ids),
        }),
      ),
    },
  } satisfies TableRule<Database['case_snapshot']>,
  case_snapshot_attachment: {
    rows: (projectId) => sql`snapshot_id in (select id from case_snapshot where project_id = ${projectId})`,
    columns: { snapshot_id: reference('case_snapshot'), attachment_id: uuid },
  } satisfies TableRule<Database['case_snapshot_attachment']>,
}
