import { fromCallback } from 'xstate'
import { followStream, type Followed, type Following } from '../application/log/stream-following.ts'
import { afterPaint } from '../application/when-idle.ts'

/**
 * Actor that keeps streams of the local log live. Starts after `answered` is painted, because the live channel's code would delay the rows.
 */
export const following = (answered: Promise<void>, streams: () => readonly Omit<Followed, 'inProgress'>[]) =>
  fromCallback<{ type: 'progress/changed'; inProgress: boolean }>(({ receive }) => {
    let inProgress = false
    let isOver = false
    let followed: Following[] = []
    const begin = async () => {
      await answered
      await afterPaint()
      if (!isOver) followed = streams().map((stream) => followStream({ ...stream, inProgress }))
    }
    void begin()
    receive((event) => {
      inProgress = event.inProgress
      for (const one of followed) one.progress(inProgress)
    })
    return () => {
      isOver = true
      for (const one of followed) one.stop()
    }
  })
