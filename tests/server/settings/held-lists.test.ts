import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FEATURES } from '../../../contract/access.ts'
import { ERROR_CODES } from '../../../contract/errors.ts'
import {
  getAutomationStates,
  getPriorities,
  saveAutomationStates,
  savePriorities,
  type CaseAttributes,
  type StoredCaseAttribute,
} from '../../../contract/settings/case-attributes.ts'
import { SettingsEvent } from '../../../contract/settings/changes.ts'
import {
  getObservationTypes,
  saveObservationTypes,
  type ObservationType,
  type ObservationTypes,
} from '../../../contract/settings/observation-types.ts'
import {
  getResultStatuses,
  saveResultStatuses,
  type ResultStatus,
  type ResultStatuses,
} from '../../../contract/settings/result-statuses.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { aWorldOf, type World } from '../access/callers.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aProject, aWorkspace } from '../support/people.ts'

let app: TestApp
let world: World
let token: string
beforeAll(async () => {
  app = await startTestApp()
  world = await aWorldOf(app)
  token = world.people.MANAGER.token
})
afterAll(() => app.close())

let projects = 0
/** A new project that the manager may change. */
const inProject = async () => {
  projects += 1
  const projectKey = `P${projects}`
  const id = await aProject(app, world.people.MANAGER, projectKey)
  return { id, at: { token, params: { projectKey } } }
}
type At = Awaited<ReturnType<typeof inProject>>['at']

const statusesOf = (list: ResultStatuses) => list.data.resultStatuses
const saveStatuses = (at: At, version: number, resultStatuses: ResultStatus[]) =>
  ask(app, saveResultStatuses, { ...at, body: { version, resultStatuses } })
const refusedStatuses = (at: At, version: number, resultStatuses: unknown[]) =>
  refusalOf(app, saveResultStatuses, { ...at, body: { version, resultStatuses } })
const saveTypes = (at: At, version: number, items: ObservationType[]) =>
  ask(app, saveObservationTypes, { ...at, body: { version, items } })

const aNewStatus = (name: string): ResultStatus => ({
  id: null,
  name,
  aliases: '',
  enabled: true,
  colorHex: '#123456',
  isSuccess: false,
  isFailure: false,
  isCompleted: false,
  relativePosition: 0,
})
const aNewType = (name: string): ObservationType => ({
  id: null,
  name,
  enabled: true,
  colorHex: '#123456',
  relativePosition: 0,
})

const eventsOf = async (projectId: number) => {
  const rows = await app.db
    .selectFrom('event')
    .selectAll()
    .where('stream', '=', `settings:${projectId}`)
    .orderBy('id')
    .execute()
  return rows.map(({ type, payload, user_id }) => ({ type, userId: user_id, ...SettingsEvent.parse(payload) }))
}

describe('a new project', () => {
  test('[RESULTS-04] [RESULTS-28] [RESULTS-31] [RESULTS-09] [TREE-56] result statuses, Untested first', async () => {
    const { at } = await inProject()
    const list = await ask(app, getResultStatuses, at)
    expect(list).toMatchObject({ version: 0, savedBy: null })
    const names = statusesOf(list).map(({ name }) => name)
    expect(names).toEqual(['Untested', 'Passed', 'Failed', 'Blocked', 'Retest', 'Known issue', 'Skipped'])
    expect(statusesOf(list)[0]).toMatchObject({ isUntested: true, isAssignable: false, relativePosition: 1 })
  })

  test('[OBTYPE-02] [OBTYPE-12] [OBTYPE-15] observation types', async () => {
    const { at } = await inProject()
    const { items } = await ask(app, getObservationTypes, at)
    expect(items.map(({ name }) => name)).toEqual(['Note', 'Bug', 'Risk', 'Question', 'Idea', 'Passed'])
    expect(items.every(({ enabled }) => enabled)).toBe(true)
  })

  test('[PRIO-04] [PRIO-10] has priorities and automation states, each with one default', async () => {
    const { at } = await inProject()
    const defaults = ({ items }: CaseAttributes) => items.filter(({ isDefault }) => isDefault).map(({ name }) => name)
    expect(defaults(await ask(app, getPriorities, at))).toEqual(['Medium'])
    expect(defaults(await ask(app, getAutomationStates, at))).toEqual(['Not automated'])
  })
})

