import { createLaunchersService } from '../../../services/launchers/launchers.ts'
import { useProject, useResource } from '../../boot/context.tsx'
import { serviceOf } from '../../boot/service-of.ts'
import { whileSeen } from '../../shared/while-seen.ts'

/** The launches before it and the workers change without a message about this one. */
const FOLLOWED_MS = 3000

const useLaunchers = serviceOf(({ send }) => createLaunchersService(send))

/** Why no worker has taken a launch yet, and how many of its project come first. Nothing where that is not known. */
export function QueueReason({ launchId }: { launchId: number }) {
  const { key } = useProject()
  const launchers = useLaunchers()
  const { value } = useResource(() => launchers.attempts(key, launchId), { follow: () => whileSeen(FOLLOWED_MS) })
  const waiting = value?.at(-1)?.waiting ?? null
  if (waiting === null) return null
  return (
    <>
      {waiting.problem !== null && `${waiting.problem}. `}
      {waiting.ahead > 0 && aheadWords(waiting.ahead)}
    </>
  )
}

const aheadWords = (ahead: number): string =>
  ahead === 1 ? '1 other launch of this project comes first.' : `${ahead} other launches of this project come first.`
