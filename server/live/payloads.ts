import { sql, type RawBuilder } from 'kysely'

/** Events of a launch's stream, which are sent to viewers of that launch. */
const OF_LAUNCHES = ['test/started', 'test/changed', 'test/finished', 'test/deleted', 'launch/pass-rate']
/** Events of a project's stream, which are sent to viewers of any list of launches. */
const OF_LISTS = ['launch/started', 'launch/changed', 'launch/deleted', 'launch/statistics']
const LIST_TOPICS = ['testRuns', 'statistics']

/**
 * Returns the condition for events whose payloads a process needs that has subscribers of these topics, as `testRuns.42.tests`. Most events
 * are of tests, and most tests have no viewer on this server: their payloads are not read.
 */
export const neededPayloads = (topics: readonly string[]): RawBuilder<boolean> => {
  const streams = topics.flatMap((topic) => {
    const [, launchId] = /^testRuns\.(\d+)\./.exec(topic) ?? []
    return launchId === undefined ? [] : [`launch:${launchId}`]
  })
  const hasLists = topics.some((topic) => LIST_TOPICS.includes(topic))
  const skipped = hasLists ? OF_LAUNCHES : [...OF_LAUNCHES, ...OF_LISTS]
  return sql<boolean>`(e.type <> all(${skipped}::text[]) or e.stream = any(${streams}::text[]))`
}
