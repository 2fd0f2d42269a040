import type { ExploratorySessionSummary } from '../../../contract/exploratory/sessions.ts'
import { compareNames } from '../../../contract/natural-order.ts'
import { perHour } from './metrics.ts'

export interface CharterCoverage {
  /** The charter, in its first spelling. */
  charter: string
  sessions: readonly ExploratorySessionSummary[]
  closed: number
  observations: number
  elapsedMillis: number
  perHour: number | null
  /** Findings by type, in the order of `types`. */
  byType: readonly number[]
}

export interface Comparison {
  /** Types with findings, most frequent first. */
  types: readonly { id: number; name: string; colorHex: string }[]
  /** Least explored first: where to go next. */
  charters: readonly CharterCoverage[]
  total: Omit<CharterCoverage, 'charter'>
}

/** Number of sessions, time and findings per charter. Sessions without a charter are listed by title. */
export const compare = (sessions: readonly ExploratorySessionSummary[]): Comparison => {
  const types = typesOf(sessions)
  const typeIds = types.map(({ id }) => id)
  const byCharter = new Map<string, { charter: string; sessions: ExploratorySessionSummary[] }>()
  for (const session of sessions) {
    const charter = session.charter.explore.trim() || session.title
    const key = charter.toLowerCase().replace(/\s+/g, ' ')
    const known = byCharter.get(key)
    if (known) known.sessions.push(session)
    else byCharter.set(key, { charter, sessions: [session] })
  }
  const charters = [...byCharter.values()].map((one) => ({ charter: one.charter, ...sumOf(one.sessions, typeIds) }))
  return {
    types,
    charters: charters.sort((a, b) => a.elapsedMillis - b.elapsedMillis || compareNames(a.charter, b.charter)),
    total: sumOf(sessions, typeIds),
  }
}

const typesOf = (sessions: readonly ExploratorySessionSummary[]): Comparison['types'] => {
  const found = new Map<number, { id: number; name: string; colorHex: string; observations: number }>()
  for (const { typeId: id, name, colorHex, observations } of sessions.flatMap(({ types }) => types))
    found.set(id, { id, name, colorHex, observations: (found.get(id)?.observations ?? 0) + observations })
  return [...found.values()].sort((a, b) => b.observations - a.observations || a.id - b.id)
}

const sumOf = (sessions: readonly ExploratorySessionSummary[], typeIds: readonly number[]) => {
  const observations = sessions.reduce((sum, one) => sum + one.observations, 0)
  const elapsedMillis = sessions.reduce((sum, one) => sum + one.elapsedTimeInMillis, 0)
  return {
    sessions,
    closed: sessions.filter(({ closed }) => closed).length,
    observations,
    elapsedMillis,
    perHour: perHour(observations, elapsedMillis),
    byType: typeIds.map((id) =>
      sessions.reduce((sum, { types }) => sum + (types.find(({ typeId }) => typeId === id)?.observations ?? 0), 0),
    ),
  }
}
