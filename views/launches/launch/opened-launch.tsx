/** One launch as it is shown: what it is, how it went, and its tests, live. */
import { useSelector } from '@xstate/react'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { ActorRefFrom } from 'xstate'
import type { LaunchTest, Mark, TestsQuery } from '../../../contract/launches/launch-tests.ts'
import { isUnderWay } from '../../../contract/launches/launches.ts'
import { groupingOf } from '../../../contract/launches/test-list.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { TEST_FILTERS, type launchPage, type TestsPage } from '../../../machines/launches/launch-page.machine.ts'
import { faceOfList, isBusy } from '../../../machines/patterns/paged-list.machine.ts'
import type { TestsPick } from '../../../machines/launches/picked-tests.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useApplication, useMay, useProject } from '../../boot/context.tsx'
import { Page } from '../../shared/page/page.tsx'
import { TakesPlaceOfDrawn } from '../../boot/prerendered.ts'
import { whenIdle } from '../../shared/when-idle.ts'
import { useListAddress } from '../../shared/use-list-address.ts'
import { compareHref, launchCausesHref, launchesHref, launchHref, paths } from '../../shared/routes.ts'
import { Button } from '../../ui/button.tsx'
import { ChangedRows } from '../../ui/changed-rows.tsx'
import { EmptyState, ProblemState } from '../../ui/empty-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import type { ResultKind } from '../../ui/result-kinds.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useShortcut } from '../../ui/shortcuts.ts'
import { toast } from '../../ui/toasts.ts'
import { Coming } from '../../ui/use-overlays.ts'
import { testsAddress, testsQueryOf } from '../address.ts'
import { copyLink } from '../../shared/copy-link.ts'
import { canRelaunch, canReview, useRights } from '../launch-actions.ts'
import type { LaunchAsk } from '../launch-dialogs.tsx'
import { useLaunchQuarantine } from '../quarantine/use-quarantine.ts'
import { useFailureTags } from '../test-parts/use-failure-tags.ts'
import { useTagAssignment } from '../test-parts/use-tag-assignment.ts'
import { useSuggestedIssue } from '../test-parts/use-suggested-issue.ts'
import { Actions, LaunchViews, Status } from './launch-head.tsx'
import { LaunchMeta } from './launch-meta.tsx'
import type { LaunchReads } from './launch-reads.ts'
import { LaunchSummary } from './launch-summary.tsx'
import { countWords, kindDrawnAs, launchTitle, testStatusWords } from '../../shared/launch-words.ts'
import { NoLaunch } from './no-launch.tsx'
import { QueueNote } from './queue-note.tsx'
import { ReviewNote } from './review-note.tsx'
import { TestsSkeleton, TestsTable } from './tests-table.tsx'
import { TestsToolbar } from './tests-toolbar.tsx'
import styles from './opened-launch.module.css'

const LaunchDialogs = lazy(() => import('../launch-dialogs.tsx').then((m) => ({ default: m.LaunchDialogs })))
const loadCauses = () => import('../causes/launch-causes.tsx')
const LaunchCauses = lazy(() => loadCauses().then((m) => ({ default: m.LaunchCauses })))
const LaunchComparison = lazy(() =>
  import('../compare/launch-comparison.tsx').then((m) => ({ default: m.LaunchComparison })),
)
const QuarantineDialog = lazy(() =>
  import('../quarantine/quarantine-dialog.tsx').then((m) => ({ default: m.QuarantineDialog })),
)
const TagDialog = lazy(() => import('../test-parts/tag-dialog.tsx').then((m) => ({ default: m.TagDialog })))
const LaunchLogs = lazy(() => import('../logs/launch-logs.tsx').then((m) => ({ default: m.LaunchLogs })))
const SessionsPanel = lazy(() => import('./sessions-panel.tsx').then((m) => ({ default: m.SessionsPanel })))
const CreateIssueDialog = lazy(() =>
  import('../test-parts/create-issue-dialog.tsx').then((m) => ({ default: m.CreateIssueDialog })),
)
const LinkIssueDialog = lazy(() =>
  import('../test-parts/link-issue-dialog.tsx').then((m) => ({ default: m.LinkIssueDialog })),
)

type OpenedLaunchProps = { launchId: number; page: ActorRefFrom<typeof launchPage>; reads: LaunchReads }

