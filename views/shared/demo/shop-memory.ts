/** Progress of a demo project's creation on this device: an interrupted one resumes. */
import { z } from 'zod/mini'
import { recall, remember } from '../../ui/remember.ts'

const NAME = 'demo-project'
const Memory = z.object({ projectKey: z.string(), made: z.record(z.string(), z.union([z.string(), z.number()])) })
type Memory = z.infer<typeof Memory>

export interface ShopMemory {
  /** Key of the project; null before it is created. */
  projectKey(): string | null
  startProject(key: string): void
  /** Returns a step's result; runs the step only when it has none. */
  once<Made extends string | number>(step: string, make: () => Promise<Made> | Made): Promise<Made>
  forget(): void
}

const read = (name: string): Memory | null => {
  try {
    return Memory.safeParse(JSON.parse(recall(name) ?? 'null')).data ?? null
  } catch {
    return null
  }
}

export const createShopMemory = (userId: number): ShopMemory => {
  const name = `${NAME}:${userId}`
  let memory = read(name)
  const keep = (next: Memory | null) => {
    memory = next
    remember(name, next === null ? '' : JSON.stringify(next))
  }
  return {
    projectKey: () => memory?.projectKey ?? null,
    startProject: (projectKey) => keep({ projectKey, made: {} }),
    once: async <Made extends string | number>(step: string, make: () => Promise<Made> | Made) => {
      const known = memory?.made[step]
      if (known !== undefined) return known as Made
      const made = await make()
      if (memory) keep({ ...memory, made: { ...memory.made, [step]: made } })
      return made
    },
    forget: () => keep(null),
  }
}
