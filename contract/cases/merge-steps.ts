import type { CaseStep } from './steps.ts'

export interface MergedSteps<One extends CaseStep> {
  /** Merged steps. Colliding steps are as in `mine`. */
  steps: One[]
  /** Ids of steps that both sides changed in different ways, or that one side changed and the other deleted. */
  collisions: string[]
}

/**
 * Merges two edits of one list of steps by the steps' ids. Applies the steps that either side added, deleted, changed or moved, and merges
 * the fields of a step. If both sides moved steps, the order of `mine` wins. Returns null for a list with a duplicate id, which can only be
 * replaced as a whole.
 */
export const mergeSteps = <One extends CaseStep>(
  base: readonly One[],
  mine: readonly One[],
  theirs: readonly One[],
): MergedSteps<One> | null => {
  const [was, my, their] = [byId(base), byId(mine), byId(theirs)]
  if (was === null || my === null || their === null) return null
  const collisions: string[] = []
  const surviving = new Map<string, One>()
  for (const id of new Set([...was.keys(), ...their.keys(), ...my.keys()])) {
    const { step, collides } = mergeOne(was.get(id), my.get(id), their.get(id))
    if (collides) collisions.push(id)
    if (step !== undefined) surviving.set(id, step)
  }
  const isReordered = !isSame(common(base, my), common(mine, was))
  const [first, second] = isReordered ? [mine, theirs] : [theirs, mine]
  const order = first.map(({ id }) => id).filter((id) => surviving.has(id))
  let previous: string | undefined
  for (const { id } of second) {
    if (!surviving.has(id)) continue
    if (!order.includes(id)) order.splice(previous === undefined ? 0 : order.indexOf(previous) + 1, 0, id)
    previous = id
  }
  return { steps: order.map((id) => surviving.get(id) as One), collisions }
}

const byId = <One extends CaseStep>(steps: readonly One[]): Map<string, One> | null => {
  const found = new Map(steps.map((step) => [step.id, step]))
  return found.size === steps.length ? found : null
}

/** Returns the ids that are also in `other`, in order. */
const common = (steps: readonly CaseStep[], other: ReadonlyMap<string, unknown>): string[] =>
  steps.map(({ id }) => id).filter((id) => other.has(id))

const mergeOne = <One extends CaseStep>(
  was: One | undefined,
  mine: One | undefined,
  theirs: One | undefined,
): { step: One | undefined; collides: boolean } => {
  if (isSame(mine, theirs) || isSame(was, theirs)) return { step: mine, collides: false }
  if (isSame(was, mine)) return { step: theirs, collides: false }
  if (was === undefined || mine === undefined || theirs === undefined || mine.kind !== theirs.kind)
    return { step: mine, collides: true }
  let collides = false
  const step: Record<string, unknown> = { ...mine }
  for (const [field, own] of Object.entries(mine)) {
    const [before, other] = [was[field as keyof One], theirs[field as keyof One]]
    if (isSame(own, before)) step[field] = other
    else if (!isSame(other, before) && !isSame(own, other)) collides = true
  }
  // Every key is copied from one of three steps of this type, hence the cast.
  return { step: collides ? mine : (step as unknown as One), collides }
}

/** Compares two values of a step deeply, ignoring the order of keys. */
const isSame = (one: unknown, other: unknown): boolean => sorted(one) === sorted(other)

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
