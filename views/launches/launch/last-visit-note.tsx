/** Changes since the reader's last visit, with links to the affected tests. */
import { useSelector } from '@xstate/react'
import { Bell, X } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import type { LaunchNews, NewsOfTests } from '../../../contract/launches/launch-visits.ts'
import { shownUsername } from '../../../contract/projects/people.ts'
import { launchHref } from '../../shared/routes.ts'
import { formatCount } from '../../ui/text/figures.ts'
import { Banner } from '../../ui/layout/banner.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import type { LastVisit } from './use-last-visit.ts'

type LastVisitNoteProps = { visit: LastVisit; projectKey: string; launchId: number }

export function LastVisitNote({ visit, projectKey, launchId }: LastVisitNoteProps) {
  const news = useSelector(visit, (snapshot) => (snapshot.matches({ known: 'shown' }) ? snapshot.context.news : null))
  if (news === null || news.since === null) return null
  const parts = partsOf(news, (ids) => launchHref(projectKey, launchId, { testId: ids.map(String), group: 'none' }))
  return (
    <Banner
      icon={<Bell aria-hidden />}
      actions={
        <IconButton label="Dismiss" size="sm" onClick={() => visit.send({ type: 'news/dismiss' })}>
          <X aria-hidden />
        </IconButton>
      }
    >
      Since your last visit (<RelativeTime at={news.since} />
      ):{' '}
      {parts.map(({ key, words }, index) => (
        <Fragment key={key}>
          {index > 0 && ', '}
          {words}
        </Fragment>
      ))}
    </Banner>
  )
}

const KINDS = [
  ['finished', 'finished'],
  ['failed', 'failed'],
  ['tagged', 'tagged'],
  ['linked', 'linked to an issue'],
  ['marked', 'marked by hand'],
] as const

function partsOf(news: LaunchNews, hrefOf: (ids: readonly number[]) => string): { key: string; words: ReactNode }[] {
  const { hasEnded, review } = news
  return [
    ...KINDS.filter(([kind]) => news[kind].count > 0).map(([kind, words]) => ({
      key: kind,
      words: <Tests tests={news[kind]} words={words} hrefOf={hrefOf} isFirst={kind === 'finished'} />,
    })),
    ...(hasEnded ? [{ key: 'ended', words: 'the launch ended' }] : []),
    ...(review === null
      ? []
      : [{ key: 'review', words: `reviewed${review.by === null ? '' : ` by ${shownUsername(review.by)}`}` }]),
  ]
}

type TestsProps = {
  tests: NewsOfTests
  words: string
  hrefOf: (ids: readonly number[]) => string
  isFirst: boolean
}

/** More tests than fit into a URL are counted without a link. */
function Tests({ tests: { count, ids }, words, hrefOf, isFirst }: TestsProps) {
  const label = `${isFirst ? formatCount(count, 'test') : count} ${words}`
  return ids.length < count ? label : <Link href={hrefOf(ids)}>{label}</Link>
}