export function OpenedLaunch({ launchId, page, reads }: OpenedLaunchProps) {
  const project = useProject()
  const rights = useRights()
  const may = useMay()
  const [, navigate] = useLocation()
  const asked = new URLSearchParams(useSearch())
  const [ask, setAsk] = useState<LaunchAsk | null>(null)
  const [linking, setLinking] = useState<readonly LaunchTest[] | null>(null)
  const [creating, setCreating] = useState<LaunchTest | null>(null)
  const [sessionsOf, setSessionsOf] = useState<LaunchTest | null>(null)
  const { launch, history, selected, picked, stability, failure } = useSelector(page, (snapshot) => snapshot.context)
  const hasFailed = useSelector(page, (snapshot) => snapshot.matches({ launch: 'failed' }))
  const isMissing = useSelector(page, (snapshot) => snapshot.matches({ launch: 'missing' }))
  const list = useSelector(page, (snapshot) => snapshot.children.list)
  const shown = useSelector(list, (snapshot) => snapshot)
  if (list === undefined || shown === undefined) throw new Error('the page has no list')
  const { query, typed } = shown.context
  const tests = shown.context.page as TestsPage
  const grouping = groupingOf(query, tests.groups ?? [])
  const face = faceOfList(shown)
  const href = launchHref(project.key, launchId)
  const title = launch && launchTitle(launch)
  const names = useMemo(() => (title === null ? {} : { [paths.launch]: title }), [title])
  const { canWrite } = rights
  const canLinkIssues = canWrite && may.isOn('defects-linking') && may.has('reporting-issues-modify')
  const canSeeTags = may.has('reporting-stacktrace-labels-assign')
  const canTag = canWrite && canSeeTags
  const testRights = useMemo(() => ({ canWrite, canLinkIssues, canTag }), [canWrite, canLinkIssues, canTag])
  const tags = useFailureTags()

  useEffect(() => {
    const expected = list.on('search/expected', ({ query: asked }) => reads.tests.expect(asked))
    return () => expected.unsubscribe()
  }, [list, reads])
  useListAddress(list, {
    read: testsQueryOf,
    hrefOf: (asked) => testsAddress(project.key, launchId, asked),
  })
  useEffect(() => {
    const listeners = [
      page.on('tests/marked', ({ count, status }) =>
        toast.success((count === 1 ? TEXTS.testMarked : TEXTS.testsMarked)(testStatusWords[status])),
      ),
      page.on('mark/refused', ({ error }) => toast.error(messageOf(error))),
      page.on('pick/refused', ({ error }) => toast.error(messageOf(error))),
    ]
    return () => listeners.forEach((listener) => listener.unsubscribe())
  }, [page])

  const hasFailures = launch !== null && launch.statistics.failed + launch.statistics.failedAsKnown > 0
  useEffect(() => {
    // The code is there by the time that somebody asks for the causes; without it, the press loads it.
    if (hasFailures) return whenIdle(() => void loadCauses().catch(() => undefined))
    return undefined
  }, [hasFailures])
  const filter = useCallback(
    (change: Partial<TestsQuery>) => list.send({ type: 'filter/changed', filter: change }),
    [list],
  )
  const reset = useCallback(() => {
    list.send({ type: 'search/typed', q: '' })
    filter({ testsState: [], label: [], testCase: undefined, failureKey: undefined, failureTag: [] })
  }, [list, filter])
  const type = useCallback((q: string) => list.send({ type: 'search/typed', q }), [list])
  const submit = useCallback(() => list.send({ type: 'search/submitted' }), [list])
  const refreshTests = useCallback(() => list.send({ type: 'list/refresh' }), [list])
  const hrefFor = useCallback(
    (kind: ResultKind) => testsAddress(project.key, launchId, { ...query, testsState: [kindDrawnAs(kind)], page: 1 }),
    [project.key, launchId, query],
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
  const onLinked = useCallback(() => {
    reads.tests.forget()
    page.send({ type: 'tests/changed' })
  }, [page, reads])
  const { launches } = useApplication()
  const suggested = useSuggestedIssue(
    ({ failureKey, issueId }) => launches.linkCauseIssue(project.key, launchId, failureKey ?? '', issueId),
    onLinked,
  )
  const assignment = useTagAssignment(onLinked)
  const quarantine = useLaunchQuarantine(launchId)
  const isTagging = useSelector(assignment, (snapshot) => !snapshot.matches('closed'))
  const onTag = useCallback(
    (of: readonly LaunchTest[]) => assignment.send({ type: 'tags/ask', tests: of }),
    [assignment],
  )
  const closeAll = () => {
    close()
    closeLinking()
    setSessionsOf(null)
    assignment.send({ type: 'tags/cancel' })
    quarantine.cancel()
  }
  const onSelect = useCallback(
    (ids: readonly number[], isSelected: boolean) => page.send({ type: 'test/selected', ids, isSelected }),
    [page],
  )
  const onReplace = useCallback((ids: readonly number[]) => page.send({ type: 'selection/replaced', ids }), [page])
  const onPick = useCallback((pick: TestsPick) => page.send({ type: 'tests/pick', pick }), [page])
  const onMark = useCallback(
    (ids: readonly number[], status: Mark) => page.send({ type: 'tests/mark', ids, status }),
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
    keys: 'P',
    label: 'Compare with the previous launch',
    group: 'This page',
    run: () => navigate(compareHref(project.key, launchId)),
  })

  if (isMissing) return <NoLaunch projectKey={project.key} />
  const { unknown = 0 } = tests
  const isAnswered = launch !== null || hasFailed
  // DETAILS-03 to DETAILS-05.
  const hasLogs = launch !== null && launch.firstLaunchId !== null
  const isLogs = hasLogs && asked.get('launchView') === 'logs'
  const isCauses = asked.get('launchView') === 'failures'
  const isComparison = !isLogs && !isCauses && asked.has('compare')
  const isTests = !isLogs && !isCauses && !isComparison
  const openLogs = (attemptUuid: string | null) =>
    navigate(
      // The filters of the tests stay in the address: the way back finds them.
      withParameters(testsAddress(project.key, launchId, query), {
        launchView: 'logs',
        ...(attemptUuid === null ? {} : { attemptId: attemptUuid }),
      }),
      { replace: true },
    )
  const isRunning = launch !== null && isUnderWay(launch.status)
  return (
    <div className={styles.whole}>
      {isAnswered && face !== 'loading' && (!isTests || face !== 'shown') && <TakesPlaceOfDrawn />}
      <div className={styles.page}>
        <Page
          title={launch?.name ?? 'Launch'}
          documentTitle={launch === null ? 'Launch' : launchTitle(launch)}
          names={names}
          status={launch !== null && <Status launch={launch} />}
          actions={
            launch !== null && (
              <>
                <LaunchViews
                  launch={launch}
                  view={isLogs ? 'logs' : isCauses ? 'failures' : isComparison ? 'compare' : 'tests'}
                  onView={(view) =>
                    view === 'logs'
                      ? openLogs(null)
                      : navigate(
                          view === 'tests'
                            ? testsAddress(project.key, launchId, query)
                            : (view === 'failures' ? launchCausesHref : compareHref)(project.key, launchId),
                          { replace: true },
                        )
                  }
                />
                <Actions launch={launch} href={href} onAsk={setAsk} />
              </>
            )
          }
          meta={launch === null ? <Skeleton width={240} /> : <LaunchMeta launch={launch} />}
          foot={
            face === 'shown' &&
            isTests && (
              <Pagination
                page={query.page}
                pageSize={query.pageSize}
                total={shown.context.page.total}
                noun={[
                  'test',
                  'tests',
                  grouping === 'none' ? '' : ` in ${countWords(tests.groupsTotal ?? 0, 'group')}`,
                ]}
                hrefFor={(to) => testsAddress(project.key, launchId, { ...query, page: to })}
              />
            )
          }
        >
          <div data-scroll className={styles.content}>
            {launch !== null && <QueueNote launch={launch} />}
            {launch !== null && <ReviewNote launch={launch} />}
            {isCauses ? (
              <Suspense fallback={<TestsSkeleton />}>
                <LaunchCauses launchId={launchId} cause={asked.get('cause')} tags={tags} rights={testRights} />
              </Suspense>
            ) : isComparison ? (
              <Suspense fallback={<TestsSkeleton />}>
                <LaunchComparison launchId={launchId} />
              </Suspense>
            ) : isLogs ? (
              <Suspense fallback={<TestsSkeleton />}>
                <LaunchLogs launchId={launchId} attemptUuid={asked.get('attemptId')} onAttempt={openLogs} />
              </Suspense>
            ) : (
              <>
                {hasFailed ? (
                  <ProblemState title="The launch did not load" onRetry={() => page.send({ type: 'launch/refresh' })}>
                    {messageOf(failure)}
                  </ProblemState>
                ) : (
                  <LaunchSummary launch={launch} history={history} hrefFor={hrefFor} />
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
                <ChangedRows count={face === 'loading' ? 0 : unknown} noun={['test', 'tests']} onShow={refreshTests} />
                {face === 'loading' && <TestsSkeleton />}
                {face === 'shown' && (
                  <TestsTable
                    projectKey={project.key}
                    page={tests}
                    query={query}
                    grouping={grouping}
                    stability={stability}
                    quarantined={quarantine.marks}
                    details={reads.details}
                    rights={testRights}
                    tags={tags}
                    selected={selected}
                    picked={picked}
                    isBusy={isBusy(shown)}
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
                  <ProblemState
                    title="Tests did not load"
                    isRetrying={isBusy(shown)}
                    onRetry={() => list.send({ type: 'list/refresh' })}
                  >
                    {messageOf(shown.context.failure)}. Your filters are kept.
                  </ProblemState>
                )}
              </>
            )}
          </div>
        </Page>
      </div>
      <Suspense fallback={<Coming onClose={closeAll} />}>
        {sessionsOf !== null && <SessionsPanel test={sessionsOf} onClose={() => setSessionsOf(null)} />}
        {ask !== null && <LaunchDialogs ask={ask} isOnItsPage onDone={onDone} onClose={close} />}
        {quarantine.isAsking && (
          <QuarantineDialog subjects={quarantine.subjects} onSaved={quarantine.save} onClose={quarantine.cancel} />
        )}
        {isTagging && <TagDialog assignment={assignment} tags={tags} />}
        {linking !== null && <LinkIssueDialog tests={linking} onDone={onLinked} onClose={closeLinking} />}
        {creating !== null && (
          <CreateIssueDialog
            subject={{ launchId, testId: creating.id, failureKeys: [] }}
            onDone={onLinked}
            onClose={closeLinking}
          />
        )}
      </Suspense>
    </div>
  )
}

const withParameters = (href: string, parameters: Record<string, string>): string =>
  `${href}${href.includes('?') ? '&' : '?'}${new URLSearchParams(parameters)}`
