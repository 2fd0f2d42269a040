import { expect, vi } from 'vitest'
import type { Db } from '../../../../server/db/open.ts'

/** Waits until all ended launches are processed and each delivery was attempted. */
export const allAttempted = (db: Db): Promise<void> =>
  vi.waitFor(
    async () => {
      const open = await db.selectFrom('launch_ending').select('id').where('handled', '=', false).execute()
      const unsent = await db
        .selectFrom('notification_delivery')
        .select('id')
        .where(({ or, and, eb }) =>
          or([eb('state', '=', 'sending'), and([eb('state', '=', 'waiting'), eb('attempts', '=', 0)])]),
        )
        .execute()
      expect([open.length, unsent.length]).toEqual([0, 0])
    },
    { timeout: 60_000, interval: 50 },
  )
