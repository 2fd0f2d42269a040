import { filter } from 'rxjs'
import { createActor, fromPromise } from 'xstate'
import type { LiveMessage } from '../../../contract/live.ts'
import { batchQueue } from '../../../machines/live/batch-queue.ts'
import { isBehind, isTaking, logStream } from '../../../machines/live/log-stream.machine.ts'
import type { Live } from '../../../services/live/live.ts'
import { markBehind } from '../../../store/log/behind.ts'
import type { Log } from '../../../store/log/log.ts'
import { logStreamActors, toRecord, type StreamSource } from '../../../store/log/log-stream.ts'
import type { LogRecord } from '../../../store/log/record.ts'

export interface Followed {
  log: Log
  live: Live
  /** `project:7` or `launch:42`. */
  stream: string
  /** The stream's topics. The subscription is ready once all of them are. */
  destinations: readonly string[]
  source: StreamSource
  /** Whether the stream's subject is in progress: batches then wait longer (LIVE-03, LIVE-04). */
  inProgress: boolean
}

export interface Following {
  progress(inProgress: boolean): void
  stop(): void
}

/**
 * Keeps a stream of the local log up to date: live messages are batched and appended, and missed ones are requested after each
 * (re)connection or gap.
 */
export const followStream = ({ log, live, stream, destinations, source, inProgress }: Followed): Following => {
  const { append, fetchMissed, reload } = logStreamActors(log, source)
  const keeper = createActor(
    logStream<LogRecord>().provide({
      actors: {
        append: fromPromise(async ({ input }) => {
          try {
            return await append(input)
          } catch (cause) {
            log.trouble$.next({ kind: 'failed', cause })
            throw cause
          }
        }),
        fetchMissed: fromPromise(({ input, signal }) => fetchMissed({ ...input, signal })),
        reload: fromPromise(({ input, signal }) => reload({ ...input, signal })),
      },
    }),
    { input: { stream } },
  ).start()
  const batches = batchQueue<LogRecord>((records) => keeper.send({ type: 'records/arrived', records }), {
    inProgress,
    isReady: isTaking(keeper.getSnapshot()),
  })
  const states = keeper.subscribe((snapshot) => {
    markBehind(log, keeper, isBehind(snapshot))
    batches.ready(isTaking(snapshot))
  })

  const up = (index: number) => () => {
    if (index === destinations.length - 1) keeper.send({ type: 'link/up' })
  }
  const arrived = (message: LiveMessage) => {
    if (message.stream !== stream) return
    batches.add(toRecord(message))
  }
  const topics = destinations.map((destination, index) => live.follow(destination, up(index)).subscribe(arrived))
  const link = live.state$.subscribe((state) => {
    if (state !== 'live') keeper.send({ type: 'link/down' })
  })
  // A damaged record was moved aside: its position is a gap, which the server can fill.
  const damage = log.damage$
    .pipe(filter((damaged) => damaged.stream === stream))
    .subscribe(() => keeper.send({ type: 'gap/found' }))
  return {
    progress: batches.progress,
    stop: () => {
      for (const topic of topics) topic.unsubscribe()
      link.unsubscribe()
      damage.unsubscribe()
      // Messages dropped here are not lost: the next subscriber requests them.
      batches.stop()
      keeper.stop()
      states.unsubscribe()
      markBehind(log, keeper, false)
    },
  }
}
