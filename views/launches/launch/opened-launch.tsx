/** An open launch: metadata, summary and tests, live. */
import { useActorRef, useSelector } from '@xstate/react'
import { History } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { ActorRefFrom } from 'xstate'
import type { TestsQuery } from '../../../contract/launches/launch-tests.ts'
import type { Launch } from '../../../contract/launches/launches.ts'
import { groupingOf } from '../../../contract/launches/test-list.ts'
import type { launchPage, TestsPage } from '../../../machines/launches/launch-page.machine.ts'
import { faceOfList } from '../../../machines/patterns/paged-list.machine.ts'
import { useProject } from '../../application/context.tsx'
import { Ended } from '../../shared/page/ended.tsx'
import { Page } from '../../shared/page/page.tsx'
import { PageShown } from '../../application/page-shown.tsx'
import { useSettingsChanges } from '../../shared/settings-changes.tsx'
import { compareHref, launchCausesHref, launchesHref, launchHref, paths } from '../../shared/routes.ts'
import { useListAddress } from '../../shared/use-list-address.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Later, later } from '../../ui/layout/later.tsx'
import { Pagination } from '../../ui/lists/pagination.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { useShortcut } from '../../ui/controls/shortcuts.ts'
import { testsAddress, testsQueryOf } from '../address.ts'
import { copyLink } from '../../shared/copy-link.ts'
import { canRelaunch, canReview, useRights, useTestRights, type Rights } from '../launch-actions.ts'
import type { LaunchAsk } from '../launch-dialogs.tsx'
import { useFailureTags } from '../test-parts/use-failure-tags.ts'
import { Actions, hasExecutionLogs, LaunchViews, Status, type LaunchView } from './launch-head.tsx'
import { LastVisitNote } from './last-visit-note.tsx'
import { launchListeners } from './launch-listeners.ts'
import { LaunchMeta } from './launch-meta.tsx'
import { LaunchTests } from './launch-tests.tsx'
import { launchTitle } from '../../shared/launch-labels.ts'
import { formatCount } from '../../ui/text/figures.ts'
import { NoLaunch } from './no-launch.tsx'
import { QueueNote } from './queue-note.tsx'
import { ReviewNote } from './review-note.tsx'
import { TestsSkeleton } from './tests-table.tsx'
import { useLastVisit } from './use-last-visit.ts'
import { useTimeTravel } from './use-time-travel.ts'
import styles from './opened-launch.module.css'

const LaunchCauses = later(() => import('../causes/launch-causes.tsx').then((m) => m.LaunchCauses))
const LaunchComparison = later(() => import('../compare/launch-comparison.tsx').then((m) => m.LaunchComparison))
const LaunchLogs = later(() => import('../logs/launch-logs.tsx').then((m) => m.LaunchLogs))
const LaunchDialogs = later(() => import('../launch-dialogs.tsx').then((m) => m.LaunchDialogs))
const TravelBar = later(() => import('./travel-bar.tsx').then((m) => m.TravelBar))

type OpenedLaunchProps = { launchId: number; page: ActorRefFrom<typeof launchPage> }

