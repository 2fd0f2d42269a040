import type { AttachmentFact, AttachmentsFact, TestFact } from './facts.ts'

/** Returns the test with the files of its fixtures, and with their steps: those of set-ups first, those of tear-downs last. */
export const withFixtures = (fact: TestFact, found: readonly AttachmentsFact[]): TestFact => {
  if (found.length === 0) return fact
  const inOrder = found.toSorted((a, b) => (a.fixture?.startedAt ?? 0) - (b.fixture?.startedAt ?? 0))
  const own = { attachments: fact.attachments ?? [], steps: fact.steps ?? [] }
  const parts = [
    ...inOrder.filter(({ fixture }) => fixture?.isTearDown !== true).map(partOf),
    own,
    ...inOrder.filter(({ fixture }) => fixture?.isTearDown === true).map(partOf),
  ]
  let from = 0
  const files = new Map<(typeof parts)[number], AttachmentFact[]>()
  for (const part of parts) {
    const start = from
    const moved = part.attachments.map((one) => (one.step === undefined ? one : { ...one, step: start + one.step }))
    files.set(part, moved)
    from += part.steps.length
  }
  return {
    ...fact,
    steps: parts.flatMap(({ steps }) => steps),
    // The files of the test come first, as without fixtures.
    attachments: [own, ...parts.filter((part) => part !== own)].flatMap((part) => files.get(part) ?? []),
  }
}

const partOf = ({ attachments, fixture }: AttachmentsFact) => ({ attachments, steps: fixture?.steps ?? [] })
