import { gateFailures } from '../../contract/launches/gate-texts.ts'
import type { FastifyBaseLogger } from 'fastify'
import { ERROR_CODES } from '../../contract/errors.ts'
import type { Permission } from '../../contract/access.ts'
import * as causes from '../../contract/launches/causes.ts'
import { assignFailureTag, listFailureTagAssignments } from '../../contract/launches/failure-tags.ts'
import { recordFinishedLaunch } from '../../contract/launches/finished-launch.ts'
import { compareLaunches } from '../../contract/launches/comparison.ts'
import { listLaunchEvents } from '../../contract/launches/launch-events.ts'
import { getLaunchNews, recordLaunchVisit } from '../../contract/launches/launch-visits.ts'
import * as launches from '../../contract/launches/launches.ts'
import { isUnderWay } from '../../contract/launches/launches.ts'
import * as actions from '../../contract/launches/launch-actions.ts'
import * as choices from '../../contract/launches/launch-choices.ts'
import * as tests from '../../contract/launches/launch-tests.ts'
import * as details from '../../contract/launches/test-details.ts'
import * as stability from '../../contract/launches/test-stability.ts'
import { replayGate } from '../../contract/launches/gate-replay.ts'
import { getGateSettings, updateGateSettings } from '../../contract/launches/gate-settings.ts'
import { getQualityGate, type QualityGate } from '../../contract/launches/quality-gate.ts'
import { holds } from '../access/authorise.ts'
import { maySeeTags } from '../access/failure-tags.ts'
import type { Principal } from '../access/principals.ts'
import type { Config } from '../config.ts'
import type { Db, FromReplica } from '../db/open.ts'
import { attachmentNamed } from '../files/attachment.ts'
import type { FileStore } from '../files/store.ts'
import { refuseCollisions } from '../http/merge-edit.ts'
import { conflict, forbidden, Refusal } from '../http/refusal.ts'
import type { Routes } from '../http/routes.ts'
import { withoutTags } from '../live/messages.ts'
import type { Mailer } from '../mail/mailer.ts'
import { abortLaunchBy } from './actions/abort.ts'
import { removeLaunch } from './actions/delete.ts'
import { assignMilestone } from './actions/assign-milestone.ts'
import { assignTagBy } from './actions/assign-tag.ts'
import { linkCauseBy, linkIssueBy } from './actions/link-issue.ts'
import { markTestsBy } from './actions/mark.ts'
import { pinLaunchBy } from './actions/pin.ts'
import { reviewLaunchBy } from './actions/review.ts'
import { acceptCauses, requireTags, takeBack } from './causes/accept.ts'
import { merge, split } from './causes/merge.ts'
import { readCauses } from './causes/read.ts'
import { recordLaunch } from './import/finished-launch.ts'
import { keysOfCause, unlinkedOfCause } from './queries/cause-tests.ts'
import { findLaunch } from './queries/find-launch.ts'
import { findTest } from './queries/find-test.ts'
import { storable } from '../../contract/text-matching.ts'
import { readComparison } from './queries/comparison.ts'
import { readLaunchNews, recordVisit } from './queries/launch-news.ts'
import { readLaunchEvents } from './queries/launch-events.ts'
import { authorOf } from '../settings/settings.ts'
import { gateSettings } from './gate/settings.ts'
import { createReplay } from './gate/replay.ts'
import { readQualityGate } from './queries/quality-gate.ts'
import { withQuarantine } from './quarantine/active.ts'
import { quarantineRoutes } from './quarantine/routes.ts'
import { flakyRoutes } from './flaky/routes.ts'
import { savedFilterRoutes } from './filters/routes.ts'
import { readLaunchChoices, readLaunchLabelKeys, readLaunchLabels } from './queries/launch-choices.ts'
import type { LaunchRow } from './rows.ts'
import { causesSeenBy, testSeenBy } from './seen-tags.ts'
import { exportFileName, launchHtml } from './share/launch-html.ts'
import { mailLaunchReports, readRecipients } from './share/mail-launches.ts'
import { describeOne, readLaunch, readLaunches } from './queries/launches.ts'
import { readPassRateHistory } from './queries/pass-rate-history.ts'
import { readStability } from './queries/stability.ts'
import { readTestHistory } from './queries/test-history.ts'
import { readTestLabels } from './queries/test-labels.ts'
import { readTestLogs } from './queries/test-logs.ts'
import { findTests } from './queries/test-search.ts'
import { readTestSessions } from './queries/test-sessions.ts'
import { readTestSteps } from './queries/test-steps.ts'
import { readTest } from './queries/test.ts'
import { readTests } from './queries/tests.ts'
import { tagsOf, testOf } from './rows.ts'
import type { ReadBrowserErrors } from './traces/read-browser-errors.ts'
import type { Writer } from './writer/writer.ts'

