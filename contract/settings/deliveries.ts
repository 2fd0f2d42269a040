import { z } from 'zod/mini'

export const DeliveryState = z.enum(['waiting', 'sending', 'delivered', 'failed'])
export type DeliveryState = z.infer<typeof DeliveryState>

/** What was sent to another system about a launch, and the result of the last attempt. */
export const Delivery = z.object({
  id: z.int(),
  at: z.string(),
  state: DeliveryState,
  attempts: z.int(),
  /** Time of the next attempt; null if there is none. */
  nextAt: z.nullable(z.string()),
  reason: z.string(),
  /** Null once the launch is deleted. */
  launch: z.nullable(z.object({ id: z.int(), number: z.int(), name: z.string() })),
})
export type Delivery = z.infer<typeof Delivery>
