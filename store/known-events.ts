import { draftEvents } from './draft-events.ts'
import { heldEvents } from './held-events.ts'
import { launchEvents, passRateEvents, testEvents } from './launch-events.ts'
import type { PayloadStructs } from './record.ts'

/** Events that most pages may meet. Those of exploratory sessions are known where they are read and written. */
export const knownEvents: PayloadStructs = {
  ...launchEvents,
  ...testEvents,
  ...passRateEvents,
  ...draftEvents,
  ...heldEvents,
}
