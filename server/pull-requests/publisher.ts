import { repeat, type Repeated } from '../jobs/repeat.ts'
import { enqueueChanges } from './changes.ts'
import { deliverDue } from './deliver.ts'
import { enqueueEndings, enqueueStarts } from './endings.ts'
import type { PublishParts } from './stored.ts'

const LOOK_EVERY_MS = 1000
/** A user usually links several failures in a row: they are one update. */
const CHANGES_EVERY_MS = 10_000

/** Periodically reports launches on their pull requests until it is stopped. Any number of servers can run a publisher concurrently. */
export const startPublisher = (parts: PublishParts): Repeated => {
  let ignored = new Set<number>()
  let changesAt = Date.now()
  return repeat(
    async (signal) => {
      ignored = await enqueueStarts(parts.db, ignored)
      while ((await enqueueEndings(parts.db)) > 0 && !signal.aborted);
      if (Date.now() - changesAt >= CHANGES_EVERY_MS) {
        changesAt = Date.now()
        await enqueueChanges(parts.db)
      }
      await deliverDue(parts, new Date(), signal)
    },
    LOOK_EVERY_MS,
    (error) => parts.log.warn({ err: error }, 'pull requests could not be updated; tried again'),
  )
}
