import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { withExpected } from '../concurrent-edits.ts'
import { USER_TEXTS } from './user-texts.ts'

/**
 * Seats of the workspace (USERS-35); null for no limit. Active and pending users take a seat, inactive and system users do not. The numbers
 * of users include pending ones.
 */
export const SeatStats = z.object({
  paidSeats: z.nullable(z.int()),
  paidUsers: z.int(),
  paidPending: z.int(),
  readOnlySeats: z.nullable(z.int()),
  readOnlyUsers: z.int(),
  readOnlyPending: z.int(),
})
export type SeatStats = z.infer<typeof SeatStats>

/** Returns how many users of a kind can still be added; null for no limit. */
export const freeSeats = (stats: SeatStats, isReadOnly: boolean): number | null => {
  const [seats, users] = isReadOnly ? [stats.readOnlySeats, stats.readOnlyUsers] : [stats.paidSeats, stats.paidUsers]
  return seats === null ? null : Math.max(0, seats - users)
}

export const getSeats = defineCall({
  name: 'getSeats',
  summary: 'Seats of the workspace, and how many are in use',
  method: 'GET',
  path: '/api/iam/v1/seats',
  access: { workspace: 'IAM_USERS_READ', or: ['IAM_USERS_UPDATE', 'BILLING'] },
  answer: z.object({ data: SeatStats }),
})

const seats = z.nullable(
  z.int(USER_TEXTS.seatsWhole).check(z.minimum(1, USER_TEXTS.seatsWhole), z.maximum(1_000_000, USER_TEXTS.seatsWhole)),
)

/** An edit as in `concurrent-edits.ts`; null removes a limit. 400 at a field for fewer seats than are in use. */
export const updateSeats = defineCall({
  name: 'updateSeats',
  summary: 'Sets how many users of each kind the workspace may have',
  method: 'PATCH',
  path: '/api/iam/v1/seats',
  access: { workspace: 'BILLING' },
  body: withExpected(z.partial(z.object({ paidSeats: seats, readOnlySeats: seats }))),
  answer: z.object({ data: SeatStats }),
})
