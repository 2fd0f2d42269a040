/** Video of a test's session, synchronised with its log. */
import type { Artifact } from '../../../contract/launches/launches.ts'
import type { TestSession } from '../../../contract/launches/test-details.ts'
import { TestVideo } from './test-video.tsx'

export type SessionVideoProps = {
  sessions: readonly TestSession[]
  /** Artifacts of the attempt that is shown. */
  files: readonly Artifact[]
  startedAt: number
  seek: { at: number } | null
  onPlaying: (at: number | null) => void
}

/** The last session's video; starts with its session, or at the reported time. */
export function SessionVideo({ sessions, files, startedAt, ...rest }: SessionVideoProps) {
  const session = sessions.findLast(({ artifacts }) => artifacts.some(({ kind }) => kind === 'video'))
  const video = session?.artifacts.find(({ kind }) => kind === 'video') ?? files.find(({ kind }) => kind === 'video')
  if (video === undefined) return null
  const startsAt = session?.startedAt ? Date.parse(session.startedAt) : startedAt
  return <TestVideo video={video} startsAt={startsAt} {...rest} />
}
