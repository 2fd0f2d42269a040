/** A launch for holders of its public link and passcode. */
import { useLocation, useSearch } from 'wouter'
import { passRate, workingSince } from '../../../contract/launches/launches.ts'
import { getPublicLaunch, type PublicLaunch } from '../../../contract/public/public-access.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import type { Send } from '../../../services/http/http.ts'
import { useResource } from '../../application/context.tsx'
import { countsOf, kindDisplayedAs, launchTitle, formatPercent, statusLook } from '../../shared/launch-labels.ts'
import { PublicPage, useDocumentTitle } from '../../shared/public/public-page.tsx'
import { Duration } from '../../ui/text/duration.tsx'
import { ProblemState } from '../../ui/layout/empty-state.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { ResultBar } from '../../ui/results/result-bar.tsx'
import { ResultLegend } from '../../ui/results/result-legend.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { StatusTag } from '../../ui/marks/status-tag.tsx'
import { ArtifactList } from '../artifact-list.tsx'
import { Chips } from '../chips.tsx'
import { chipsOf } from '../launch-chips.ts'
import styles from './public-launch.module.css'
import { PublicTest } from './public-test.tsx'
import { PublicTests } from './public-tests.tsx'

export function PublicLaunchPage() {
  return (
    <PublicPage resourceType="launch" noun="launch">
      {(send) => <Shared send={send} />}
    </PublicPage>
  )
}

function Shared({ send }: { send: Send }) {
  const { value: launch, failure, retry } = useResource(() => send(getPublicLaunch).then(({ launch }) => launch))
  const [path] = useLocation()
  const testId = Number(new URLSearchParams(useSearch()).get('test') ?? 0)
  if (launch === null)
    return failure === null ? (
      <div aria-busy className={styles.page}>
        <Skeleton width={320} height={24} />
      </div>
    ) : (
      <ProblemState title="The launch did not load" onRetry={retry}>
        {messageOf(failure)}
      </ProblemState>
    )
  return (
    <div className={styles.page}>
      {testId > 0 ? (
        <PublicTest key={testId} send={send} testId={testId} back={{ href: path, words: launchTitle(launch) }} />
      ) : (
        <Launch launch={launch} send={send} path={path} />
      )}
    </div>
  )
}

function Launch({ launch, send, path }: { launch: PublicLaunch; send: Send; path: string }) {
  const look = statusLook[launch.status]
  const chips = chipsOf(launch)
  useDocumentTitle(launchTitle(launch))
  return (
    <>
      <header className={styles.head}>
        <div className={styles.title}>
          <h1>{launchTitle(launch)}</h1>
          <StatusTag kind={look.kind} look="badge" isWaiting={look.isWaiting}>
            {look.words}
          </StatusTag>
        </div>
        <div className={styles.facts}>
          {launch.status === 'IN_PROGRESS' ? (
            <Duration since={workingSince(launch)} />
          ) : (
            <Duration ms={launch.elapsed} />
          )}
          <span>
            {launch.endedAt === null ? 'started' : 'ended'} <RelativeTime at={launch.endedAt ?? launch.startedAt} />
          </span>
          <span>Pass rate {formatPercent(passRate(launch.statistics))}</span>
          {launch.environment !== null && <span>{launch.environment}</span>}
          {chips.length > 0 && <Chips chips={chips} max={4} />}
        </div>
        <ResultBar counts={countsOf(launch.statistics)} />
        <div className={styles.legend}>
          <ResultLegend
            counts={countsOf(launch.statistics)}
            hrefFor={(kind) => `${path}?testsState=${kindDisplayedAs(kind)}`}
          />
        </div>
      </header>
      <PublicTests launch={launch} send={send} path={path} />
      {launch.artifacts.length > 0 && (
        <section className={styles.section} aria-label="Artifacts">
          <h2>Artifacts</h2>
          <ArtifactList artifacts={launch.artifacts} />
        </section>
      )}
    </>
  )
}
