/** An open launch: metadata, summary and tests, live. */
import { useActorRef, useSelector } from '@xstate/react'
import { History } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { ActorRefFrom } from 'xstate'
import {
  seenOf,
  linkCauseIssue,
  type LaunchTest,
  type Mark,
  type TestsQuery,
} from '../../../contract/launches/launch-tests.ts'
import { isUnderWay, type Launch } from '../../../contract/launches/launches.ts'
import { groupingOf } from '../../../contract/launches/test-list.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { launchPage, TestsPage } from '../../../machines/launches/launch-page.machine.ts'
import { TEST_FILTERS } from '../../../machines/launches/test-filters.ts'
import { faceOfList, isBusy } from '../../../machines/patterns/paged-list.machine.ts'
import type { TestsPick } from '../../../machines/launches/picked-tests.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useApplication, useMay, useProject } from '../../application/context.tsx'
import { Ended } from '../../shared/page/ended.tsx'
import { Page } from '../../shared/page/page.tsx'
import { PageShown } from '../../application/page-shown.tsx'
import { useSettingsChanges } from '../../shared/settings-changes.tsx'
import { compareHref, launchCausesHref, launchesHref, launchHref, paths } from '../../shared/routes.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ChangedRows } from '../../ui/lists/changed-rows.tsx'
import { EmptyState, ProblemState } from '../../ui/layout/empty-state.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Later, later } from '../../ui/layout/later.tsx'
import { Pagination } from '../../ui/lists/pagination.tsx'
import type { ResultKind } from '../../ui/results/result-kinds.ts'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { useShortcut } from '../../ui/controls/shortcuts.ts'
import { testsAddress } from '../address.ts'
import { copyLink } from '../../shared/copy-link.ts'
import { canRelaunch, canReview, useRights, type Rights } from '../launch-actions.ts'
import type { LaunchAsk } from '../launch-dialogs.tsx'
import { useLaunchQuarantine } from '../quarantine/use-quarantine.ts'
import { useFailureTags } from '../test-parts/use-failure-tags.ts'
import { useTagAssignment } from '../test-parts/use-tag-assignment.ts'
import { useSuggestedIssue } from '../test-parts/use-suggested-issue.ts'
import { Actions, LaunchViews, Status, type LaunchView } from './launch-head.tsx'
import { LastVisitNote } from './last-visit-note.tsx'
import { launchListeners } from './launch-listeners.ts'
import { LaunchOverlays } from './launch-overlays.tsx'
import { LaunchMeta } from './launch-meta.tsx'
import { LaunchSummary } from './launch-summary.tsx'
import { countWords, kindDrawnAs, launchTitle } from '../../shared/launch-words.ts'
import { NoLaunch } from './no-launch.tsx'
import { QueueNote } from './queue-note.tsx'
import { ReviewNote } from './review-note.tsx'
import { TestsSkeleton, TestsTable } from './tests-table.tsx'
import { TestsToolbar } from './tests-toolbar.tsx'
import { useLastVisit } from './use-last-visit.ts'
import { useTestsList } from './use-tests-list.ts'
import { useTimeTravel } from './use-time-travel.ts'
import styles from './opened-launch.module.css'

const LaunchCauses = later(() => import('../causes/launch-causes.tsx').then((m) => m.LaunchCauses))
const LaunchComparison = later(() => import('../compare/launch-comparison.tsx').then((m) => m.LaunchComparison))
const LaunchLogs = later(() => import('../logs/launch-logs.tsx').then((m) => m.LaunchLogs))
const TravelBar = later(() => import('./travel-bar.tsx').then((m) => m.TravelBar))

type OpenedLaunchProps = { launchId: number; page: ActorRefFrom<typeof launchPage> }

