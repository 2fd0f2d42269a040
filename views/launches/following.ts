import { fromCallback } from 'xstate'
import { followStream, type Followed } from '../app/stream-following.ts'

/**
 * The actor that keeps one stream of the local log live. It begins after `answered`: the live channel's code would otherwise
 * hold up the rows.
 */
export const following = (answered: Promise<void>, stream: () => Omit<Followed, 'inProgress'>) =>
  fromCallback<{ type: 'progress/changed'; inProgress: boolean }>(({ receive }) => {
    let inProgress = false
    let isOver = false
    let followed: ReturnType<typeof followStream> | null = null
    const begin = async () => {
      await answered
      if (!isOver) followed = followStream({ ...stream(), inProgress })
    }
    void begin()
    receive((event) => {
      inProgress = event.inProgress
      followed?.progress(inProgress)
    })
    return () => {
      isOver = true
      followed?.stop()
    }
  })
