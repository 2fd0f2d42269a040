/** The video of a test's session, played along its log. */
import type { TestDetails } from '../../../machines/launches/test-page.machine.ts'
import { TestVideo } from './test-video.tsx'

export type SessionVideoProps = {
  details: TestDetails
  startedAt: number
  seek: { at: number } | null
  onPlaying: (at: number | null) => void
}

/** The video of the last session that has one; it begins with its session, or where the server says. */
export function SessionVideo({ details, startedAt, ...rest }: SessionVideoProps) {
  const session = details.sessions.findLast(({ artifacts }) => artifacts.some(({ kind }) => kind === 'video'))
  const video =
    session?.artifacts.find(({ kind }) => kind === 'video') ?? details.artifacts.find(({ kind }) => kind === 'video')
  if (video === undefined) return null
  const startsAt = session?.startedAt ? Date.parse(session.startedAt) : startedAt
  return <TestVideo video={video} startsAt={startsAt} {...rest} />
}