describe('a save', () => {
  test('[RESULTS-06] [RESULTS-29] [RESULTS-05] adds, edits, deletes and moves in one call, and returns the stored list', async () => {
    const { at } = await inProject()
    const [untested, passed, failed, ...rest] = statusesOf(await ask(app, getResultStatuses, at))
    const added = { ...aNewStatus('  Flaky '), aliases: ' flaky, ,unstable,' }
    const requested = [untested!, failed!, { ...passed!, name: 'Fine', enabled: false }, added, ...rest.slice(1)]
    const saved = await saveStatuses(at, 0, requested)
    expect(saved).toMatchObject({ version: 1, savedBy: { userId: world.people.MANAGER.id, name: 'manager Tester' } })
    expect(statusesOf(saved).map(({ name, relativePosition }) => `${relativePosition} ${name}`)).toEqual(
      ['Untested', 'Failed', 'Fine', 'Flaky', 'Retest', 'Known issue', 'Skipped'].map(
        (name, at) => `${at + 1} ${name}`,
      ),
    )
    expect(statusesOf(saved)[2]).toEqual({ ...passed, name: 'Fine', enabled: false, relativePosition: 3 })
    expect(statusesOf(saved)[3]).toMatchObject({ aliases: 'flaky,unstable', isAssignable: true, isUntested: false })
    expect(await ask(app, getResultStatuses, at)).toEqual(saved)
  })

  test('[OBTYPE-03] [OBTYPE-13] stores observation types', async () => {
    const { at } = await inProject()
    const { items } = await ask(app, getObservationTypes, at)
    const saved = await saveTypes(at, 0, [aNewType('Security'), ...items.slice(2), { ...items[0]!, enabled: false }])
    expect(saved.items.map(({ name }) => name)).toEqual(['Security', 'Risk', 'Question', 'Idea', 'Passed', 'Note'])
    expect(saved.items.at(-1)).toEqual({ ...items[0], enabled: false, relativePosition: 6 })
    expect(await ask(app, getObservationTypes, at)).toEqual(saved)
  })

  test('[PRIO-05] [PRIO-06] [PRIO-07] [PRIO-08] [PRIO-11] stores priorities and automation states', async () => {
    const { at } = await inProject()
    const turn = ([first, ...rest]: StoredCaseAttribute[]) => [
      ...rest.map((entry) => ({ ...entry, isDefault: false })),
      { id: null, name: 'New', icon: 'star' as const, isDefault: true, relativePosition: 0 },
      { ...first!, name: 'Renamed', isDefault: false },
    ]
    const priorities = await ask(app, getPriorities, at)
    const saved = await ask(app, savePriorities, { ...at, body: { version: 0, priorities: turn(priorities.items) } })
    expect(saved.items.map(({ name }) => name)).toEqual(['High', 'Medium', 'Low', 'Trivial', 'New', 'Renamed'])
    expect(saved.items[4]).toMatchObject({ icon: 'star', isDefault: true })
    expect(await ask(app, getPriorities, at)).toEqual(saved)

    const states = await ask(app, getAutomationStates, at)
    const body = { version: 0, automationStates: turn(states.items) }
    const savedStates = await ask(app, saveAutomationStates, { ...at, body })
    expect(savedStates.items.map(({ name }) => name).slice(-2)).toEqual(['New', 'Renamed'])
    expect(await ask(app, getAutomationStates, at)).toEqual(savedStates)
  })

  test('appends one event with the list before and after', async () => {
    const { id, at } = await inProject()
    const { items } = await ask(app, getObservationTypes, at)
    const [note, bug, ...rest] = items
    await saveTypes(at, 0, [rest.at(-1)!, { ...note!, colorHex: '#000' }, ...rest.slice(0, -1), aNewType('Security')])
    expect(await eventsOf(id)).toEqual([
      {
        type: 'settings/observation-types',
        area: 'observation-types',
        version: 1,
        userId: world.people.MANAGER.id,
        changes: [
          {
            kind: 'deleted',
            subject: 'Bug',
            values: {
              name: { before: 'Bug', after: null },
              enabled: { before: true, after: null },
              colorHex: { before: bug!.colorHex, after: null },
            },
          },
          { kind: 'moved', subject: 'Passed', values: { relativePosition: { before: 6, after: 1 } } },
          { kind: 'changed', subject: 'Note', values: { colorHex: { before: note!.colorHex, after: '#000' } } },
          {
            kind: 'added',
            subject: 'Security',
            values: {
              name: { before: null, after: 'Security' },
              enabled: { before: null, after: true },
              colorHex: { before: null, after: '#123456' },
            },
          },
        ],
      },
    ])
  })

  test('without a change appends no event and notifies nobody', async () => {
    const { id, at } = await inProject()
    const list = await ask(app, getObservationTypes, at)
    expect(await saveTypes(at, 0, list.items)).toEqual(list)
    expect(await eventsOf(id)).toEqual([])
  })

  test('reaches no other project', async () => {
    const one = await inProject()
    const other = await inProject()
    const before = await ask(app, getObservationTypes, other.at)
    await saveTypes(one.at, 0, [aNewType('Security')])
    expect(await ask(app, getObservationTypes, other.at)).toEqual(before)
  })

  test('returns all of 500 entries', async () => {
    const { at } = await inProject()
    const [untested] = statusesOf(await ask(app, getResultStatuses, at))
    const many = Array.from({ length: 499 }, (_, place) => ({ ...aNewStatus(`Status ${place}`), aliases: `s${place}` }))
    const first = await saveStatuses(at, 0, [untested!, ...many])
    const [head, ...tail] = statusesOf(first)
    const second = await saveStatuses(at, 1, [head!, ...tail.toReversed()])
    expect(statusesOf(second).map(({ id }) => id)).toEqual([head!, ...tail.toReversed()].map(({ id }) => id))
    expect(await ask(app, getResultStatuses, at)).toEqual(second)
  })
})

