import { repeat, type Repeated } from '../jobs/repeat.ts'
import { deliverDue } from './deliver.ts'
import { enqueueEndings } from './endings.ts'
import type { PublishParts } from './stored.ts'

const LOOK_EVERY_MS = 1000

/** Periodically reports ended launches on their pull requests until it is stopped. Any number of servers can run a publisher concurrently. */
export const startPublisher = (parts: PublishParts): Repeated =>
  repeat(
    async (signal) => {
      while ((await enqueueEndings(parts.db)) > 0 && !signal.aborted);
      await deliverDue(parts, new Date(), signal)
    },
    LOOK_EVERY_MS,
    (error) => parts.log.warn({ err: error }, 'pull requests could not be updated; tried again'),
  )
