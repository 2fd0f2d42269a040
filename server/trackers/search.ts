/** Searches the connected trackers for issues to link tests to. */
import { ISSUES_FOUND, type FoundIssue, type TrackedIssue } from '../../contract/launches/issues.ts'
import { LIMITS } from '../../contract/limits.ts'
import { TrackerFailure, type Tracker } from './tracker.ts'

/** Number of projects or repositories that are searched when the last one has no match. */
const TARGETS_SEARCHED = 5

/** `lastTarget`: where the project's last issue was created; empty for none. */
export const searchTracker = async (
  tracker: Tracker,
  q: string,
  lastTarget: string,
): Promise<{ items: FoundIssue[]; problem: string | null }> => {
  try {
    const found = (await findByKey(tracker, q)) ?? (await findByText(tracker, q, lastTarget))
    const items = found
      .map((issue) => ({ ...issue, issueId: tracker.linkOf(issue), tracker: tracker.name }))
      .filter(({ issueId }) => issueId.length <= LIMITS.issueId)
    return { items: items.slice(0, ISSUES_FOUND), problem: null }
  } catch (error) {
    if (error instanceof TrackerFailure) return { items: [], problem: error.message }
    throw error
  }
}

/** Null when `q` is neither a key nor a URL of an issue. */
const findByKey = async (tracker: Tracker, q: string): Promise<TrackedIssue[] | null> => {
  const key = tracker.keyOf(q)
  return key === null ? null : [...(await tracker.issues([key])).values()]
}

const findByText = async (tracker: Tracker, q: string, lastTarget: string): Promise<TrackedIssue[]> => {
  const found = lastTarget === '' ? [] : await tracker.search(q, lastTarget, ISSUES_FOUND)
  if (found.length > 0) return found
  const targets = (await tracker.targets()).filter(({ key }) => key !== lastTarget).slice(0, TARGETS_SEARCHED)
  return (await Promise.all(targets.map(({ key }) => tracker.search(q, key, ISSUES_FOUND)))).flat()
}
