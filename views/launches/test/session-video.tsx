/** Video of a test's session, synchronised with its log. */
import type { TestDetails } from '../../../machines/launches/test-page.machine.ts'
import { TestVideo } from './test-video.tsx'

export type SessionVideoProps = {
  details: TestDetails
  startedAt: number
  seek: { at: number } | null
  onPlaying: (at: number | null) => void
}

/** The last session's video; starts with its session, or at the reported time. */
export function SessionVideo({ details, startedAt, ...rest }: SessionVideoProps) {
  const session = details.sessions.findLast(({ artifacts }) => artifacts.some(({ kind }) => kind === 'video'))
  const video =
    session?.artifacts.find(({ kind }) => kind === 'video') ?? details.artifacts.find(({ kind }) => kind === 'video')
  if (video === undefined) return null
  const startsAt = session?.startedAt ? Date.parse(session.startedAt) : startedAt
  return <TestVideo video={video} startsAt={startsAt} {...rest} />
}