export interface LaunchParts {
  db: Db
  fromReplica: FromReplica
  mailer: Mailer
  config: Pick<Config, 'PUBLIC_URL' | 'EVENT_RETENTION_DAYS'>
  writer: Writer
  files: Pick<FileStore, 'read'>
  readBrowserErrors: ReadBrowserErrors
  /** Begins to delete what belongs to deleted launches. */
  wakeClearing: () => void
  /** Enqueues a review for the chats that receive messages about its launch. */
  postReview: (db: Db, launch: LaunchRow, review: { by: string; publicUrl: string }) => Promise<void>
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
}

/** Routes of launches and their tests for the user interface. */
export const launchRoutes = (routes: Routes, parts: LaunchParts): void => {
  readingOfLaunches(routes, parts)
  choicesOfFilters(routes, parts)
  savedFilterRoutes(routes, parts.db)
  quarantineRoutes(routes, parts.db)
  flakyRoutes(routes, parts)
  qualityGate(routes, parts)
  sharingOfLaunches(routes, parts)
  changesOfLaunches(routes, parts)
  readingOfTests(routes, parts)
  changesOfTests(routes, parts)
  sortingOfFailures(routes, parts)
}

const readingOfLaunches = (routes: Routes, { db, config }: LaunchParts): void => {
  routes.inProject(launches.listLaunches, ({ project, query }) => readLaunches(db, project.id, query))
  routes.inProject(launches.getLaunch, ({ project, params }) => readLaunch(db, project.id, params.launchId))
  routes.inProject(launches.getPassRateHistory, ({ project, params, query }) =>
    readPassRateHistory(db, project.id, params.launchId, query),
  )
  routes.inProject(compareLaunches, ({ project, params, query }) =>
    readComparison(db, project.id, params.launchId, query),
  )
  routes.inProject(listLaunchEvents, async ({ caller, project, params, query }) => {
    const place = { projectId: project.id, launchId: params.launchId, keptDays: config.EVENT_RETENTION_DAYS }
    const answer = await readLaunchEvents(db, place, query.after)
    return maySeeTags(caller) ? answer : { ...answer, events: answer.events.map(withoutTags) }
  })
  routes.inProject(getLaunchNews, ({ caller, project, params }) =>
    readLaunchNews(db, { projectId: project.id, launchId: params.launchId, userId: caller.userId }),
  )
  routes.inProject(recordLaunchVisit, async ({ caller, project, params, body }) => {
    await recordVisit(db, { projectId: project.id, launchId: params.launchId, userId: caller.userId }, body)
    return {}
  })
}

const choicesOfFilters = (routes: Routes, { db }: LaunchParts): void => {
  routes.inProject(choices.listLaunchChoices, ({ project, params, query }) =>
    readLaunchChoices(db, project.id, params.field, query.q),
  )
  routes.inProject(choices.listLaunchLabelKeys, ({ project, query }) =>
    readLaunchLabelKeys(db, project.id, query.pageToken),
  )
  routes.inProject(choices.listLaunchLabels, ({ project, query }) =>
    readLaunchLabels(db, project.id, query.key, query.q),
  )
}

/** Seconds after which `curl --retry` retries. */
const RETRY_SECONDS = '5'

const qualityGate = (routes: Routes, { db, fromReplica }: LaunchParts): void => {
  routes.inProject(getQualityGate, async ({ project, query, reply }) => {
    const gate = await readQualityGate(db, project.id, query)
    if (query.enforce && gate.verdict === 'pending') reply.header('retry-after', RETRY_SECONDS)
    if (query.enforce) requirePassed(gate)
    return gate
  })
  routes.inProject(getGateSettings, ({ project }) => gateSettings.read(db, project.id))
  routes.inProject(updateGateSettings, (request) => gateSettings.save(db, authorOf(request), request.body))
  const replay = createReplay()
  routes.inProject(replayGate, ({ project, query }) => fromReplica((copy) => replay(copy, project.id, query)))
}

/** Throws 412 with the reasons and the missed thresholds when the gate is not passed, and 503 while the launch is in progress. */
const requirePassed = ({ verdict, checks, reasons, launch }: QualityGate): void => {
  if (verdict === 'passed') return
  if (verdict === 'pending')
    throw new Refusal(503, ERROR_CODES.unavailable, `Launch #${launch.number} is still in progress`)
  throw new Refusal(
    412,
    ERROR_CODES.gateFailed,
    `Launch #${launch.number} does not pass the quality gate: ${gateFailures({ checks, reasons }).join('; ')}`,
  )
}

