import type { Allowances } from './allowances.ts'
import type { Connection } from './connection.ts'

/** Connections that are not authenticated yet. */
export interface Unauthenticated {
  /** Adds a connection; above the limit, the oldest one is closed. */
  add(connection: Connection, address: string): void
  /** Called when it was authenticated or has ended. */
  remove(connection: Connection): void
}

/**
 * Limits unauthenticated connections by closing the oldest: the application's clients send their CONNECT within moments, so that idle
 * sockets cannot block them.
 */
export const createUnauthenticated = ({
  unauthenticated: max,
  unauthenticatedPerAddress: maxPerAddress,
}: Pick<Allowances, 'unauthenticated' | 'unauthenticatedPerAddress'>): Unauthenticated => {
  // Sets keep the insertion order.
  const byAddress = new Map<string, Set<Connection>>()
  const addresses = new Map<Connection, string>()

  const remove = (connection: Connection): void => {
    const address = addresses.get(connection)
    if (address === undefined) return
    addresses.delete(connection)
    const there = byAddress.get(address)
    there?.delete(connection)
    if (there?.size === 0) byAddress.delete(address)
  }
  const dropOldest = (of: Iterable<Connection>): void => {
    const [oldest] = of
    if (oldest === undefined) return
    remove(oldest)
    oldest.fail('too many connections that have not sent CONNECT')
  }
  const busiest = (): Iterable<Connection> => {
    let largest: Set<Connection> = new Set()
    for (const there of byAddress.values()) if (there.size > largest.size) largest = there
    return largest
  }

  return {
    add: (connection, address) => {
      const there = byAddress.get(address) ?? new Set()
      if (there.size >= maxPerAddress) dropOldest(there)
      else if (addresses.size >= max) dropOldest(busiest())
      byAddress.set(address, there.add(connection))
      addresses.set(connection, address)
    },
    remove,
  }
}