export function OpenedLaunch({ launchId, page }: OpenedLaunchProps) {
  const project = useProject()
  const own = useRights()
  const [, navigate] = useLocation()
  const asked = new URLSearchParams(useSearch())
  const [ask, setAsk] = useState<LaunchAsk | null>(null)
  const { history, launch: known } = useSelector(page, (snapshot) => snapshot.context)
  const hasFailed = useSelector(page, (snapshot) => snapshot.matches({ launch: 'failed' }))
  const isMissing = useSelector(page, (snapshot) => snapshot.matches({ launch: 'missing' }))
  const list = useSelector(page, (snapshot) => snapshot.children.list)
  const shown = useSelector(list, (snapshot) => snapshot)
  if (list === undefined || shown === undefined) throw new Error('the page has no list')
  const { query } = shown.context
  const view = viewIn(asked, known)
  const isTests = view === 'tests'
  const travelling = useTimeTravel(launchId, { launch: known, history, query, isOfTests: isTests })
  const { travel, isOpen: isTravelling, launch, seen, inMoment, toggle: toggleTravel } = travelling
  const face = seen?.face ?? faceOfList(shown)
  const href = launchHref(project.key, launchId)
  const title = launch && launchTitle(launch)
  const names = useMemo(() => (title === null ? {} : { [paths.launch]: title }), [title])
  const rights = seen === null ? own : NO_RIGHTS
  const testRights = useTestRights(rights)
  const tags = useFailureTags()

  const projectChanges$ = useSettingsChanges(TOLD_BY_PROJECT)
  useActorRef(launchListeners, { input: { page, list, projectChanges$ } })
  const visit = useLastVisit(launchId)
  const addressOf = (of: TestsQuery) => inMoment(testsAddress(project.key, launchId, of))
  useListAddress(list, { read: testsQueryOf, hrefOf: addressOf })
  const mayRelaunch = launch !== null && canRelaunch(launch, rights)
  const onRelaunch = useMemo(
    () =>
      mayRelaunch && launch !== null
        ? (testIds: readonly number[]) => setAsk({ action: 'relaunch', launches: [launch], testIds })
        : null,
    [mayRelaunch, launch, setAsk],
  )
  const onDone = ({ action }: LaunchAsk) => {
    if (action === 'delete') navigate(launchesHref(project.key), { replace: true })
    else page.send({ type: 'launch/refresh' })
  }
  useLaunchShortcuts({ launch, launchId, rights, isTests, onAsk: setAsk, onTravel: toggleTravel })

  if (isMissing)
    return <Ended reason="This launch was deleted" isInFrame otherwise={<NoLaunch projectKey={project.key} />} />
  const isAnswered = launch !== null || hasFailed
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
            isTests && <TestsFoot tests={seen?.page ?? shown.context.page} {...{ query, seen, addressOf }} />
          }
        >
          <div data-scroll className={styles.content} data-filled={view === 'logs' || undefined}>
            {isTests && isTravelling && (
              <Later fallback={<div className={styles.travel} />}>
                <TravelBar travel={travel} href={addressOf(query)} />
              </Later>
            )}
            {launch !== null && <QueueNote launch={launch} />}
            {seen === null && <LastVisitNote visit={visit} projectKey={project.key} launchId={launchId} />}
            {launch !== null && <ReviewNote launch={launch} />}
            {isTests ? (
              <LaunchTests {...{ page, list, launchId, travelling, tags, hasFailed, onRelaunch }} rights={testRights} />
            ) : (
              <Later fallback={<TestsSkeleton />}>
                {view === 'failures' && (
                  <LaunchCauses {...{ launchId, tags }} cause={asked.get('cause')} rights={testRights} />
                )}
                {view === 'compare' && <LaunchComparison launchId={launchId} />}
                {view === 'logs' && (
                  <LaunchLogs launchId={launchId} attemptUuid={asked.get('attemptId')} onAttempt={openLogs} />
                )}
              </Later>
            )}
          </div>
        </Page>
      </div>
      <Later onClose={() => setAsk(null)}>
        {ask !== null && <LaunchDialogs ask={ask} isOnItsPage onDone={onDone} onClose={() => setAsk(null)} />}
      </Later>
    </div>
  )
}

type TestsFootProps = {
  tests: TestsPage
  query: TestsQuery
  seen: ReturnType<typeof useTimeTravel>['seen']
  addressOf: (query: TestsQuery) => string
}

function TestsFoot({ tests, query, seen, addressOf }: TestsFootProps) {
  const grouping = seen?.grouping ?? groupingOf(query, tests.groups ?? [])
  return (
    <Pagination
      page={(seen?.query ?? query).page}
      pageSize={query.pageSize}
      total={tests.total}
      noun={['test', 'tests', grouping === 'none' ? '' : ` in ${formatCount(tests.groupsTotal ?? 0, 'group')}`]}
      hrefFor={(to) => addressOf({ ...query, page: to })}
    />
  )
}

type ShortcutsProps = {
  launch: Launch | null
  launchId: number
  rights: Rights
  isTests: boolean
  onAsk: (ask: LaunchAsk) => void
  onTravel: () => void
}

function useLaunchShortcuts({ launch, launchId, rights, isTests, onAsk, onTravel }: ShortcutsProps) {
  const { key } = useProject()
  const [, navigate] = useLocation()
  const group = 'This page'
  const href = launchHref(key, launchId)
  useShortcut({ keys: 'C', label: 'Copy link to this launch', group, run: () => void copyLink(href) })
  useShortcut({
    keys: 'R',
    label: 'Review this launch',
    group,
    isActive: launch !== null && canReview(launch, rights),
    run: () => {
      if (launch !== null) onAsk({ action: 'review', launches: [launch] })
    },
  })
  useShortcut({ keys: 'T', label: 'Time travel', group, isActive: isTests, run: onTravel })
  useShortcut({
    keys: 'P',
    label: 'Compare with the previous launch',
    group,
    run: () => navigate(compareHref(key, launchId)),
  })
}

const TOLD_BY_PROJECT = ['quarantine', 'failure-causes'] as const

/** Nothing can be changed in a past state. */
const NO_RIGHTS: Rights = { canWrite: false, canManage: false, canRelaunch: false }
/** DETAILS-03 to DETAILS-05. */
const viewIn = (asked: URLSearchParams, launch: Launch | null): LaunchView => {
  const named = asked.get('launchView')
  if (named === 'logs' && launch !== null && hasExecutionLogs(launch)) return 'logs'
  if (named === 'failures') return 'failures'
  return asked.has('compare') ? 'compare' : 'tests'
}

const withParameters = (href: string, parameters: Record<string, string>): string =>
  `${href}${href.includes('?') ? '&' : '?'}${new URLSearchParams(parameters)}`
