import { createActor, type ActorOptions } from 'xstate'
import { liveBatch } from './live-batch.machine.ts'

/** A transition costs more than a message: a batch in a storm holds so many. */
const BATCH_MOST = 2000

export interface BatchQueue<Message> {
  add(message: Message): void
  progress(inProgress: boolean): void
  /** Discards queued messages. */
  stop(): void
}

/** Queues messages and passes them on in batches, in the order of their arrival, at the pace of the live batch machine. */
export const batchQueue = <Message>(
  apply: (batch: readonly Message[]) => void,
  {
    inProgress,
    most = BATCH_MOST,
    clock,
  }: { inProgress: boolean; most?: number; clock?: ActorOptions<typeof liveBatch>['clock'] },
): BatchQueue<Message> => {
  const pace = createActor(liveBatch, { input: { inProgress }, ...(clock && { clock }) })
  let waiting: Message[] = []
  pace.on('batch/due', () => {
    const batch = waiting
    waiting = []
    apply(batch)
  })
  pace.start()
  return {
    add: (message) => {
      waiting.push(message)
      if (waiting.length === 1) pace.send({ type: 'messages/arrived' })
      if (waiting.length >= most) pace.send({ type: 'batch/filled' })
    },
    progress: (isInProgress) => pace.send({ type: 'progress/changed', inProgress: isInProgress }),
    stop: () => {
      waiting = []
      pace.stop()
    },
  }
}
