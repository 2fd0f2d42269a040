/** The tests view of an open launch: summary, filters and the list of tests, with what is done to them. */
import { useSelector } from '@xstate/react'
import { useCallback, useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import {
  linkCauseIssue,
  seenOf,
  type LaunchTest,
  type Mark,
  type TestsQuery,
} from '../../../contract/launches/launch-tests.ts'
import { isUnderWay, type Launch } from '../../../contract/launches/launches.ts'
import { groupingOf } from '../../../contract/launches/test-list.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { launchPage, testsList, TestsPage } from '../../../machines/launches/launch-page.machine.ts'
import type { TestsPick } from '../../../machines/launches/picked-tests.ts'
import { TEST_FILTERS } from '../../../machines/launches/test-filters.ts'
import { faceOfList, isBusy } from '../../../machines/patterns/paged-list.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useApplication, useProject } from '../../application/context.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState, ProblemState } from '../../ui/layout/empty-state.tsx'
import { ChangedRows } from '../../ui/lists/changed-rows.tsx'
import type { ResultKind } from '../../ui/results/result-kinds.ts'
import { kindDisplayedAs } from '../../shared/launch-labels.ts'
import { testsAddress } from '../address.ts'
import type { TestRights } from '../launch-actions.ts'
import { useLaunchQuarantine } from '../quarantine/use-quarantine.ts'
import { TestOverlays, type TestAsk } from '../test-parts/test-overlays.tsx'
import type { FailureTagsById } from '../test-parts/use-failure-tags.ts'
import { useSuggestedIssue } from '../test-parts/use-suggested-issue.ts'
import { useTagAssignment } from '../test-parts/use-tag-assignment.ts'
import { LaunchSummary } from './launch-summary.tsx'
import { TestsSkeleton, TestsTable } from './tests-table.tsx'
import { TestsToolbar } from './tests-toolbar.tsx'
import { useTestsList } from './use-tests-list.ts'
import type { useTimeTravel } from './use-time-travel.ts'
import styles from './opened-launch.module.css'

type LaunchTestsProps = {
  page: ActorRefFrom<typeof launchPage>
  list: ActorRefFrom<typeof testsList>
  launchId: number
  /** The launch, its tests and their neighbours, in the present or the past. */
  travelling: Pick<ReturnType<typeof useTimeTravel>, 'launch' | 'rates' | 'seen' | 'inMoment'>
  rights: TestRights
  tags: FailureTagsById
  hasFailed: boolean
  /** Null where the launch cannot run again. */
  onRelaunch: ((testIds: readonly number[]) => void) | null
}

export function LaunchTests({
  page,
  list,
  launchId,
  travelling,
  rights,
  tags,
  hasFailed,
  onRelaunch,
}: LaunchTestsProps) {
  const project = useProject()
  const { sendRead } = useApplication()
  const [ask, setAsk] = useState<TestAsk | null>(null)
  const { selected, picked, stability, failure } = useSelector(page, (snapshot) => snapshot.context)
  const shown = useSelector(list, (snapshot) => snapshot)
  const { query, typed, failure: listFailure } = shown.context
  const { launch, rates, seen, inMoment } = travelling
  const tests = seen?.page ?? (shown.context.page as TestsPage)
  const grouping = seen?.grouping ?? groupingOf(query, tests.groups ?? [])
  const face = seen?.face ?? faceOfList(shown)
  const { filter, reset, type, submit, refresh } = useTestsList(list)
  const hrefFor = useCallback(
    (kind: ResultKind) =>
      inMoment(testsAddress(project.key, launchId, { ...query, testsState: [kindDisplayedAs(kind)], page: 1 })),
    [project.key, launchId, query, inMoment],
  )
  const onChanged = useCallback(() => page.send({ type: 'tests/changed' }), [page])
  const suggested = useSuggestedIssue(
    ({ failureKey, issueId }) =>
      sendRead(linkCauseIssue, {
        params: { projectKey: project.key, launchId, failureKey: failureKey ?? '' },
        body: { issueId },
      }),
    onChanged,
  )
  const assignment = useTagAssignment(onChanged)
  const quarantine = useLaunchQuarantine(launchId)
  const onTag = useCallback(
    (of: readonly LaunchTest[]) => assignment.send({ type: 'tags/ask', tests: of }),
    [assignment],
  )
  const onLink = useCallback((of: readonly LaunchTest[]) => setAsk({ action: 'link', tests: of }), [])
  const onCreateIssue = useCallback((test: LaunchTest) => setAsk({ action: 'create-issue', test }), [])
  const onSessions = useCallback((test: LaunchTest) => setAsk({ action: 'sessions', test }), [])
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
  const { unknown = 0 } = tests
  return (
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
            {...{ launchId, query, tags, grouping, typed }}
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
          {...{ grouping, rights, tags, onSelect, onReplace, onPick, onMark, onRelaunch, onLink, onCreateIssue, onTag }}
          {...{ onSessions, onSort }}
          projectKey={project.key}
          page={tests}
          query={seen?.query ?? query}
          stability={seen === null ? stability : NOTHING.stability}
          quarantined={seen === null ? quarantine.marks : null}
          selected={seen === null ? selected : NOTHING.selected}
          picked={seen === null ? picked : NOTHING.selected}
          isBusy={seen === null && isBusy(shown)}
          isLinking={suggested.isLinking}
          isWhole={launch !== null || hasFailed}
          onAccept={suggested.onAccept}
          onQuarantine={rights.canWrite ? quarantine.onQuarantine : null}
          onRelease={quarantine.onRelease}
        />
      )}
      {face === 'empty' && <EmptyState title={isRunning(launch) ? TEXTS.noTestsYet : TEXTS.noTests} />}
      {face === 'noResults' && (
        <EmptyState title="No tests match these filters" actions={<Button onClick={reset}>Reset filters</Button>}>
          {TEST_FILTERS.length > 0 && 'Change or reset a filter.'}
        </EmptyState>
      )}
      {face === 'failed' && launch !== null && (
        <ProblemState title="Tests did not load" isRetrying={isBusy(shown)} onRetry={refresh}>
          {messageOf(listFailure)}. Your filters are kept.
        </ProblemState>
      )}
      <TestOverlays {...{ launchId, tags, ask, quarantine, assignment, onChanged }} onClose={() => setAsk(null)} />
    </>
  )
}

const isRunning = (launch: Launch | null) => launch !== null && isUnderWay(launch.status)

/** Only for the present state. */
const NOTHING = { stability: {}, selected: [] }
