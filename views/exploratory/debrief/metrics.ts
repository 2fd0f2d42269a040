import type { Observation } from '../../../contract/exploratory/observations.ts'
import type { ExploratorySession } from '../../../contract/exploratory/sessions.ts'

/** Metrics of session-based test management: share of time for testing, bug investigation, and set-up. */
export type Work = 'test' | 'bugs' | 'setup'

/** Types have custom names: their category is derived from words in the name. */
export const workOf = (typeName: string): Work => {
  if (/\b(?:bugs?|defects?|issues?|problems?|failures?|errors?)\b/i.test(typeName)) return 'bugs'
  return /\b(?:set-?\s?up|preparation|environment|install\w*|configuration|blocked|blocker)\b/i.test(typeName)
    ? 'setup'
    : 'test'
}

/** The fields of an observation that metrics need. */
type Counted = Pick<Observation, 'elapsedTimeInMillis' | 'issueId' | 'improvementId' | 'attachments'> & {
  type: Pick<Observation['type'], 'id' | 'name' | 'colorHex'>
}

export interface TypeFindings<One> {
  id: number
  name: string
  colorHex: string
  observations: readonly One[]
  elapsedMillis: number
}

export interface DebriefMetrics<One> {
  elapsedMillis: number
  /** Parts of the session's time; time without an observation counts as testing. They add up to `elapsedMillis`. */
  byWork: Readonly<Record<Work, number>>
  /** Types with findings, most frequent first. */
  types: readonly TypeFindings<One>[]
  /** Null without recorded time. */
  perHour: number | null
  issues: number
  improvements: number
  attachments: number
  /** Used part of the planned time, 1 for all; null without a plan. */
  ofTimeBox: number | null
}

export const debriefOf = <One extends Counted>(
  session: Pick<ExploratorySession, 'recordedMillis' | 'timeBoxMinutes'>,
  observations: readonly One[],
): DebriefMetrics<One> => {
  const noted = observations.reduce((sum, { elapsedTimeInMillis }) => sum + (elapsedTimeInMillis ?? 0), 0)
  const elapsedMillis = Math.max(session.recordedMillis, noted)
  const of = (work: Work) =>
    observations.reduce(
      (sum, { type, elapsedTimeInMillis }) => sum + (workOf(type.name) === work ? (elapsedTimeInMillis ?? 0) : 0),
      0,
    )
  const [bugs, setup] = [of('bugs'), of('setup')]
  return {
    elapsedMillis,
    byWork: { test: elapsedMillis - bugs - setup, bugs, setup },
    types: typesOf(observations),
    perHour: perHour(observations.length, elapsedMillis),
    issues: new Set(observations.flatMap(({ issueId }) => issueId ?? [])).size,
    improvements: new Set(observations.flatMap(({ improvementId }) => improvementId ?? [])).size,
    attachments: observations.reduce((sum, { attachments }) => sum + attachments.length, 0),
    ofTimeBox: session.timeBoxMinutes === null ? null : elapsedMillis / (session.timeBoxMinutes * 60_000),
  }
}

const typesOf = <One extends Counted>(observations: readonly One[]): TypeFindings<One>[] => {
  const types = new Map<number, TypeFindings<One> & { observations: One[] }>()
  for (const observation of observations) {
    const { id, name, colorHex } = observation.type
    const type = types.get(id) ?? { id, name, colorHex, observations: [] as One[], elapsedMillis: 0 }
    type.observations.push(observation)
    type.elapsedMillis += observation.elapsedTimeInMillis ?? 0
    types.set(id, type)
  }
  return [...types.values()].sort((a, b) => b.observations.length - a.observations.length || a.id - b.id)
}

/** Rounded to one decimal; null for less than a minute, which does not represent an hour. */
export const perHour = (findings: number, elapsedMillis: number): number | null =>
  elapsedMillis < 60_000 ? null : Math.round((findings / (elapsedMillis / 3_600_000)) * 10) / 10
