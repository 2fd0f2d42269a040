/** An open test: failure, log, pictures and history. */
import { useActorRef, useSelector } from '@xstate/react'
import { ChevronDown, ChevronUp, Ellipsis } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { ActorRefFrom } from 'xstate'
import { seenOf, linkIssue, type LaunchTest, type Mark } from '../../../contract/launches/launch-tests.ts'
import { listBrowserErrors, type LogEntry } from '../../../contract/launches/test-details.ts'
import { kindOf, type Artifact } from '../../../contract/launches/launches.ts'
import { isTrace } from '../../../contract/launches/traces.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { testPage } from '../../../machines/launches/test-page.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useApplication, useProject } from '../../application/context.tsx'
import { PageShown } from '../../application/page-shown.tsx'
import { Page } from '../../shared/page/page.tsx'
import { launchHref, paths, quarantineHref, testHref, type TestTab } from '../../shared/routes.ts'
import { useEmitted } from '../../shared/use-emitted.ts'
import { Chip } from '../../ui/marks/chip.tsx'
import { CodeBlock } from '../../ui/code/code-block.tsx'
import { EmptyState, ProblemState } from '../../ui/layout/empty-state.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Later, later } from '../../ui/layout/later.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { StatusTag } from '../../ui/marks/status-tag.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { withoutAnsi } from '../ansi.ts'
import { ArtifactList } from '../artifact-list.tsx'
import { displayedKind, testStatusLabels } from '../../shared/launch-labels.ts'
import { useRights, useTestRights } from '../launch-actions.ts'
import { artifactsOf } from './attempt.ts'
import { BrowserErrors } from './browser-errors.tsx'
import { FailureCard } from '../failure/failure-card.tsx'
import { MarkMenu, Neighbour } from './test-actions.tsx'
import { SuggestedIssue } from '../test-parts/suggested-issue.tsx'
import { QuarantineSign } from '../quarantine/quarantine-mark.tsx'
import { useLaunchQuarantine } from '../quarantine/use-quarantine.ts'
import { useFailureTags } from '../test-parts/use-failure-tags.ts'
import { useTagAssignment } from '../test-parts/use-tag-assignment.ts'
import { useSuggestedIssue } from '../test-parts/use-suggested-issue.ts'
import { picturesOf, screenshotViewerIn } from '../viewer/pictures.ts'
import { HistoryList } from './test-history.tsx'
import { TestLog } from './test-log.tsx'
import { TestMeta } from './test-meta.tsx'
import { Screenshots } from '../visual/screenshots.tsx'
import { TestOverlays, type TestAsk } from '../test-parts/test-overlays.tsx'
import { TestMenuItems } from '../test-parts/test-row.tsx'
import { TestTraces } from '../trace/test-traces.tsx'
import { TestSide } from './test-side.tsx'
import { TestSteps } from './test-steps.tsx'
import { SessionVideo } from './session-video.tsx'
import styles from './opened-test.module.css'

const ScreenshotViewer = later(() => import('../viewer/screenshot-viewer.tsx').then((m) => m.ScreenshotViewer))

const tabs: readonly TestTab[] = ['steps', 'log', 'stack-trace', 'screenshots', 'trace', 'artifacts', 'history']

export type OpenedTestProps = { launchId: number; testId: number; page: ActorRefFrom<typeof testPage> }

