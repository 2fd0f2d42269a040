/** What agents report, each with a name of its own. */
export const KINDS = ['launch', 'test', 'result', 'log line', 'attachment'] as const
export type Kind = (typeof KINDS)[number]

/** What the servers have acknowledged, and what they answered against the protocol. */
export interface Ledger {
  acknowledge(kind: Kind, name: string): void
  acknowledged(kind: Kind): ReadonlySet<string>
  /** Records an answer that no outage explains. */
  complain(answer: string): void
  complaints: readonly string[]
}

export const createLedger = (): Ledger => {
  const names = new Map<Kind, Set<string>>(KINDS.map((kind) => [kind, new Set()]))
  const complaints: string[] = []
  return {
    acknowledge: (kind, name) => void names.get(kind)?.add(name),
    acknowledged: (kind) => names.get(kind) ?? new Set(),
    complain: (answer) => void complaints.push(answer),
    complaints,
  }
}
