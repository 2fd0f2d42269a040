import { z } from 'zod/mini'

/** An event of a session or its observations. */
export const ExploratoryChange = z.object({
  sessionId: z.string(),
  /** Revision of the session after the change. Clients that have this revision or a later one ignore the event. */
  revision: z.int(),
  isDeleted: z.boolean(),
})
export type ExploratoryChange = z.infer<typeof ExploratoryChange>