export function OpenedTest({ launchId, testId, page }: OpenedTestProps) {
  const application = useApplication()
  const project = useProject()
  const [, navigate] = useLocation()
  const search = new URLSearchParams(useSearch())
  const chosenTab = tabs.find((one) => one === search.get('tab')) ?? null
  const [ask, setAsk] = useState<TestAsk | null>(null)
  const [playingAt, setPlayingAt] = useState<number | null>(null)
  const [seek, setSeek] = useState<{ at: number } | null>(null)
  const rights = useTestRights(useRights())
  const viewerMachine = useMemo(
    () => screenshotViewerIn({ send: application.sendRead, projectKey: project.key, launchId, testId }),
    [application, project.key, launchId, testId],
  )
  const viewer = useActorRef(viewerMachine)
  const isViewing = useSelector(viewer, (snapshot) => snapshot.matches('open'))
  const { details, history, failure, logFailure, entries, place } = useSelector(page, (snapshot) => snapshot.context)
  const hasFailed = useSelector(page, (snapshot) => snapshot.matches({ test: 'failed' }))
  const launch = launchHref(project.key, launchId)
  useEmitted(page, {
    'test/missing': () => {
      toast.error('Test not found')
      navigate(launch, { replace: true })
    },
    'test/marked': ({ status }) => toast.success(TEXTS.testMarked(testStatusLabels[status])),
    'mark/refused': ({ error }) => toast.error(messageOf(error)),
  })
  const onTime = useCallback((at: number) => setSeek({ at }), [setSeek])
  const onLinked = useCallback(() => page.send({ type: 'test/refresh' }), [page])
  const suggested = useSuggestedIssue(async ({ issueId }) => {
    const shown = page.getSnapshot().context.details
    if (shown === null) return { linked: 0 }
    await application.send(linkIssue, {
      params: { projectKey: project.key, launchId },
      body: { ids: [testId], issueId, seen: [seenOf(shown.test)] },
    })
    return { linked: 1 }
  }, onLinked)
  const tags = useFailureTags()
  const assignment = useTagAssignment(onLinked)
  const quarantine = useLaunchQuarantine(launchId)
  const mark = quarantine.marks?.get(testId)
  const onTag = (tagged: readonly LaunchTest[]) => assignment.send({ type: 'tags/ask', tests: tagged })
  const onMark = useCallback((status: Mark) => page.send({ type: 'tests/mark', status }), [page])
  const onShot = useCallback(
    ({ id }: LogEntry) => {
      const { entries: shown, place: at } = page.getSnapshot().context
      const pictures = picturesOf(shown, at.attempt)
      viewer.send({ type: 'viewer/opened', pictures, id, hasEarlier: at.attempt > 1 })
    },
    [page, viewer],
  )
  const test = details?.test ?? null
  const onLink = () => setAsk(test && { action: 'link', tests: [test] })
  const onCreateIssue = () => setAsk(test && { action: 'create-issue', test })
  const attempts = details?.attempts ?? []
  const attempt = attempts.find((one) => one.attempt === place.attempt)
  const isLast = attempts.length === 0 || place.attempt === attempts.at(-1)?.attempt
  const stackTrace = isLast ? (details?.stackTrace ?? test?.message ?? null) : (attempt?.message ?? null)
  const files = details === null ? [] : artifactsOf(details, place.attempt)
  const shots = useMemo(() => entries.filter(({ kind }) => kind === 'screenshot'), [entries])
  const steps = attempt?.steps ?? 0
  const tab = chosenTab ?? (details === null ? null : steps > 0 ? 'steps' : 'log')
  const startedAt = Date.parse(attempt?.startTime ?? test?.startTime ?? '')
  const timeline = useMemo(
    () => ({ shots, startedAt, playingAt, onTime, onShot }),
    [shots, startedAt, playingAt, onTime, onShot],
  )
  const isFailure = (attempt?.status ?? test?.status) === 'FAILED' || (isLast && test?.status === 'FAILED')
  const isShown = (one: TestTab) =>
    one === tab || (one === 'steps' ? steps > 0 : one !== 'trace' || test?.hasTrace === true)
  const tabItems = tabs.filter(isShown).map((id) => ({
    id,
    label: tabLabels[id],
    href: withAttempt(testHref(project.key, launchId, testId, id), isLast ? null : place.attempt),
    ...countOf(id, { steps, log: entries.length, screenshots: shots.length, artifacts: files.length }),
  }))
  const openAttempt = (to: number) => {
    setPlayingAt(null)
    page.send({ type: 'attempt/opened', attempt: to })
    const own = testHref(project.key, launchId, testId, chosenTab)
    navigate(withAttempt(own, to === attempts.at(-1)?.attempt ? null : to), { replace: true })
  }
  /** Without a video, steps and log move alone. */
  const onErrorTime = (startMs: number) => {
    onTime(startedAt + startMs)
    setPlayingAt(startedAt + startMs)
  }
  const startOf = (of: number) =>
    Date.parse(attempts.find((one) => one.attempt === of)?.startTime ?? test?.startTime ?? '')
  const suggestion = details?.suggestion ?? null
  const hrefOf = (id: number) => testHref(project.key, launchId, id, chosenTab)
  return (
    <>
      {(details !== null || hasFailed) && <PageShown />}
      <Page
        title={test?.name ?? 'Test'}
        names={
          details === null
            ? {}
            : {
                [paths.launch]: `${details.launchName} #${details.launchNumber}`,
                [paths.test]: details.test.name,
              }
        }
        status={
          test !== null && (
            <>
              <StatusTag kind={displayedKind(kindOf(test))} look="badge" />
              {(quarantine.marks?.has(testId) ?? test.quarantined) && (
                <Chip href={quarantineHref(project.key)} icon={<QuarantineSign mark={mark} />} title={mark?.reason}>
                  Quarantined
                </Chip>
              )}
            </>
          )
        }
        actions={
          details !== null && (
            <>
              <MarkMenu test={details.test} canWrite={rights.canWrite} onMark={onMark} />
              <Neighbour
                id={details.previousId}
                label="Previous test"
                hrefOf={hrefOf}
                icon={<ChevronUp aria-hidden />}
              />
              <Neighbour id={details.nextId} label="Next test" hrefOf={hrefOf} icon={<ChevronDown aria-hidden />} />
              <Menu
                label="Actions"
                align="end"
                trigger={
                  <IconButton label="More actions">
                    <Ellipsis aria-hidden />
                  </IconButton>
                }
              >
                <TestMenuItems
                  test={details.test}
                  rights={{ ...rights, canWrite: false }}
                  quarantined={mark}
                  onQuarantine={rights.canWrite ? quarantine.onQuarantine : null}
                  onRelease={quarantine.onRelease}
                  href={testHref(project.key, launchId, testId)}
                  onMark={() => undefined}
                  onLink={onLink}
                  onCreateIssue={onCreateIssue}
                  onTag={onTag}
                />
              </Menu>
            </>
          )
        }
        meta={
          test === null ? (
            <Skeleton width={240} />
          ) : (
            <TestMeta {...{ test, attempts, history }} attempt={place.attempt} onAttempt={openAttempt} />
          )
        }
        tabs={<Tabs label="Test" items={tabItems} selected={tab ?? ''} />}
      >
        {hasFailed ? (
          <ProblemState title="The test did not load" onRetry={() => page.send({ type: 'test/refresh' })}>
            {messageOf(failure)}
          </ProblemState>
        ) : (
          <div className={styles.page}>
            {(tab === 'log' || tab === 'steps') && isFailure && details !== null && stackTrace !== null && (
              <FailureCard
                {...{ details, history, entries, files, startedAt, onShot }}
                attempt={place.attempt}
                failure={stackTrace}
                suggestion={
                  suggestion !== null &&
                  isLast && (
                    <SuggestedIssue
                      projectKey={project.key}
                      suggestion={suggestion}
                      tests={null}
                      canLink={rights.canLinkIssues}
                      isLinking={suggested.isLinking}
                      onAccept={() => suggested.onAccept(null, suggestion.issueId)}
                    />
                  )
                }
              />
            )}
            <div className={styles.body} data-wide={tab === 'trace' || undefined}>
              <div className={styles.main}>
                {tab === null ? null : tab === 'steps' ? (
                  details !== null && (
                    <TestSteps
                      key={place.attempt}
                      {...{ launchId, testId }}
                      timeline={timeline}
                      attempt={place.attempt}
                      failure={isFailure ? stackTrace : null}
                    />
                  )
                ) : tab === 'log' ? (
                  <TestLog
                    {...{ entries, startedAt, playingAt, onTime, onShot }}
                    isRunning={test === null || test.status === 'IN_PROGRESS'}
                    failure={isFailure ? stackTrace : null}
                    loadFailure={logFailure}
                  />
                ) : tab === 'history' ? (
                  <HistoryList history={history} testId={testId} />
                ) : tab === 'trace' ? (
                  <TestTraces attempts={details?.attempts ?? null} files={files} onAttempt={openAttempt} />
                ) : (
                  <OtherTab {...{ tab, stackTrace, startedAt, onShot }} shots={shots} files={files} />
                )}
              </div>
              {details !== null && tab !== 'trace' && (
                <TestSide
                  details={details}
                  files={files}
                  rights={rights}
                  tags={tags}
                  onLink={onLink}
                  onCreateIssue={onCreateIssue}
                  onTag={onTag}
                  video={
                    <SessionVideo
                      sessions={details.sessions}
                      files={files}
                      startedAt={startedAt}
                      seek={seek}
                      onPlaying={setPlayingAt}
                    />
                  }
                  browserErrors={
                    isFailure &&
                    files.some(isTrace) && (
                      <BrowserErrors
                        key={place.attempt}
                        load={() =>
                          application.sendRead(listBrowserErrors, {
                            params: { projectKey: project.key, launchId, testId },
                            query: { attempt: place.attempt },
                          })
                        }
                        onTime={onErrorTime}
                      />
                    )
                  }
                />
              )}
            </div>
          </div>
        )}
      </Page>
      <TestOverlays
        {...{ launchId, tags, ask, quarantine, assignment }}
        onChanged={onLinked}
        onClose={() => setAsk(null)}
      />
      <Later onClose={() => viewer.send({ type: 'viewer/closed' })}>
        {isViewing && <ScreenshotViewer viewer={viewer} startOf={startOf} />}
      </Later>
    </>
  )
}

