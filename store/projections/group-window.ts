import type { Draft } from 'immer'
import type { LaunchTest, TestGroup, TestGrouping, TestsQuery } from '../../contract/launches/launch-tests.ts'
import { compareGroups, groupKeyOf } from '../../contract/launches/test-list.ts'
import { isWholeList, markChanged, plain, type ListWindow, type Placed } from './list-window.ts'

type Grouping = Exclude<TestGrouping, 'none'>
type Window = ListWindow<LaunchTest, TestsQuery> & { groups: TestGroup[]; groupsTotal: number }

/**
 * Returns how the groups of two tests compare on a page. Failures are ordered by counts, which the page knows only for its own groups: an
 * unknown group sorts after them on the first page and before them on others, unless the page is the whole list.
 */
export function rankOf(window: Draft<Window>, grouping: Grouping): (a: LaunchTest, b: LaunchTest) => number {
  if (grouping !== 'failure') return (a, b) => compareGroups(grouping, alone(a, grouping, []), alone(b, grouping, []))
  const { groups, query } = window
  const known = new Map(groups.map(({ key }, at) => [key, at]))
  const isWhole = isWholeList(window)
  const placeOf = (test: LaunchTest): number => {
    const group = alone(test, grouping, groups)
    const at = known.get(group.key)
    if (at !== undefined) return at
    if (!isWhole && group.key !== '') return query?.page === 1 ? Infinity : -Infinity
    const next = groups.findIndex((other) => compareGroups(grouping, group, other) < 0)
    return next < 0 ? groups.length : next - 0.5
  }
  return (a, b) => {
    if (groupKeyOf(a, grouping, groups) === groupKeyOf(b, grouping, groups)) return 0
    const [one, other] = [placeOf(a), placeOf(b)]
    return one === other ? 0 : one - other
  }
}

const failedIn = (test: LaunchTest | null | undefined): number => (test?.status === 'FAILED' ? 1 : 0)

/** Returns a group of one test. */
const alone = (test: LaunchTest, grouping: Grouping, groups: readonly TestGroup[]) => ({
  key: groupKeyOf(test, grouping, groups),
  tests: 1,
  failed: failedIn(test),
  firstId: test.id,
})

/** Moves a placed test's count between groups, and sorts them. */
export function placeGroups(window: Draft<Window>, grouping: Grouping, placed: Placed<LaunchTest>, id: number): void {
  const { before, after, isHeld } = placed
  const left = before ? groupKeyOf(before, grouping, window.groups) : null
  const joined = after ? groupKeyOf(after, grouping, window.groups) : null
  const isWhole = isWholeList(window)
  if (before && left !== null && left !== joined) leave(window, before, left, grouping)
  if (after !== null && joined !== null) {
    const group = window.groups.find(({ key }) => key === joined)
    if (group === undefined && isHeld) addGroup(window, after, joined, grouping, left !== joined)
    else if (group !== undefined && left !== joined) join(group, after)
    else if (group !== undefined) group.failed += failedIn(after) - failedIn(before)
  }
  if (left === joined && failedIn(before) === failedIn(after)) return
  if (grouping !== 'failure') return
  if (isWhole) sortGroups(window)
  else if (mayReorder(window, left, joined)) markChanged(window, id)
}

function join(group: Draft<TestGroup>, test: LaunchTest): void {
  group.tests += 1
  group.failed += failedIn(test)
  group.firstId = Math.min(group.firstId, test.id)
}

function leave(window: Draft<Window>, test: LaunchTest, key: string, grouping: Grouping): void {
  const group = window.groups.find((one) => one.key === key)
  if (group === undefined) return
  group.tests -= 1
  group.failed -= failedIn(test)
  if (group.firstId === test.id) group.firstId = firstHeld(window, key, grouping) ?? group.firstId
  if (group.tests > 0) return
  window.groups = window.groups.filter((one) => one.key !== key)
  window.groupsTotal -= 1
}

/** Id of the first test of a group on this page. */
const firstHeld = ({ rows, groups }: Draft<Window>, key: string, grouping: Grouping): number | undefined => {
  const held = rows.order.filter((id) => groupKeyOf(plain(rows.byId[id]) as LaunchTest, grouping, groups) === key)
  return held.length === 0 ? undefined : Math.min(...held)
}

/** Adds the header of a group that was not on this page: a test between two of other groups is the only one of its group. */
function addGroup(window: Draft<Window>, test: LaunchTest, key: string, grouping: Grouping, isNew: boolean): void {
  const added: TestGroup = {
    ...alone(test, grouping, window.groups),
    mergedKeys: [],
    label: groupLabelOf(test, key, grouping),
    detail: null,
    unlinked: test.knownIssue ? 0 : failedIn(test),
    suggestion: null,
    seenBefore: null,
  }
  const next = window.groups.findIndex((other) => compareGroups(grouping, added, other) < 0)
  window.groups.splice(next < 0 ? window.groups.length : next, 0, added)
  if (isNew) window.groupsTotal += 1
}

/** Labels a failure by its first line. */
export const groupLabelOf = ({ message }: LaunchTest, key: string, grouping: Grouping): string =>
  grouping !== 'failure'
    ? key
    : key === ''
      ? ''
      : (message?.split('\n').find((line) => line.trim() !== '') ?? '').trim()

/** Sorts groups, and rows with them, by the new counts. Rows keep their order within groups. */
function sortGroups(window: Draft<Window>): void {
  const groups = window.groups.toSorted((a, b) => compareGroups('failure', a, b))
  const places = new Map(groups.map(({ key }, at) => [key, at]))
  const placeOf = (id: number) =>
    places.get(groupKeyOf(plain(window.rows.byId[id]) as LaunchTest, 'failure', groups)) ?? 0
  window.groups = groups
  window.rows.order = window.rows.order.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Returns whether groups of other pages may enter this page, or its groups leave it, after these two counts have changed. */
function mayReorder({ groups, query }: Draft<Window>, left: string | null, joined: string | null): boolean {
  const isOfFailure = (key: string | null) => key !== null && key !== ''
  if (isOfFailure(left)) return true
  if (!isOfFailure(joined)) return false
  const at = groups.findIndex(({ key }) => key === joined)
  const [group, previous] = [groups[at], groups[at - 1]]
  if (group === undefined || query?.page !== 1) return true
  return previous !== undefined && compareGroups('failure', previous, group) > 0
}
