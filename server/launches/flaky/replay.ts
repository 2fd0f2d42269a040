import { FLAKY_REPLAY_SHOWN, type FlakyReplay, type FlakySettings } from '../../../contract/launches/flaky-tests.ts'
import type { Db } from '../../db/open.ts'
import { readMarked } from './judged.ts'
import { readNamed } from './named.ts'
import { quarantineLimit, type FlakyThresholds } from './rules.ts'
import { countInForce } from '../quarantine/active.ts'

/** Applies rules to the launches of their window. */
export const replayFlaky = async (
  db: Db,
  projectId: number,
  rules: FlakyThresholds & Pick<FlakySettings, 'windowDays' | 'maxFailedShare' | 'maxQuarantinedShare'>,
): Promise<FlakyReplay> => {
  const { marked, launches, infrastructure, projectTests } = await readMarked(db, projectId, rules)
  const named = await readNamed(
    db,
    projectId,
    marked.map(({ identity }) => identity),
  )
  const items = marked.flatMap(({ identity, mark }) => {
    const test = named.get(identity)
    if (test === undefined) return []
    const { owner: _, ...identified } = test
    return [{ ...identified, mark }]
  })
  const quarantined = items.filter(({ isQuarantined }) => isQuarantined).length
  const maxQuarantined = quarantineLimit(projectTests, rules.maxQuarantinedShare)
  const room = Math.max(0, maxQuarantined - (await countInForce(db, projectId)))
  return {
    launches,
    infrastructure,
    marked: items.length,
    quarantined,
    wouldQuarantine: Math.min(items.length - quarantined, room),
    maxQuarantined,
    items: items.slice(0, FLAKY_REPLAY_SHOWN),
  }
}