type OtherTabProps = {
  tab: 'stack-trace' | 'screenshots' | 'artifacts'
  stackTrace: string | null
  shots: readonly LogEntry[]
  files: readonly Artifact[]
  startedAt: number
  onShot: (entry: LogEntry) => void
}

function OtherTab({ tab, stackTrace, shots, files, startedAt, onShot }: OtherTabProps) {
  if (tab === 'stack-trace')
    return stackTrace === null ? (
      <EmptyState title="No stack trace">This attempt did not fail.</EmptyState>
    ) : (
      <div className={styles.padded}>
        <CodeBlock label="Stack trace" code={withoutAnsi(stackTrace)} hasLineNumbers wraps />
      </div>
    )
  if (tab === 'screenshots') return <Screenshots {...{ shots, files, startedAt, onShot }} />
  return files.length === 0 ? (
    <EmptyState title="No artifacts">Files and links that the test reports appear here.</EmptyState>
  ) : (
    <div className={styles.padded}>
      <ArtifactList artifacts={files} />
    </div>
  )
}

/** An address without an attempt means the last one. */
const withAttempt = (href: string, attempt: number | null): string =>
  attempt === null ? href : `${href}${href.includes('?') ? '&' : '?'}attempt=${attempt}`

const tabLabels: Record<TestTab, string> = {
  steps: 'Steps',
  log: 'Log',
  'stack-trace': 'Stack trace',
  screenshots: 'Screenshots',
  trace: 'Trace',
  artifacts: 'Artifacts',
  history: 'History',
}

const countOf = (tab: TestTab, counts: Partial<Record<TestTab, number>>): { count?: number } => {
  const count = counts[tab] ?? 0
  return count > 0 ? { count } : {}
}
