import { sql } from 'kysely'
import {
  getUsage,
  listPlanChanges,
  updateBillingContact,
  USAGE_MINUTES,
  type ProjectUsage,
} from '../../contract/workspace/usage.ts'
import { appendEvents } from '../db/events.ts'
import type { Db, FromReplica } from '../db/open.ts'
import { mergeEdit } from '../http/merge-edit.ts'
import type { Routes } from '../http/routes.ts'
import { withWorkspaceLocked } from '../db/workspace-lock.ts'
import { readEntriesOfTypes } from './audit/routes.ts'

interface Parts {
  db: Db
  fromReplica: FromReplica
}

interface Counted {
  countedAt: string
  projects: ProjectUsage[]
  stored: { fileBytes: number; files: number }
}

/** Counts the contents of each project with one statement that uses indexes. */
const countProjects = async (db: Db): Promise<ProjectUsage[]> => {
  const { rows } = await sql<Record<keyof ProjectUsage, string | number>>`
    with cases as (select project_id, count(*) as n from test_case where deleted_at is null group by 1),
         runs as (select project_id, count(*) as n from test_run group by 1),
         launches as (select project_id, count(*) as n from launch group by 1),
         tests as (select project_id, count(*) as n from test group by 1),
         held as (
           select l.project_id, a.file_hash from artifact a join launch l on l.id = a.launch_id
           union select project_id, file_hash from attachment
           union select project_id, file_hash from observation_file where file_hash is not null),
         engine as (
           select project_id, sum(extract(epoch from coalesce(ended_at, now()) - started_at)) as n
             from launch_execution where started_at is not null group by 1),
         bytes as (select h.project_id, sum(f.size_bytes) as n from held h join file f on f.hash = h.file_hash group by 1)
    select p.key, p.name, coalesce(cases.n, 0) as cases, coalesce(runs.n, 0) as "testRuns",
           coalesce(launches.n, 0) as launches, coalesce(tests.n, 0) as tests, coalesce(bytes.n, 0) as "fileBytes",
           coalesce(engine.n, 0) as "engineSeconds"
      from project p
      left join cases on cases.project_id = p.id
      left join runs on runs.project_id = p.id
      left join launches on launches.project_id = p.id
      left join tests on tests.project_id = p.id
      left join bytes on bytes.project_id = p.id
      left join engine on engine.project_id = p.id
     where p.importing_until is null
     order by coalesce(bytes.n, 0) desc, p.key`.execute(db)
  return rows.map(({ key, name, ...counts }) => ({
    key: String(key),
    name: String(name),
    cases: Number(counts.cases),
    testRuns: Number(counts.testRuns),
    launches: Number(counts.launches),
    tests: Number(counts.tests),
    fileBytes: Number(counts.fileBytes),
    engineSeconds: Number(counts.engineSeconds),
  }))
}

const count = async ({ db, fromReplica }: Parts, now: Date): Promise<Counted> => {
  const [projects, files] = await Promise.all([
    fromReplica(countProjects),
    fromReplica((copy) =>
      copy
        .selectFrom('file')
        .select([sql<string>`coalesce(sum(size_bytes), 0)`.as('bytes'), sql<string>`count(*)`.as('files')])
        .executeTakeFirstOrThrow(),
    ),
  ])
  const stored = { fileBytes: Number(files.bytes), files: Number(files.files) }
  const row = { counted_at: now, projects: JSON.stringify(projects), stored: JSON.stringify(stored) }
  await db
    .insertInto('workspace_usage')
    .values({ id: 1, ...row })
    .onConflict((c) => c.column('id').doUpdateSet(row))
    .execute()
  return { countedAt: now.toISOString(), projects, stored }
}

/** Returns the cached count, or recounts if it is stale. Concurrent calls share one recount. */
const createUsage = (parts: Parts) => {
  let counting: Promise<Counted> | null = null
  return async (): Promise<Counted> => {
    const now = Date.now()
    const known = await parts.db.selectFrom('workspace_usage').selectAll().executeTakeFirst()
    if (known && now - known.counted_at.getTime() < USAGE_MINUTES * 60_000)
      return { countedAt: known.counted_at.toISOString(), projects: known.projects, stored: known.stored }
    counting ??= count(parts, new Date(now)).finally(() => {
      counting = null
    })
    return counting
  }
}

/** Plan and usage of a self-hosted workspace (BILL-04). */
export const usageRoutes = (routes: Routes, { version, ...parts }: Parts & { version: string }): void => {
  const { db } = parts
  const usage = createUsage(parts)
  const contact = async () => {
    const row = await db.selectFrom('workspace').select('billing_contact').executeTakeFirstOrThrow()
    return { billingContact: row.billing_contact }
  }

  routes.signedIn(getUsage, async () => {
    const [counted, own] = await Promise.all([usage(), contact()])
    return { ...counted, ...own, version }
  })

  routes.signedIn(updateBillingContact, async ({ caller, body }) => {
    await withWorkspaceLocked(db, async (tx) => {
      const row = await tx.selectFrom('workspace').select('billing_contact').executeTakeFirstOrThrow()
      const before = { billingContact: row.billing_contact }
      const changes = await mergeEdit<typeof before>(before, body, () => before)
      if (changes.billingContact === undefined) return
      await tx.updateTable('workspace').set({ billing_contact: changes.billingContact }).execute()
      await appendEvents(tx, [
        {
          stream: 'workspace',
          type: 'workspace/billing-contact',
          payload: { before, changes },
          userId: caller.userId,
        },
      ])
    })
    return contact()
  })

  routes.signedIn(listPlanChanges, async () => ({ items: await readEntriesOfTypes(db, PLAN_CHANGES) }))
}

const PLAN_CHANGES = ['workspace/created', 'workspace/features', 'workspace/seats', 'workspace/billing-contact']
