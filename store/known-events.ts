import { draftEvents } from './draft-events.ts'
import { exploratoryEvents } from './exploratory-events.ts'
import { heldEvents } from './held-events.ts'
import { launchEvents, passRateEvents, testEvents } from './launch-events.ts'
import type { PayloadStructs } from './record.ts'

/** Every event the log checks the payload of. */
export const knownEvents: PayloadStructs = {
  ...launchEvents,
  ...testEvents,
  ...passRateEvents,
  ...draftEvents,
  ...heldEvents,
  ...exploratoryEvents,
}
