/** Searches test cases, launches and tests of the open project. Loaded with the first search. */
import { MIN_TEST_SEARCH } from '../../../contract/launches/launch-tests.ts'
import type { Found } from '../../../machines/patterns/search.machine.ts'
import type { Send } from '../../../services/http/http.ts'
import type { Command } from './commands.ts'
import { findCases } from './find-cases.tsx'
import { findLaunches, findTests } from './find-launches.tsx'

export interface Searched {
  send: Send
  projectKey: string
  /** Kinds that the reader may open. */
  hasCases: boolean
  hasLaunches: boolean
}

/** A failing source does not hide the results of the others. */
export const find = async (searched: Searched, q: string): Promise<Found<Command>> => {
  const { send, projectKey, hasCases, hasLaunches } = searched
  const words = q.trim()
  const parts = await Promise.allSettled([
    ...(hasCases ? [findCases(send, projectKey, words)] : []),
    ...(hasLaunches ? [findLaunches(send, projectKey, words)] : []),
    ...(hasLaunches && words.length >= MIN_TEST_SEARCH ? [findTests(send, projectKey, words)] : []),
  ])
  const failed = parts.find((part) => part.status === 'rejected')
  return {
    items: parts.flatMap((part) => (part.status === 'fulfilled' ? part.value : [])),
    failure: failed?.reason ?? null,
  }
}
