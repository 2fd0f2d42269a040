import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { CaseUser, CaseChanges, CustomValues, TestCase } from '../../contract/cases/cases.ts'
import type { CaseVersion, listCaseVersions } from '../../contract/cases/history.ts'
import { LIMITS } from '../../contract/limits.ts'
import { TEXTS } from '../../contract/texts.ts'
import type { Principal, ProjectScope } from '../access/principals.ts'
import type { Db } from '../db/open.ts'
import { notFound, stale } from '../http/refusal.ts'
import { livingValues } from '../settings/settings.ts'
import { foreignUsers, readDefinitions, readUsers } from './content/definitions.ts'
import { contentOf, type CaseContent } from './content/snapshot.ts'
import { updateCase } from './content/update.ts'
import { userBy } from './content/read.ts'

interface StoredVersion {
  version: number
  saved_at: Date
  saved_by: CaseUser
  content: CaseContent
}

/** Returns versions, newest first; the case itself is its last version. */
export const findVersions = async (
  db: Db,
  project: ProjectScope,
  caseId: number,
  before: number | undefined,
): Promise<z.infer<typeof listCaseVersions.answer>> => {
  const { rows } = await sql<StoredVersion>`
    with one as (select c.* from test_case c where c.id = ${caseId} and c.project_id = ${project.id} and c.moved_to is null),
    versions as (
      select version, updated_at as saved_at, updated_by as saver, ${contentOf('one')} as content from one
      union all
      select v.version, v.saved_at, v.saved_by, v.content from test_case_version v join one on one.id = v.case_id)
    select version, saved_at, ${userBy('saver')} as saved_by, content from versions
     where ${before === undefined ? sql`true` : sql`version < ${before}`}
     order by version desc limit ${LIMITS.caseVersionsAtOnce + 1}`.execute(db)
  if (rows.length === 0 && before === undefined) throw notFound(TEXTS.caseNotFound)
  return {
    items: rows.slice(0, LIMITS.caseVersionsAtOnce).map(versionOf),
    isLast: rows.length <= LIMITS.caseVersionsAtOnce,
  }
}

const versionOf = ({ version, saved_at, saved_by, content }: StoredVersion): CaseVersion => ({
  version,
  savedAt: saved_at.toISOString(),
  savedBy: saved_by,
  content,
})

/** Restores a version as a new version. References to what the project no longer has (priorities, shared steps, options, members) are dropped. */
export const restoreVersion = async (
  db: Db,
  given: { project: ProjectScope; caller: Principal },
  caseId: number,
  { version, seenVersion }: { version: number; seenVersion: number },
): Promise<TestCase> => {
  const { items } = await findVersions(db, given.project, caseId, version + 1)
  const requested = items.find((one) => one.version === version)
  if (!requested) throw notFound(`The test case has no version ${version}`)
  const current = await findVersions(db, given.project, caseId, undefined)
  const now = current.items[0] as CaseVersion
  if (now.version !== seenVersion)
    throw stale('Somebody changed this test case. Look at the newest version before you restore another.', current)
  const { testSuiteId: _, ...content } = requested.content
  const changes = await knownOf(db, given.project.id, content, now.content.customFields)
  // A field that got its first value later is absent from the earlier version and must be cleared.
  const cleared = Object.fromEntries(Object.keys(now.content.customFields).map((id) => [id, null]))
  return updateCase(db, given, caseId, {
    version: now.version,
    changes: { ...changes, customFields: { ...cleared, ...changes.customFields } },
  })
}

const knownOf = async (
  db: Db,
  projectId: number,
  content: CaseChanges,
  current: CustomValues,
): Promise<CaseChanges> => {
  const values = JSON.stringify(content.customFields ?? {})
  const { rows } = await sql<{ priorities: number[]; states: number[]; shared: number[]; values: CustomValues }>`
    select (select coalesce(jsonb_agg(id), '[]') from priority where project_id = ${projectId}) as priorities,
           (select coalesce(jsonb_agg(id), '[]') from automation_state where project_id = ${projectId}) as states,
           (select coalesce(jsonb_agg(id), '[]') from shared_steps where project_id = ${projectId}) as shared,
           ${livingValues(projectId, sql`${values}::jsonb`)} as values`.execute(db)
  const known = rows[0]
  const customFields = { ...known?.values }
  const definitions = await readDefinitions(db, projectId)
  const users = await readUsers(db, projectId, definitions, [{ customFields }])
  for (const id of foreignUsers(definitions, users, customFields, current)) delete customFields[id]
  const has = (ids: readonly number[] | undefined, id: number) => ids?.includes(id) === true
  return {
    ...content,
    priority: content.priority && has(known?.priorities, content.priority.id) ? content.priority : null,
    automationState:
      content.automationState && has(known?.states, content.automationState.id) ? content.automationState : null,
    steps: (content.steps ?? []).filter((step) => step.kind === 'step' || has(known?.shared, step.sharedStepsId)),
    customFields,
  }
}