const sharingOfLaunches = (routes: Routes, { db, fromReplica, mailer, config, log }: LaunchParts): void => {
  routes.inProject(actions.listRecipients, async ({ project }) => ({ items: await readRecipients(db, project.id) }))
  routes.inProject(actions.mailLaunches, ({ project, body }) =>
    mailLaunchReports({ db, mailer, publicUrl: config.PUBLIC_URL, log }, project, body),
  )
  routes.inProject(actions.exportLaunch, async ({ project, params, reply }) => {
    const launch = await findLaunch(db, project.id, params.launchId)
    if (isUnderWay(launch.status)) throw conflict('The launch is in progress. Export it after it ends.')
    await reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-disposition': attachmentNamed(exportFileName(launch), 'launch.html'),
        // Opened from the browser's downloads, the file has its own origin; served from here, it must not run scripts.
        'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      })
      .send(launchHtml(fromReplica, launch))
    return {}
  })
}

const changesOfLaunches = (routes: Routes, parts: LaunchParts): void => {
  const { db, writer } = parts
  routes.inProject(launches.reviewLaunch, async ({ caller, project, params, body }) => {
    const place = { projectId: project.id, launchId: params.launchId }
    try {
      const row = await writer.submit(reviewLaunchBy(place, caller.userId, body))
      if (body.notify === true)
        await parts.postReview(db, row, { by: caller.username, publicUrl: parts.config.PUBLIC_URL })
      return await describeOne(db, row)
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== ERROR_CODES.stale) throw error
      throw refuseCollisions(['comment'], await describeOne(db, error.current as LaunchRow))
    }
  })
  routes.inProject(recordFinishedLaunch, ({ caller, project, body }) =>
    writer.submitOnce(null, recordLaunch({ projectId: project.id, userId: caller.userId }, body), (launch) => launch),
  )
  routes.inProject(actions.assignLaunchesToMilestone, ({ project, body }) => assignMilestone(parts, project.id, body))
  routes.inProject(launches.abortLaunch, async ({ caller, project, params, body }) => {
    const place = { projectId: project.id, launchId: params.launchId }
    return describeOne(db, await writer.submit(abortLaunchBy(place, caller, body.comment)))
  })
  routes.inProject(launches.pinLaunch, async ({ project, params, body }) => {
    const place = { projectId: project.id, launchId: params.launchId }
    return describeOne(db, await writer.submit(pinLaunchBy(place, body.pinned)))
  })
  routes.inProject(launches.deleteLaunch, async ({ project, params }) => {
    await writer.submit(removeLaunch({ projectId: project.id, launchId: params.launchId }))
    parts.wakeClearing()
    return {}
  })
}

const readingOfTests = (routes: Routes, { db, fromReplica, files, readBrowserErrors }: LaunchParts): void => {
  const placeOf = (project: { id: number }, params: { launchId: number; testId: number }) => ({
    projectId: project.id,
    launchId: params.launchId,
    testId: params.testId,
  })
  routes.inProject(tests.listTests, async ({ caller, project, params, query }) => {
    if (query.failureTag.length > 0) requirePermission(caller, 'reporting-stacktrace-labels-assign')
    const answer = await readTests(db, project.id, params.launchId, query)
    return { ...answer, items: answer.items.map(testSeenBy(caller)) }
  })
  routes.inProject(tests.searchTests, async ({ project, query }) => ({
    items: await fromReplica((copy) => findTests(copy, project.id, { ...query, q: storable(query.q) })),
  }))
  routes.inProject(stability.getStability, async ({ project, params, query }) => {
    await findLaunch(db, project.id, params.launchId)
    return { items: await readStability(db, params.launchId, query.testId.map(Number)) }
  })
  routes.inProject(tests.getTestLabels, async ({ project, params }) => {
    await findLaunch(db, project.id, params.launchId)
    return readTestLabels(db, params.launchId)
  })
  routes.inProject(details.getTest, async ({ caller, project, params }) => {
    const answer = await readTest(db, placeOf(project, params))
    return { ...answer, test: testSeenBy(caller)(answer.test) }
  })
  routes.inProject(details.listTestSessions, async ({ project, params }) => {
    const { id } = await findTest(db, placeOf(project, params))
    return { items: await readTestSessions(db, id) }
  })
  routes.inProject(details.listTestLogs, async ({ project, params, query }) => {
    const { id, attempt } = await findTest(db, placeOf(project, params))
    return readTestLogs({ db, files }, id, query.attempt ?? attempt, query)
  })
  routes.inProject(details.listTestSteps, async ({ project, params, query }) => {
    const { id, attempt } = await findTest(db, placeOf(project, params))
    return readTestSteps(db, id, query.attempt ?? attempt)
  })
  routes.inProject(details.listBrowserErrors, async ({ project, params, query }) =>
    readBrowserErrors(await findTest(db, placeOf(project, params)), query.attempt),
  )
  routes.inProject(details.listTestHistory, async ({ project, params }) =>
    readTestHistory(db, await findTest(db, placeOf(project, params))),
  )
}