describe('a save on an older version', () => {
  test('is rejected with the stored list', async () => {
    const { at } = await inProject()
    const { items } = await ask(app, getObservationTypes, at)
    const stored = await saveTypes(at, 0, items.slice(1))
    const refused = await refusalOf(app, saveObservationTypes, { ...at, body: { version: 0, items } })
    expect(refused).toMatchObject({ status: 409, code: ERROR_CODES.stale, message: TEXTS.savedMeanwhile })
    expect(refused.current).toEqual(stored)
    const ahead = await refusalOf(app, saveObservationTypes, { ...at, body: { version: 7, items } })
    expect(ahead.code).toBe(ERROR_CODES.stale)
  })

  // This node's knowledge of the list is what it has read.
  test.each<[string, (items: ObservationType[]) => ObservationType[]]>([
    ['with changes', (items) => items.slice(1)],
    ['without any', (items) => items],
    ['with something wrong in it', (items) => items.map((item) => ({ ...item, name: 'Same' }))],
  ])('is rejected, %s, also when another node saved meanwhile', async (_, given) => {
    const { id, at } = await inProject()
    const { items } = await ask(app, getObservationTypes, at)
    const [first] = items
    await app.db.updateTable('observation_type').set({ name: 'Theirs' }).where('id', '=', Number(first?.id)).execute()
    await app.db
      .updateTable('settings_version')
      .set({ version: 1 })
      .where('project_id', '=', id)
      .where('list', '=', 'observation-types')
      .execute()
    const refused = await refusalOf(app, saveObservationTypes, { ...at, body: { version: 0, items: given(items) } })
    expect(refused).toMatchObject({ status: 409, code: ERROR_CODES.stale })
    const { items: now } = await ask(app, getObservationTypes, at)
    expect(now).toEqual([{ ...first, name: 'Theirs' }, ...items.slice(1)])
    expect((refused.current as ObservationTypes).items).toEqual(now)
    expect(await eventsOf(id)).toHaveLength(0)
  })

  test('succeeds for exactly one of two concurrent saves, and returns the stored list to the other', async () => {
    const { id, at } = await inProject()
    const { items } = await ask(app, getObservationTypes, at)
    const outcomes = await Promise.all(
      items.map(async (_, place) => {
        const body = { version: 0, items: [...items, aNewType(`From ${place}`)] }
        const [call, asked] = [saveObservationTypes, { ...at, body }] as const
        return ask(app, call, asked).catch(() => refusalOf(app, call, asked))
      }),
    )
    const won = outcomes.filter((one): one is ObservationTypes => 'items' in one)
    const lost = outcomes.filter((one) => 'status' in one)
    expect(won).toHaveLength(1)
    expect(lost).toHaveLength(items.length - 1)
    for (const { code, current } of lost) {
      expect(code).toBe(ERROR_CODES.stale)
      expect(current).toEqual(won[0])
    }
    expect(await eventsOf(id)).toHaveLength(1)
  })
})

