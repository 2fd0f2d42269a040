import type { Feature } from '../../../contract/access.ts'
import type { Send } from '../../../services/http/http.ts'
import type { OutboxService } from '../../../services/outbox/outbox.ts'
import type { ShopMemory } from './shop-memory.ts'

/** What the parts are made with. */
export interface ShopWorld {
  send: Send
  sendChunk: OutboxService['sendChunk']
  memory: ShopMemory
  /** Whoever makes the shop: they have some of its cases to run. */
  personId: number
  isOn: (feature: Feature) => boolean
  now: () => number
}

/** Params of calls in the sample shop. Throws before it exists. */
export const inShop = ({ memory }: Pick<ShopWorld, 'memory'>): { projectKey: string } => {
  const projectKey = memory.projectKey()
  if (projectKey === null) throw new Error('The project could not be created')
  return { projectKey }
}

/** Returns what another part has made by this name. */
export const madeBefore = async <Made extends string | number = number>(
  { memory }: Pick<ShopWorld, 'memory'>,
  step: string,
): Promise<Made> =>
  memory.once<Made>(step, () => Promise.reject(new Error(`A part of the project is missing: ${step}`)))
