import { draftEvents } from '../drafts/draft-events.ts'
import { heldEvents } from '../drafts/held-events.ts'
import { launchEvents, passRateEvents, testEvents } from './launch-events.ts'
import type { PayloadStructs } from '../log/record.ts'

/** Events that most pages may read. Those of commands are registered where they are used. */
export const knownEvents: PayloadStructs = {
  ...launchEvents,
  ...testEvents,
  ...passRateEvents,
  ...draftEvents,
  ...heldEvents,
}
