import { createActor, fromPromise } from 'xstate'
import type { LiveMessage } from '../../../contract/live.ts'
import { liveBatch } from '../../../machines/live/live-batch.machine.ts'
import { logStream } from '../../../machines/live/log-stream.machine.ts'
import type { Live } from '../../../services/live/live.ts'
import type { Log } from '../../../store/log/log.ts'
import { logStreamActors, toRecord, type StreamSource } from '../../../store/log/log-stream.ts'
import type { LogRecord } from '../../../store/log/record.ts'

export interface Followed {
  log: Log
  live: Live
  /** `project:7` or `launch:42`. */
  stream: string
  /** The stream's topics; it stands once the last of them does. */
  destinations: readonly string[]
  source: StreamSource
  /** Whether what the stream is about is under way: batches then wait longer (LIVE-03, LIVE-04). */
  inProgress: boolean
}

export interface Following {
  progress(inProgress: boolean): void
  stop(): void
}

const collectMs = 20

/**
 * Keeps a stream of the local log equal to the server's for as long as it is followed: live messages are batched and appended,
 * and after each (re)connection or gap what was missed is asked for.
 */
export const followStream = ({ log, live, stream, destinations, source, inProgress }: Followed): Following => {
  const { append, fetchMissed, reload } = logStreamActors(log, source)
  const keeper = createActor(
    logStream<LogRecord>().provide({
      actors: {
        append: fromPromise(({ input }) => append(input)),
        fetchMissed: fromPromise(({ input, signal }) => fetchMissed({ ...input, signal })),
        reload: fromPromise(({ input, signal }) => reload({ ...input, signal })),
      },
    }),
    { input: { stream } },
  ).start()
  const batch = createActor(
    liveBatch<LogRecord>({ most: 2000 }).provide({
      actors: {
        apply: fromPromise(async ({ input }) => keeper.send({ type: 'records/arrived', records: input.batch })),
      },
    }),
    { input: { inProgress } },
  ).start()

  const up = (index: number) => () => {
    if (index === destinations.length - 1) keeper.send({ type: 'link/up' })
  }
  // A machine's turn costs more than a message: in a storm hundreds share one.
  let collected: LogRecord[] = []
  let handingOver: ReturnType<typeof setTimeout> | undefined
  const handOver = () => {
    handingOver = undefined
    const messages = collected
    collected = []
    batch.send({ type: 'messages/arrived', messages })
  }
  const arrived = (message: LiveMessage) => {
    if (message.stream !== stream) return
    collected.push(toRecord(message))
    handingOver ??= setTimeout(handOver, collectMs)
  }
  const topics = destinations.map((destination, index) => live.follow(destination, up(index)).subscribe(arrived))
  const link = live.state$.subscribe((state) => {
    if (state !== 'live') keeper.send({ type: 'link/down' })
  })
  return {
    progress: (isInProgress) => batch.send({ type: 'progress/changed', inProgress: isInProgress }),
    stop: () => {
      for (const topic of topics) topic.unsubscribe()
      link.unsubscribe()
      clearTimeout(handingOver)
      // What was collected and not yet applied is not lost: whoever follows next asks for it.
      batch.stop()
      keeper.stop()
    },
  }
}
