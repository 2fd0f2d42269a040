import { createActor, type ActorOptions } from 'xstate'
import { liveBatch } from './live-batch.machine.ts'

/** Maximum batch size during a storm: a transition costs more than a message. */
const MAX_BATCH = 2000

export interface BatchQueue<Message> {
  add(message: Message): void
  progress(inProgress: boolean): void
  /** Batches are held while the receiver is not ready. */
  ready(isReady: boolean): void
  /** Discards queued messages. */
  stop(): void
}

/**
 * Queues messages and passes them on in batches, in the order of their arrival, at the pace of the live batch machine. Nothing else
 * between socket and log queues: what the receiver cannot take yet waits here.
 */
export const batchQueue = <Message>(
  apply: (batch: readonly Message[]) => void,
  {
    inProgress,
    isReady,
    max = MAX_BATCH,
    clock,
  }: { inProgress: boolean; isReady: boolean; max?: number; clock?: ActorOptions<typeof liveBatch>['clock'] },
): BatchQueue<Message> => {
  const pace = createActor(liveBatch, { input: { inProgress, isReady }, ...(clock && { clock }) })
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
      if (waiting.length === max) pace.send({ type: 'batch/filled' })
    },
    progress: (isInProgress) => pace.send({ type: 'progress/changed', inProgress: isInProgress }),
    ready: (isReadyNow) => pace.send({ type: isReadyNow ? 'receiver/ready' : 'receiver/busy' }),
    stop: () => {
      waiting = []
      pace.stop()
    },
  }
}