describe('a rejected save', () => {
  test('[RESULTS-20] [RESULTS-22] [RESULTS-24] [RESULTS-14] names every wrong field, and nothing of it is stored', async () => {
    const { id, at } = await inProject()
    const before = await ask(app, getResultStatuses, at)
    const [untested, passed, ...rest] = statusesOf(before)
    const refused = await refusedStatuses(at, 0, [
      untested,
      { ...passed, colorHex: 'green', isFailure: true },
      ...rest,
      { ...aNewStatus('FAILED'), aliases: 'mine,Pass' },
    ])
    expect(refused).toMatchObject({ status: 400, code: ERROR_CODES.invalid })
    expect(refused.errors).toEqual([
      { field: 'resultStatuses.1.colorHex', message: TEXTS.colorFormat },
      { field: 'resultStatuses.1.isFailure', message: TEXTS.successAndFailure },
      { field: 'resultStatuses.7.name', message: TEXTS.nameTaken },
      { field: 'resultStatuses.7.aliases', message: TEXTS.aliasOfOther('Pass', 'Passed') },
    ])
    expect(await ask(app, getResultStatuses, at)).toEqual(before)
    expect(await eventsOf(id)).toEqual([])
  })

  test('[RESULTS-10] [RESULTS-11] [RESULTS-12] with invalid values for Untested', async () => {
    const { at } = await inProject()
    const [untested, ...rest] = statusesOf(await ask(app, getResultStatuses, at))
    const errorsOf = async (statuses: unknown[]) => (await refusedStatuses(at, 0, statuses)).errors
    expect(await errorsOf(rest)).toEqual([{ field: 'resultStatuses', message: TEXTS.untestedStays('Untested') }])
    expect(await errorsOf([rest[0], untested, ...rest.slice(1)])).toEqual([
      { field: 'resultStatuses.1.relativePosition', message: TEXTS.untestedFirst('Untested') },
    ])
    expect(await errorsOf([{ ...untested, enabled: false, name: 'New' }, ...rest])).toEqual([
      { field: 'resultStatuses.0.enabled', message: TEXTS.untestedOn('Untested') },
      { field: 'resultStatuses.0.name', message: TEXTS.untestedFixed },
    ])
  })

  test('[OBTYPE-11] without an enabled observation type', async () => {
    const { at } = await inProject()
    const { items } = await ask(app, getObservationTypes, at)
    const off = items.map((type) => ({ ...type, enabled: false }))
    for (const requested of [off, []]) {
      const refused = await refusalOf(app, saveObservationTypes, { ...at, body: { version: 0, items: requested } })
      expect(refused.errors).toEqual([{ field: 'items', message: TEXTS.lastObservationType }])
    }
  })

  test('[PRIO-09] [PRIO-12] with invalid priorities and automation states', async () => {
    const { at } = await inProject()
    const { items } = await ask(app, getPriorities, at)
    const [first, ...rest] = items
    const priorities = [{ ...first!, name: ' ', isDefault: true }, ...rest]
    const refused = await refusalOf(app, savePriorities, { ...at, body: { version: 0, priorities } })
    expect(refused.errors).toEqual([
      { field: 'priorities', message: TEXTS.oneDefault },
      { field: 'priorities.0.name', message: TEXTS.required },
    ])
    const states = await refusalOf(app, saveAutomationStates, { ...at, body: { version: 0, automationStates: [] } })
    expect(states.errors).toEqual([{ field: 'automationStates', message: TEXTS.oneDefault }])
    const icon = { ...first!, icon: 'no-such-icon' }
    const unknown = await refusalOf(app, savePriorities, { ...at, body: { version: 0, priorities: [icon] } })
    expect(unknown.errors?.map(({ field }) => field)).toEqual(['priorities.0.icon'])
  })

  test('with entries of another project, unknown entries, or repeated ones', async () => {
    const { at } = await inProject()
    const foreign = (await ask(app, getObservationTypes, (await inProject()).at)).items[0]!
    const { items } = await ask(app, getObservationTypes, at)
    const requested = [
      ...items,
      { ...foreign, name: 'Foreign' },
      { ...foreign, id: 999_999, name: 'Nowhere' },
      { ...items[0]!, name: 'Again' },
    ]
    const refused = await refusalOf(app, saveObservationTypes, { ...at, body: { version: 0, items: requested } })
    expect(refused.errors).toEqual([
      { field: 'items.6.id', message: TEXTS.entryUnknown },
      { field: 'items.7.id', message: TEXTS.entryUnknown },
      { field: 'items.8.id', message: TEXTS.entryTwice },
    ])
  })
})

test('[RESULTS-01] without the feature of custom result statuses they can be read but not saved', async () => {
  const off = await startTestApp()
  try {
    const without = FEATURES.filter((feature) => feature !== 'custom-result-statuses')
    const owner = await aWorkspace(off, without)
    await aProject(off, owner, 'OFF')
    const at = { token: owner.token, params: { projectKey: 'OFF' } }
    const list = await ask(off, getResultStatuses, at)
    const body = { version: 0, resultStatuses: statusesOf(list) }
    const refused = await refusalOf(off, saveResultStatuses, { ...at, body })
    expect(refused).toMatchObject({ status: 403, code: ERROR_CODES.featureOff })
  } finally {
    await off.close()
  }
})
