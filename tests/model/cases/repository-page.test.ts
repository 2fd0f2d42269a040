import { expect, test } from 'vitest'
import { repositoryPage, type RepositoryPageEvent } from '../../../machines/cases/repository-page.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const input = undefined
const cases = { kind: 'cases', ids: [7, 8] } as const
const events = [
  { type: 'row/activated', row: { kind: 'suite', suiteId: 1 } },
  { type: 'dialog/asked', ask: { what: 'case', suiteId: 1 } },
  { type: 'dialog/asked', ask: { what: 'move', dragged: cases, title: 'Move 2 test cases to…' } },
  { type: 'dialog/closed' },
  { type: 'wizard/opened' },
  { type: 'wizard/closed' },
  { type: 'selection/switched' },
  { type: 'quick/opened', suiteId: 1 },
  { type: 'quick/closed' },
  { type: 'rename/started', renaming: { pane: 'tree', kind: 'suite', id: 1 } },
  { type: 'rename/started', renaming: { pane: 'list', kind: 'case', id: 7 } },
  { type: 'rename/ended' },
  { type: 'clipboard/filled', clipboard: { dragged: cases, mode: 'cut' } },
  { type: 'clipboard/emptied' },
  { type: 'menu/opened', menu: { pane: 'list', kind: 'case', id: 7, at: { x: 1, y: 2 } } },
  { type: 'menu/opened', menu: { pane: 'tree', kind: 'suite', id: 1, at: { x: 1, y: 2 } } },
  { type: 'menu/closed' },
  { type: 'tree/raised' },
  { type: 'tree/lowered' },
] satisfies RepositoryPageEvent[]
const resting = new Set(['closed', 'none', 'empty', 'aside'])
// Two together show whether they interfere; all together would be hundreds of states.
const paths = describeMachine(repositoryPage, {
  input,
  events,
  stopWhen: ({ value }) => Object.values(value).filter((state) => !resting.has(state)).length > 1,
  table: {
    'dialog.closed': 'dialog/asked row/activated',
    'dialog.open': 'dialog/{asked,closed} row/activated',
    'wizard.closed': 'row/activated wizard/opened',
    'wizard.open': 'row/activated selection/switched wizard/closed',
    'quick.closed': 'quick/opened row/activated',
    'quick.open': 'quick/{closed,opened} row/activated',
    'rename.none': 'rename/started row/activated',
    'rename.writing': 'rename/{ended,started} row/activated',
    'clipboard.empty': 'clipboard/filled row/activated',
    'clipboard.filled': 'clipboard/{emptied,filled} row/activated',
    'menu.closed': 'menu/opened row/activated',
    'menu.open': 'menu/{closed,opened} row/activated',
    'tree.aside': 'row/activated tree/raised',
    'tree.over': 'row/activated tree/lowered',
  },
  ignored: {
    'dialog.closed': { events: 'dialog/closed', because: 'no dialog is open' },
    'wizard.closed': { events: 'wizard/closed selection/switched', because: 'the wizard is closed' },
    'wizard.open': { events: 'wizard/opened', because: 'the wizard takes the place of the bulk bar' },
    'quick.closed': { events: 'quick/closed', because: 'no quick field is open' },
    'rename.none': { events: 'rename/ended', because: 'nothing is being renamed' },
    'clipboard.empty': { events: 'clipboard/emptied', because: 'the clipboard is empty' },
    'menu.closed': { events: 'menu/closed', because: 'no menu is open' },
    'tree.aside': { events: 'tree/lowered', because: 'the tree is beside the list' },
    'tree.over': { events: 'tree/raised', because: 'the tree covers the list' },
  },
  invariants: {
    'has what each region shows exactly while the region is open': ({
      value,
      context: { ask, quickSuiteId, renaming, clipboard, menu },
    }) =>
      (value.dialog === 'open') === (ask !== null) &&
      (value.menu === 'open') === (menu !== null) &&
      (value.quick === 'open') === (quickSuiteId !== null) &&
      (value.rename === 'writing') === (renaming !== null) &&
      (value.clipboard === 'filled') === (clipboard !== null),
  },
})

test('walks through every event of the machine', () => {
  expect(new Set(events.map(({ type }) => type as string))).toEqual(new Set(repositoryPage.events))
})

test('moves only the region of an event', () => {
  const regionOf: Partial<Record<string, string>> = { 'selection/switched': 'wizard' }
  for (const { steps } of paths) {
    const { event, state } = steps.at(-1)!
    const before = steps.at(-2)?.state
    if (before === undefined) continue
    const own = regionOf[event.type] ?? event.type.split('/')[0]
    const moved = Object.entries(state.value).filter(([region, now]) => before.value[region as 'tree'] !== now)
    expect(moved.map(([region]) => region).filter((region) => region !== own)).toEqual([])
  }
})

test('returns the focus to the list once for each thing that took it, but not from a title of the tree', () => {
  const giving = new Set(['dialog/closed', 'wizard/closed', 'quick/closed', 'rename/ended', 'menu/closed'])
  for (const path of toursThrough(paths)) {
    const given = path.steps.filter(({ event, state }, i) => {
      const before = path.steps[i - 1]?.state
      if (before === undefined || !giving.has(event.type)) return false
      return (
        JSON.stringify(before.value) !== JSON.stringify(state.value) &&
        !(event.type === 'rename/ended' && before.context.renaming?.pane === 'tree') &&
        !(event.type === 'menu/closed' && before.context.menu?.pane === 'tree')
      )
    })
    expect(play(repositoryPage, path, input).map(({ type }) => type)).toEqual(given.map(() => 'focus/returned'))
  }
})