/** Routes of failure tags and causes. */
const sortingOfFailures = (routes: Routes, { db, writer }: LaunchParts): void => {
  const placeOf = (project: { id: number }, params: { launchId: number }) => ({
    projectId: project.id,
    launchId: params.launchId,
  })
  routes.inProject(listFailureTagAssignments, async ({ caller, project, params }) => {
    const row = await findTest(db, { ...placeOf(project, params), testId: params.testId })
    return { items: testSeenBy(caller)(testOf(row)).failureTagAssignments }
  })
  routes.inProject(assignFailureTag, async ({ caller, project, params, body }) => {
    requirePermission(caller, 'reporting-stacktrace-labels-assign')
    const place = placeOf(project, params)
    await requireTags(db, project.id, [body.newTagId], 'newTagId')
    const { failure_key: key } = await findTest(db, { ...place, testId: params.testId })
    const [row] = await writer.submit(
      assignTagBy({ ...place, userId: caller.userId }, params.testId, key, {
        newTagId: body.newTagId,
        feedback: body.precedingMlAssignmentFeedback,
        expectedTagId: body.expectedTagId,
      }),
    )
    return { items: row === undefined ? [] : tagsOf(row) }
  })
  routes.inProject(causes.listCauses, async ({ caller, project, params }) =>
    causesSeenBy(caller, await readCauses(db, project.id, params.launchId)),
  )
  routes.inProject(causes.acceptSuggestions, ({ caller, project, params, body }) => {
    if (body.causes.some(({ tagId }) => tagId !== null)) requirePermission(caller, 'reporting-stacktrace-labels-assign')
    if (body.causes.some(({ issueId }) => issueId !== null)) requirePermission(caller, 'reporting-issues-modify')
    return acceptCauses({ db, writer }, { ...placeOf(project, params), userId: caller.userId }, body.causes)
  })
  routes.inProject(causes.undoAccepted, async ({ caller, project, params, body: { groups } }) => {
    if (groups.some(({ before, after }) => before.tagId !== after.tagId || before.userFeedbackRequired))
      requirePermission(caller, 'reporting-stacktrace-labels-assign')
    if (groups.some(({ before, after }) => before.issueId !== after.issueId))
      requirePermission(caller, 'reporting-issues-modify')
    const tags = groups.flatMap(({ before }) => before.tagId ?? [])
    await requireTags(db, project.id, tags, 'groups')
    return { tests: await takeBack(writer, { ...placeOf(project, params), userId: caller.userId }, groups) }
  })
  routes.inProject(causes.mergeCause, ({ caller, project, params, body }) => {
    requirePermission(caller, 'reporting-stacktrace-labels-assign')
    return merge(db, { projectId: project.id, userId: caller.userId }, storable(params.failureKey), body)
  })
  routes.inProject(causes.splitCause, async ({ caller, project, params, body }) => {
    requirePermission(caller, 'reporting-stacktrace-labels-assign')
    await split(db, { projectId: project.id, userId: caller.userId }, storable(params.failureKey), body)
    return {}
  })
}

const changesOfTests = (routes: Routes, { db, writer }: LaunchParts): void => {
  routes.inProject(tests.markTests, async ({ caller, project, params, body }) => {
    const place = { projectId: project.id, launchId: params.launchId, userId: caller.userId, seen: body.seen }
    const marked = await withQuarantine(db, await writer.submit(markTestsBy(place, body.ids, body.status)))
    return { items: marked.map(testOf).map(testSeenBy(caller)) }
  })
  routes.inProject(tests.linkIssue, async ({ caller, project, params, body }) => {
    requirePermission(caller, 'reporting-issues-modify')
    const place = { projectId: project.id, launchId: params.launchId, userId: caller.userId, seen: body.seen }
    const linked = await withQuarantine(db, await writer.submit(linkIssueBy(place, body.ids, body.issueId)))
    return { items: linked.map(testOf).map(testSeenBy(caller)) }
  })
  routes.inProject(tests.linkCauseIssue, async ({ caller, project, params, body }) => {
    requirePermission(caller, 'reporting-issues-modify')
    const place = { projectId: project.id, launchId: params.launchId, userId: caller.userId }
    await findLaunch(db, project.id, params.launchId)
    const keys = await keysOfCause(db, project.id, params.failureKey)
    const ids = await unlinkedOfCause(db, place, keys)
    const linked = await writer.submit(linkCauseBy(place, ids, keys, body.issueId))
    return { linked: linked.filter(({ issue_id: id }) => id === storable(body.issueId)).length }
  })
}

/** Checked in addition to write access to the project (PERM-02, PERM-03). */
const requirePermission = (caller: Principal, permission: Permission): void => {
  if (!holds(caller, permission)) throw forbidden(`You need the permission ${permission} for this`)
}
