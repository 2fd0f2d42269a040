import * as fc from 'fast-check'
import { setTimeout } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'

/** A part that fails, after a pause and for a time. */
export interface Fault {
  what:
    | 'node crashes'
    | 'node restarts'
    | 'all nodes crash'
    | 'PostgreSQL crashes'
    | 'storage is away'
    | 'nginx is away'
  /** Which node, modulo their number. */
  node: number
  pauseMs: number
  outageMs: number
}

const fault = fc.record<Fault>({
  what: fc.constantFrom(
    'node crashes',
    'node crashes',
    'node restarts',
    'node restarts',
    'all nodes crash',
    'PostgreSQL crashes',
    'storage is away',
    'nginx is away',
  ),
  node: fc.nat({ max: 11 }),
  pauseMs: fc.integer({ min: 500, max: 5_000 }),
  outageMs: fc.integer({ min: 0, max: 4_000 }),
})

/** The faults of a seed, the same ones each time. */
export const faultsOf = (seed: number, count: number): Fault[] => fc.sample(fault, { seed, numRuns: count })

/** Makes the fault happen; resolves once everything works again. */
export const strike = async ({ nodes, database, storage, proxy }: Cluster, fault: Fault): Promise<void> => {
  const node = nodes[fault.node % nodes.length]
  if (node === undefined) return
  const parts = {
    'node crashes': [node],
    'node restarts': [{ ...node, crash: node.stop }],
    'all nodes crash': nodes,
    'PostgreSQL crashes': [database],
    'storage is away': [storage],
    'nginx is away': [proxy],
  }[fault.what]
  await Promise.all(parts.map((part) => part.crash()))
  await setTimeout(fault.outageMs)
  await Promise.all(parts.map((part) => part.start()))
}
