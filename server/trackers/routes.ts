import {
  createIssue,
  listIssueTargets,
  PEOPLE_FOUND,
  prepareIssue,
  readIssues,
  searchIssues,
  searchTrackerPeople,
  type IssueStatus,
} from '../../contract/launches/issues.ts'
import { storable } from '../../contract/text-matching.ts'
import { holds } from '../access/authorise.ts'
import type { Principal } from '../access/principals.ts'
import { conflict, forbidden } from '../http/refusal.ts'
import type { Routes } from '../http/routes.ts'
import { connectedTrackers, type ConnectedTracker } from './connected.ts'
import { createIssues, refusalOf, type CreateParts } from './create.ts'
import { descriptionOf, titleOf } from './draft.ts'
import { countFailures, factsOf, findFailure, findScreenshot } from './failure.ts'
import { createIssueCache } from './issue-cache.ts'
import { searchTracker } from './search.ts'
import { NO_FIELDS, TrackerFailure, type Tracker } from './tracker.ts'

/** Routes of issues: reads linked ones, creates them from failures. */
export const issueRoutes = (routes: Routes, parts: CreateParts): void => {
  const { db } = parts
  const cache = createIssueCache()
  const create = createIssues(parts)

  routes.inProject(readIssues, async ({ project, query }) => {
    const requested = [...new Set(query.id)]
    if (requested.length === 0) return { items: [] }
    const [linked, connected] = await Promise.all([
      // Only issues that are linked in this project: the integration's account may see more than its members.
      db
        .selectFrom('test')
        .select('issue_id')
        .distinct()
        .where('project_id', '=', project.id)
        .where('issue_id', 'in', requested.map(storable))
        .execute(),
      connectedTrackers(parts),
    ])
    const known = new Set(linked.map(({ issue_id: id }) => id))
    const ids = requested.filter((id) => known.has(storable(id)))
    const items = await Promise.all(
      connected.map((one) => statusesOf(cache, one, connected, ids, query.refresh === 'true')),
    )
    const found = new Map(items.flat().map((item) => [item.id, item]))
    return { items: requested.map((id) => found.get(id) ?? { id, issue: null, problem: null }) }
  })

  routes.inProject(searchIssues, async ({ caller, project, query: { q } }) => {
    requireLinking(caller)
    const connected = await connectedTrackers(parts)
    const found = await Promise.all(
      connected.map(async ({ tracker }) =>
        searchTracker(tracker, q, (await lastTarget(parts, project.id, tracker.key)).target),
      ),
    )
    return {
      items: found.flatMap(({ items }) => items),
      problems: found.flatMap(({ problem }) => problem ?? []),
    }
  })

  routes.inProject(prepareIssue, async ({ caller, project, params, query }) => {
    requireLinking(caller)
    const place = { projectId: project.id, ...params }
    const test = await findFailure(db, place)
    const [connected, tests, screenshot] = await Promise.all([
      connectedTrackers(parts),
      countFailures(db, test, query.failureKey),
      findScreenshot(db, test),
    ])
    const facts = await factsOf(db, test, { place, tests, publicUrl: parts.publicUrl })
    const trackers = await Promise.all(
      connected.map(async ({ tracker: { key, name, markup, hasTypes, attach, upload } }) => {
        const last = await lastTarget(parts, project.id, key)
        return { key, name, markup, hasTypes, takesFiles: (attach ?? upload) !== null, ...last }
      }),
    )
    return {
      trackers,
      title: titleOf(facts),
      description: descriptionOf(facts),
      screenshot: screenshot && { name: screenshot.name, url: screenshot.url },
      tests,
    }
  })

  routes.inProject(listIssueTargets, async ({ caller, params, query: { target, type } }) => {
    requireLinking(caller)
    const tracker = await connectedTracker(parts, params.tracker)
    try {
      const none = { targets: [], types: [], ...NO_FIELDS }
      if (target === '') return { ...none, targets: await tracker.targets() }
      if (type === '') return { ...none, types: await tracker.types(target) }
      return { ...none, ...(await tracker.requiredFields(target, type)) }
    } catch (error) {
      throw error instanceof TrackerFailure ? refusalOf(error) : error
    }
  })

  routes.inProject(searchTrackerPeople, async ({ caller, params, query: { target, q } }) => {
    requireLinking(caller)
    const tracker = await connectedTracker(parts, params.tracker)
    if (tracker.people === null) throw conflict(`${tracker.name} has no fields that take people`)
    try {
      return await tracker.people(target, q, PEOPLE_FOUND)
    } catch (error) {
      throw error instanceof TrackerFailure ? refusalOf(error) : error
    }
  })

  routes.inProject(createIssue, ({ caller, project, params, body }) => {
    requireLinking(caller)
    const place = { projectId: project.id, ...params }
    return create({ place, userId: caller.userId, wanted: { ...body, title: body.title.replaceAll(/\s+/g, ' ') } })
  })
}

const connectedTracker = async (parts: CreateParts, key: Tracker['key']): Promise<Tracker> => {
  const tracker = (await connectedTrackers(parts)).find((one) => one.tracker.key === key)?.tracker
  if (tracker === undefined) throw conflict('This tracker is not connected any more')
  return tracker
}

/** Resolves with the status of those `ids` that belong to this tracker and to none before it. */
const statusesOf = async (
  cache: ReturnType<typeof createIssueCache>,
  one: ConnectedTracker,
  connected: readonly ConnectedTracker[],
  ids: readonly string[],
  isRefresh: boolean,
): Promise<IssueStatus[]> => {
  const before = connected.slice(0, connected.indexOf(one))
  const own = ids.flatMap((id) => {
    const key = before.some(({ tracker }) => tracker.keyOf(id) !== null) ? null : one.tracker.keyOf(id)
    return key === null ? [] : [{ id, key }]
  })
  if (own.length === 0) return []
  const read = await cache.read(
    one,
    own.map(({ key }) => key),
    isRefresh,
  )
  return own.map(({ id, key }) => ({ id, ...statusOf(read.get(key)) }))
}

const statusOf = (read: { issue: IssueStatus['issue']; problem: string | null } | undefined) => ({
  issue: read?.issue ?? null,
  problem: read?.problem ?? null,
})

/** Resolves with the project or repository, and type, of the project's last issue in this tracker. */
const lastTarget = async ({ db }: CreateParts, projectId: number, key: Tracker['key']) =>
  (await db
    .selectFrom('created_issue')
    .select(['target', 'type'])
    .where('project_id', '=', projectId)
    .where('tracker', '=', key)
    .where('issue_id', 'is not', null)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? { target: '', type: '' }

const requireLinking = (caller: Principal): void => {
  if (!holds(caller, 'reporting-issues-modify'))
    throw forbidden('You need the permission reporting-issues-modify for this')
}
