import { repeat, type Repeated } from '../jobs/repeat.ts'
import { deliverDue, pruneDeliveries, type DeliveryParts } from './deliveries.ts'
import { notifyEndings } from './endings.ts'
import { handleFailures } from './failures.ts'

const LOOK_EVERY_MS = 1000
const PRUNE_EVERY_MS = 10 * 60_000

/** Periodically sends notifications of finished launches and of their failures until it is stopped. Any number of servers can run a sender concurrently. */
export const startSender = (parts: DeliveryParts & { publicUrl: string }): Repeated => {
  let prunedAt = Date.now()
  const work = async (signal: AbortSignal) => {
    await handleFailures(parts.db, parts.publicUrl)
    while ((await notifyEndings(parts.db, parts.publicUrl)) > 0 && !signal.aborted);
    await deliverDue(parts, new Date(), signal)
    if (Date.now() - prunedAt < PRUNE_EVERY_MS) return
    prunedAt = Date.now()
    await pruneDeliveries(parts.db)
  }
  return repeat(work, LOOK_EVERY_MS, (error) =>
    parts.log.warn({ err: error }, 'notifications could not be sent; tried again'),
  )
}
