import { LIMITS } from '../../contract/limits.ts'
import {
  createRequirement,
  deleteRequirement,
  findRequirements,
  linkRequirements,
  listCaseRequirements,
  listRequirements,
  syncRequirements,
  updateRequirement,
} from '../../contract/requirements/requirements.ts'
import type { Principal, ProjectScope } from '../access/principals.ts'
import type { Db } from '../db/open.ts'
import type { Routes } from '../http/routes.ts'
import type { Outgoing } from '../outgoing/outgoing.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { connectionOf } from '../integrations/integrations.ts'
import { findCoverage } from './coverage.ts'
import { jiraSource } from './jira.ts'
import { ownSource } from './own.ts'
import { SourceFailure, type Source } from './source.ts'
import * as write from './write.ts'

interface Parts {
  db: Db
  secrets: Secrets
  outgoing: Outgoing
}

/** Timeout of Jira for a page. */
const JIRA_MS = 10_000

const whereOf = ({ project, caller }: { project: ProjectScope; caller: Principal }) => ({
  project,
  userId: caller.userId,
})

export const requirementRoutes = (routes: Routes, { db, secrets, outgoing }: Parts): void => {
  /** Returns Jira; null if it is not connected. */
  const trackerOf = async (): Promise<Source | null> => {
    const values = await connectionOf(db, secrets, 'jira')
    return values === null ? null : jiraSource(values, outgoing, AbortSignal.timeout(JIRA_MS))
  }

  routes.inProject(listRequirements, async ({ project, query }) => {
    const [page, connection] = await Promise.all([findCoverage(db, project, query), connectionOf(db, secrets, 'jira')])
    return { ...page, hasJira: connection !== null }
  })

  routes.inProject(findRequirements, async ({ project, query: { q, isLocal } }) => {
    const max = LIMITS.requirementsFound
    const [listed, tracker] = await Promise.all([
      ownSource(db, project.id).search(q, max),
      isLocal ? null : trackerOf(),
    ])
    if (tracker === null) return { items: listed, problem: null }
    try {
      const issues = await tracker.search(q, max)
      const known = new Set(
        (await ownSource(db, project.id).read(issues.map(({ key }) => key))).map(({ key }) => key.toLowerCase()),
      )
      return { items: [...listed, ...issues.filter(({ key }) => !known.has(key.toLowerCase()))], problem: null }
    } catch (error) {
      if (error instanceof SourceFailure) return { items: listed, problem: error.message }
      throw error
    }
  })

  routes.inProject(createRequirement, async (given) => ({
    data: await write.createRequirement(db, whereOf(given), given.body),
  }))

  routes.inProject(updateRequirement, async (given) => ({
    data: await write.updateRequirement(db, whereOf(given), given.params.requirementId, given.body),
  }))

  routes.inProject(deleteRequirement, async (given) => {
    await write.deleteRequirement(db, whereOf(given), given.params.requirementId)
    return {}
  })

  routes.inProject(syncRequirements, async (given) => {
    const tracker = await trackerOf()
    if (tracker === null) return { updated: 0, gone: [], problem: 'Jira is not connected' }
    const listed = await db
      .selectFrom('requirement')
      .select(['key', 'source'])
      .where('project_id', '=', given.project.id)
      .where((eb) => eb.or([eb('source', '=', 'jira'), eb('title', '=', '')]))
      .orderBy('key')
      .execute()
    try {
      const issues = await tracker.read(listed.map(({ key }) => key))
      const found = new Set(issues.map(({ key }) => key.toLowerCase()))
      const gone = listed.filter(({ key, source }) => source === 'jira' && !found.has(key.toLowerCase()))
      return {
        updated: await write.applyIssues(db, whereOf(given), issues),
        gone: gone.map(({ key }) => key),
        problem: null,
      }
    } catch (error) {
      if (error instanceof SourceFailure) return { updated: 0, gone: [], problem: error.message }
      throw error
    }
  })

  routes.inProject(listCaseRequirements, async ({ project, params: { caseId } }) => {
    await write.requireCase(db, project.id, caseId)
    return { items: await write.readCaseRequirements(db, project.id, caseId) }
  })

  routes.inProject(linkRequirements, async (given) => {
    const sources = { own: ownSource(db, given.project.id), tracker: await trackerOf() }
    return { items: await write.linkCase(db, whereOf(given), given.params.caseId, given.body, sources) }
  })
}
