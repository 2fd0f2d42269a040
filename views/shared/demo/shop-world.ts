import type { Feature } from '../../../contract/access.ts'
import type { Send } from '../../../services/http/http.ts'
import type { OutboxService } from '../../../services/outbox/outbox.ts'
import type { ShopMemory } from './shop-memory.ts'

/** Dependencies of the steps. */
export interface ShopWorld {
  send: Send
  sendChunk: OutboxService['sendChunk']
  memory: ShopMemory
  /** The creator, who is assigned some cases. */
  userId: number
  isOn: (feature: Feature) => boolean
  now: () => number
}

/** Path parameters of calls in the sample shop. Throws before it exists. */
export const inShop = ({ memory }: Pick<ShopWorld, 'memory'>): { projectKey: string } => {
  const projectKey = memory.projectKey()
  if (projectKey === null) throw new Error('The project could not be created')
  return { projectKey }
}

/** Returns an earlier step's result by name. */
export const madeBefore = async <Made extends string | number = number>(
  { memory }: Pick<ShopWorld, 'memory'>,
  step: string,
): Promise<Made> =>
  memory.once<Made>(step, () => Promise.reject(new Error(`A part of the project is missing: ${step}`)))