export function OpenedLaunch({ launchId, page }: OpenedLaunchProps) {
  const project = useProject()
  const own = useRights()
  const may = useMay()
  const [, navigate] = useLocation()
  const asked = new URLSearchParams(useSearch())
  const [ask, setAsk] = useState<LaunchAsk | null>(null)
  const [linking, setLinking] = useState<readonly LaunchTest[] | null>(null)
  const [creating, setCreating] = useState<LaunchTest | null>(null)
  const [sessionsOf, setSessionsOf] = useState<LaunchTest | null>(null)
  const { history, selected, picked, stability, failure, ...known } = useSelector(page, (snapshot) => snapshot.context)
  const hasFailed = useSelector(page, (snapshot) => snapshot.matches({ launch: 'failed' }))
  const isMissing = useSelector(page, (snapshot) => snapshot.matches({ launch: 'missing' }))
  const list = useSelector(page, (snapshot) => snapshot.children.list)
  const shown = useSelector(list, (snapshot) => snapshot)
  if (list === undefined || shown === undefined) throw new Error('the page has no list')
  const { query, typed } = shown.context
  const view = viewIn(asked, known.launch)
  const travelling = useTimeTravel(launchId, { launch: known.launch, history, query, isOfTests: view === 'tests' })
  const { travel, isOpen: isTravelling, launch, rates, seen, inMoment, toggle: toggleTravel } = travelling
  const tests = seen?.page ?? (shown.context.page as TestsPage)
  const grouping = seen?.grouping ?? groupingOf(query, tests.groups ?? [])
  const face = seen?.face ?? faceOfList(shown)
  const href = launchHref(project.key, launchId)
  const title = launch && launchTitle(launch)
  const names = useMemo(() => (title === null ? {} : { [paths.launch]: title }), [title])
  const rights = seen === null ? own : NO_RIGHTS
  const { canWrite } = rights
  const canLinkIssues = canWrite && may.isOn('defects-linking') && may.has('reporting-issues-modify')
  const canSeeTags = may.has('reporting-stacktrace-labels-assign')
  const canTag = canWrite && canSeeTags
  const testRights = useMemo(() => ({ canWrite, canLinkIssues, canTag }), [canWrite, canLinkIssues, canTag])
  const tags = useFailureTags()

  const projectChanges$ = useSettingsChanges(TOLD_BY_PROJECT)
  useActorRef(launchListeners, { input: { page, list, projectChanges$ } })
  const visit = useLastVisit(launchId)
  const { filter, reset, type, submit, refresh } = useTestsList(list, (asked) =>
    inMoment(testsAddress(project.key, launchId, asked)),
  )
  const hrefFor = useCallback(
    (kind: ResultKind) =>
      inMoment(testsAddress(project.key, launchId, { ...query, testsState: [kindDrawnAs(kind)], page: 1 })),
    [project.key, launchId, query, inMoment],
  )
  const close = useCallback(() => setAsk(null), [])
  const mayRelaunch = launch !== null && canRelaunch(launch, rights)
  const onRelaunch = useMemo(
    () =>
      mayRelaunch && launch !== null
        ? (testIds: readonly number[]) => setAsk({ action: 'relaunch', launches: [launch], testIds })
        : null,
    [mayRelaunch, launch],
  )
  const closeLinking = useCallback(() => {
    setLinking(null)
    setCreating(null)
  }, [])
  const onDone = useCallback(
    ({ action }: LaunchAsk) => {
      if (action === 'delete') navigate(launchesHref(project.key), { replace: true })
      else page.send({ type: 'launch/refresh' })
    },
    [page, navigate, project.key],
  )
  const onLinked = useCallback(() => page.send({ type: 'tests/changed' }), [page])
  const { sendRead } = useApplication()
  const suggested = useSuggestedIssue(
    ({ failureKey, issueId }) =>
      sendRead(linkCauseIssue, {
        params: { projectKey: project.key, launchId, failureKey: failureKey ?? '' },
        body: { issueId },
      }),
    onLinked,
  )
  const assignment = useTagAssignment(onLinked)
  const quarantine = useLaunchQuarantine(launchId)
  const onTag = useCallback(
    (of: readonly LaunchTest[]) => assignment.send({ type: 'tags/ask', tests: of }),
    [assignment],
  )
  const closeSessions = useCallback(() => setSessionsOf(null), [])
  const onSelect = useCallback(
    (ids: readonly number[], isSelected: boolean) => page.send({ type: 'test/selected', ids, isSelected }),
    [page],
  )
  const onReplace = useCallback((ids: readonly number[]) => page.send({ type: 'selection/replaced', ids }), [page])
  const onPick = useCallback((pick: TestsPick) => page.send({ type: 'tests/pick', pick }), [page])
  const onMark = useCallback(
    (marked: readonly LaunchTest[], status: Mark) =>
      page.send({ type: 'tests/mark', seen: marked.map(seenOf), status }),
    [page],
  )
  const onSort = useCallback((sort: TestsQuery['sort'], order: 'asc' | 'desc') => filter({ sort, order }), [filter])
  useShortcut({ keys: 'C', label: 'Copy link to this launch', group: 'This page', run: () => void copyLink(href) })
  useShortcut({
    keys: 'R',
    label: 'Review this launch',
    group: 'This page',
    isActive: launch !== null && canReview(launch, rights),
    run: () => {
      if (launch !== null) setAsk({ action: 'review', launches: [launch] })
    },
  })

  useShortcut({
    keys: 'T',
    label: 'Time travel',
    group: 'This page',
    isActive: view === 'tests',
    run: toggleTravel,
  })
  useShortcut({
    keys: 'P',
    label: 'Compare with the previous launch',
    group: 'This page',
    run: () => navigate(compareHref(project.key, launchId)),
  })

  if (isMissing)
    return <Ended reason="This launch was deleted" isInFrame otherwise={<NoLaunch projectKey={project.key} />} />
  const { unknown = 0 } = tests
  const isAnswered = launch !== null || hasFailed
  const isTests = view === 'tests'
  const openLogs = (attemptUuid: string | null) =>
    navigate(
      // Filters of the tests stay in the address, so that Back restores them.
      withParameters(testsAddress(project.key, launchId, query), {
        launchView: 'logs',
        ...(attemptUuid === null ? {} : { attemptId: attemptUuid }),
      }),
      { replace: true },
    )
  const onView = (next: LaunchView) => {
    if (next === 'logs') return openLogs(null)
    const href =
      next === 'tests'
        ? testsAddress(project.key, launchId, query)
        : (next === 'failures' ? launchCausesHref : compareHref)(project.key, launchId)
    navigate(href, { replace: true })
  }
  const isRunning = launch !== null && isUnderWay(launch.status)
  return (
    <div className={styles.whole}>
      {isAnswered && face !== 'loading' && (!isTests || face !== 'shown') && <PageShown />}
      <div className={styles.page}>
        <Page
          title={launch?.name ?? 'Launch'}
          documentTitle={launch === null ? 'Launch' : launchTitle(launch)}
          names={names}
          status={launch !== null && <Status launch={launch} />}
          actions={
            launch !== null && (
              <>
                <LaunchViews launch={launch} view={view} onView={onView} />
                {isTests && (
                  <IconButton label="Time travel" keys="T" aria-pressed={isTravelling} onClick={toggleTravel}>
                    <History aria-hidden />
                  </IconButton>
                )}
                {seen === null && <Actions launch={launch} href={href} onAsk={setAsk} />}
              </>
            )
          }
          meta={launch === null ? <Skeleton width={240} /> : <LaunchMeta launch={launch} />}
          foot={
            face === 'shown' &&
            isTests && (
              <Pagination
                page={(seen?.query ?? query).page}
                pageSize={query.pageSize}
                total={tests.total}
                noun={[
                  'test',
                  'tests',
                  grouping === 'none' ? '' : ` in ${countWords(tests.groupsTotal ?? 0, 'group')}`,
                ]}
                hrefFor={(to) => inMoment(testsAddress(project.key, launchId, { ...query, page: to }))}
              />
            )
          }
        >
          <div data-scroll className={styles.content} data-filled={view === 'logs' || undefined}>
            {isTests && isTravelling && (
              <Later fallback={<div className={styles.travel} />}>
                <TravelBar travel={travel} href={inMoment(testsAddress(project.key, launchId, query))} />
              </Later>
            )}
            {launch !== null && <QueueNote launch={launch} />}
            {seen === null && <LastVisitNote visit={visit} projectKey={project.key} launchId={launchId} />}
            {launch !== null && <ReviewNote launch={launch} />}
            {view === 'failures' ? (
              <Later fallback={<TestsSkeleton />}>
                <LaunchCauses {...{ launchId, tags }} cause={asked.get('cause')} rights={testRights} />
              </Later>
            ) : view === 'compare' ? (
              <Later fallback={<TestsSkeleton />}>
                <LaunchComparison launchId={launchId} />
              </Later>
            ) : view === 'logs' ? (
              <Later fallback={<TestsSkeleton />}>
                <LaunchLogs launchId={launchId} attemptUuid={asked.get('attemptId')} onAttempt={openLogs} />
              </Later>
            ) : (
              <>
                {hasFailed ? (
                  <ProblemState title="The launch did not load" onRetry={() => page.send({ type: 'launch/refresh' })}>
                    {messageOf(failure)}
                  </ProblemState>
                ) : (
                  <LaunchSummary launch={launch} history={rates} hrefFor={hrefFor} />
                )}
                {face !== 'empty' && (
                  <div className={styles.toolbar}>
                    <TestsToolbar
                      launchId={launchId}
                      query={query}
                      tags={tags}
                      grouping={grouping}
                      typed={typed}
                      onType={type}
                      onSearch={submit}
                      onFilter={filter}
                      onReset={reset}
                    />
                  </div>
                )}
                <ChangedRows
                  count={face === 'loading' || seen !== null ? 0 : unknown}
                  noun={['test', 'tests']}
                  onShow={refresh}
                />
                {face === 'loading' && <TestsSkeleton />}
                {face === 'shown' && (
                  <TestsTable
                    projectKey={project.key}
                    page={tests}
                    query={seen?.query ?? query}
                    grouping={grouping}
                    stability={seen === null ? stability : NOTHING.stability}
                    quarantined={seen === null ? quarantine.marks : null}
                    rights={testRights}
                    tags={tags}
                    selected={seen === null ? selected : NOTHING.selected}
                    picked={seen === null ? picked : NOTHING.selected}
                    isBusy={seen === null && isBusy(shown)}
                    isLinking={suggested.isLinking}
                    isWhole={isAnswered}
                    onSelect={onSelect}
                    onReplace={onReplace}
                    onPick={onPick}
                    onMark={onMark}
                    onRelaunch={onRelaunch}
                    onLink={setLinking}
                    onCreateIssue={setCreating}
                    onTag={onTag}
                    onAccept={suggested.onAccept}
                    onSessions={setSessionsOf}
                    onQuarantine={canWrite ? quarantine.onQuarantine : null}
                    onRelease={quarantine.onRelease}
                    onSort={onSort}
                  />
                )}
                {face === 'empty' && <EmptyState title={isRunning ? TEXTS.noTestsYet : TEXTS.noTests} />}
                {face === 'noResults' && (
                  <EmptyState
                    title="No tests match these filters"
                    actions={<Button onClick={reset}>Reset filters</Button>}
                  >
                    {TEST_FILTERS.length > 0 && 'Change or reset a filter.'}
                  </EmptyState>
                )}
                {face === 'failed' && launch !== null && (
                  <ProblemState title="Tests did not load" isRetrying={isBusy(shown)} onRetry={refresh}>
                    {messageOf(shown.context.failure)}. Your filters are kept.
                  </ProblemState>
                )}
              </>
            )}
          </div>
        </Page>
      </div>
      <LaunchOverlays
        launchId={launchId}
        tags={tags}
        ask={ask}
        linking={linking}
        creating={creating}
        sessionsOf={sessionsOf}
        quarantine={quarantine}
        assignment={assignment}
        onDone={onDone}
        onLinked={onLinked}
        onCloseAsk={close}
        onCloseLinking={closeLinking}
        onCloseSessions={closeSessions}
      />
    </div>
  )
}

const TOLD_BY_PROJECT = ['quarantine', 'failure-causes'] as const

/** Nothing can be changed in a past state. */
const NO_RIGHTS: Rights = { canWrite: false, canManage: false, canRelaunch: false }
/** Only for the present state. */
const NOTHING = { stability: {}, selected: [] }

/** DETAILS-03 to DETAILS-05. */
const viewIn = (asked: URLSearchParams, launch: Launch | null): LaunchView => {
  const named = asked.get('launchView')
  if (named === 'logs' && launch !== null && launch.firstLaunchId !== null) return 'logs'
  if (named === 'failures') return 'failures'
  return asked.has('compare') ? 'compare' : 'tests'
}

const withParameters = (href: string, parameters: Record<string, string>): string =>
  `${href}${href.includes('?') ? '&' : '?'}${new URLSearchParams(parameters)}`
