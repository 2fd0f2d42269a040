import { z } from 'zod/mini'

/** What an event touched: a session, or its observations. */
export const ExploratoryChange = z.object({
  sessionId: z.string(),
  /** The session's after the change: whoever holds a reading with as high a number knows it already. */
  revision: z.int(),
  isDeleted: z.boolean(),
})
export type ExploratoryChange = z.infer<typeof ExploratoryChange>
