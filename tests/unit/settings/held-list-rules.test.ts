import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withoutBlankAliases } from '../../../contract/settings/aliases.ts'
import { caseAttributeFaults } from '../../../contract/settings/case-attribute-rules.ts'
import type { StoredCaseAttribute } from '../../../contract/settings/case-attributes.ts'
import { entryFaultOf, fieldErrorOf, WHOLE_LIST } from '../../../contract/settings/held-list.ts'
import { observationTypeFaults } from '../../../contract/settings/observation-type-rules.ts'
import type { StoredObservationType } from '../../../contract/settings/observation-types.ts'
import { resultStatusFaults } from '../../../contract/settings/result-status-rules.ts'
import type { StoredResultStatus } from '../../../contract/settings/result-statuses.ts'
import { TEXTS } from '../../../contract/texts.ts'

const aStatus = (id: number, over: Partial<StoredResultStatus> = {}): StoredResultStatus => ({
  id,
  name: `Status ${id}`,
  aliases: '',
  enabled: true,
  colorHex: '#123456',
  isSuccess: false,
  isFailure: false,
  isCompleted: false,
  isAssignable: true,
  isUntested: false,
  relativePosition: id,
  ...over,
})
const aType = (id: number, over: Partial<StoredObservationType> = {}): StoredObservationType => ({
  id,
  name: `Type ${id}`,
  enabled: true,
  colorHex: '#123456',
  relativePosition: id,
  ...over,
})
const anEntry = (id: number, over: Partial<StoredCaseAttribute> = {}): StoredCaseAttribute => ({
  id,
  name: `Entry ${id}`,
  icon: 'flag',
  isDefault: id === 1,
  relativePosition: id,
  ...over,
})

const NAMES: [rows: string, name: string, message: string | null][] = [
  ['[RESULTS-16] [RESULTS-21] [OBTYPE-05]', '', TEXTS.required],
  ['[RESULTS-16] [OBTYPE-05]', '   ', TEXTS.required],
  ['[RESULTS-17] [RESULTS-21] [OBTYPE-06]', 'ab', TEXTS.nameShort],
  ['[RESULTS-17] [OBTYPE-06]', ' ab ', TEXTS.nameShort],
  ['[RESULTS-17] [OBTYPE-06]', 'abc', null],
  ['[RESULTS-18] [OBTYPE-07]', 'x'.repeat(63), null],
  ['[RESULTS-16] [OBTYPE-05]', ` ${'x'.repeat(63)} `, null],
  ['[RESULTS-18] [RESULTS-21] [OBTYPE-07]', 'x'.repeat(64), TEXTS.nameLength63],
  ['[RESULTS-19] [OBTYPE-08]', 'a, b', TEXTS.nameComma],
]
const COLORS: [color: string, isGood: boolean][] = [
  ['#abc', true],
  ['#A1B2C3', true],
  ['abcdef', false],
  ['#abcd', false],
  ['#abcde', false],
  ['#1234567', false],
  ['#ggg', false],
  ['', false],
]

describe('names and colours of result statuses and observation types', () => {
  test.each(NAMES)('%s the name "%s"', (_, name, message) => {
    const faults = message === null ? [] : [{ place: 1, field: 'name', message }]
    expect(resultStatusFaults([aStatus(1), aStatus(2, { name })])).toEqual(faults)
    expect(observationTypeFaults([aType(1), aType(2, { name })])).toEqual(faults)
  })

  test.each(COLORS)('[RESULTS-22] [OBTYPE-10] the colour "%s"', (colorHex, isGood) => {
    const faults = isGood ? [] : [{ place: 0, field: 'colorHex', message: 'Invalid hex format' }]
    expect(resultStatusFaults([aStatus(1, { colorHex })])).toEqual(faults)
    expect(observationTypeFaults([aType(1, { colorHex })])).toEqual(faults)
  })

  test('[RESULTS-20] [RESULTS-21] [OBTYPE-09] reports a duplicate name where it was entered, ignoring case', () => {
    const taken = (place: number) => ({ place, field: 'name', message: 'This name is already in use' })
    const stored = [aStatus(1), aStatus(2), aStatus(3)]
    const renamed = [aStatus(1, { name: ' status 3' }), aStatus(2), aStatus(3)]
    expect(resultStatusFaults(renamed, stored)).toEqual([taken(0)])
    const types = [aType(1), aType(2, { name: 'TYPE 1' })]
    expect(observationTypeFaults(types, [aType(1), aType(2)])).toEqual([taken(1)])
    // Entries that were not edited: all but the first; both edited: both.
    expect(observationTypeFaults(types, types)).toEqual([taken(1)])
    expect(observationTypeFaults(types)).toEqual([taken(0), taken(1)])
  })

  test('[OBTYPE-11] switching off or deleting the last observation type that is on', () => {
    const last = { place: WHOLE_LIST, field: 'enabled', message: TEXTS.lastObservationType }
    expect(observationTypeFaults([aType(1, { enabled: false })])).toEqual([last])
    expect(observationTypeFaults([])).toEqual([last])
  })
})

describe('result statuses', () => {
  test('[RESULTS-14] success and failure together', () => {
    expect(resultStatusFaults([aStatus(1, { isSuccess: true, isFailure: true })])).toEqual([
      { place: 0, field: 'isFailure', message: TEXTS.successAndFailure },
    ])
  })

  test('[RESULTS-23] aliases of 2047 characters, and of one more', () => {
    const message = '2047 is max length of aliases'
    expect(resultStatusFaults([aStatus(1, { aliases: 'x'.repeat(2047) })])).toEqual([])
    expect(resultStatusFaults([aStatus(1, { aliases: 'x'.repeat(2048) })])).toEqual([
      { place: 0, field: 'aliases', message },
    ])
  })

  test('[RESULTS-24] [RESULTS-26] reports an alias of another status where it was entered, ignoring case', () => {
    const stored = [aStatus(1, { aliases: 'ok,ko' }), aStatus(2)]
    const statuses = [stored[0] as StoredResultStatus, aStatus(2, { name: 'Retest', aliases: 'again, KO' })]
    expect(resultStatusFaults(statuses, stored)).toEqual([
      { place: 1, field: 'aliases', message: "Alias 'KO' is already used by the 'Status 1' result" },
    ])
    const turned = [aStatus(1, { aliases: 'ko' }), aStatus(2, { aliases: 'ko' })]
    expect(resultStatusFaults(turned, [aStatus(1), aStatus(2, { aliases: 'ko' })])).toEqual([
      { place: 0, field: 'aliases', message: TEXTS.aliasOfOther('ko', 'Status 2') },
    ])
  })

  test('[RESULTS-25] [RESULTS-26] an alias twice in one list', () => {
    expect(resultStatusFaults([aStatus(1, { aliases: 'ko, fail, Ko' })])).toEqual([
      { place: 0, field: 'aliases', message: "Alias 'Ko' is already used by this result" },
    ])
  })

  test('[RESULTS-27] blank aliases go', () => {
    expect(withoutBlankAliases(' ko,, fail , ,')).toBe('ko,fail')
    expect(withoutBlankAliases(' , ')).toBe('')
    expect(resultStatusFaults([aStatus(1, { aliases: ',,' }), aStatus(2, { aliases: ', ' })])).toEqual([])
  })

  test('[RESULTS-09] [RESULTS-10] [RESULTS-11] [RESULTS-12] [RESULTS-13] reports forbidden changes of Untested', () => {
    const untested = aStatus(1, { name: 'Untested', isUntested: true })
    const stored = [untested, aStatus(2)]
    const faultsOf = (...statuses: StoredResultStatus[]) => resultStatusFaults(statuses, stored)
    const wrong = (place: number, field: string, message: string) => [{ place, field, message }]
    expect(faultsOf(aStatus(2))).toEqual(wrong(WHOLE_LIST, 'isUntested', "'Untested' cannot be deleted"))
    expect(faultsOf(aStatus(2), untested)).toEqual(wrong(1, 'relativePosition', "'Untested' is always first"))
    expect(faultsOf({ ...untested, enabled: false })).toEqual(wrong(0, 'enabled', "'Untested' cannot be switched off"))
    expect(faultsOf({ ...untested, name: 'Not yet' })).toEqual(wrong(0, 'name', TEXTS.untestedFixed))
    expect(faultsOf({ ...untested, isCompleted: true })).toEqual(wrong(0, 'isCompleted', TEXTS.untestedFixed))
    expect(faultsOf({ ...untested, colorHex: '#fff', aliases: 'todo' })).toEqual([])
  })

  test('validates a thousand statuses that all collide', () => {
    const statuses = Array.from({ length: 1000 }, (_, id) => aStatus(id, { name: 'Same', aliases: 'a,b,c' }))
    expect(resultStatusFaults(statuses)).toHaveLength(2000)
  })
})

describe('priorities and automation states', () => {
  test('[PRIO-09] names are there', () => {
    expect(caseAttributeFaults([anEntry(1, { name: ' ' })])).toEqual([
      { place: 0, field: 'name', message: TEXTS.required },
    ])
    expect(caseAttributeFaults([anEntry(1, { name: 'P' })])).toEqual([])
  })

  test('[PRIO-12] names have at most 63 characters and are unique, and exactly one entry is the default', () => {
    expect(caseAttributeFaults([anEntry(1, { name: 'x'.repeat(64) })])).toEqual([
      { place: 0, field: 'name', message: TEXTS.nameLength1To63 },
    ])
    expect(caseAttributeFaults([anEntry(1), anEntry(2, { name: 'entry 1' })], [anEntry(1)])).toEqual([
      { place: 1, field: 'name', message: TEXTS.nameTaken },
    ])
    const one = { place: WHOLE_LIST, field: 'isDefault', message: TEXTS.oneDefault }
    expect(caseAttributeFaults([anEntry(2), anEntry(3)])).toEqual([one])
    expect(caseAttributeFaults([anEntry(1), anEntry(2, { isDefault: true })])).toEqual([one])
  })
})

test('a fault survives its way over the wire', () => {
  const fault = { place: 3, field: 'name', message: 'no' }
  expect(fieldErrorOf('items', fault)).toEqual({ field: 'items.3.name', message: 'no' })
  expect(entryFaultOf('items', fieldErrorOf('items', fault))).toEqual(fault)
  expect(entryFaultOf('items', { field: 'items', message: 'no' })).toMatchObject({ place: WHOLE_LIST })
  expect(entryFaultOf('items', { field: 'version', message: 'no' })).toBeNull()
})

test('[RESULTS-20] [RESULTS-25] incremental validation after each edit finds the same problems as a full one', () => {
  const anEdit = fc.record({
    act: fc.constantFrom('change', 'move', 'delete', 'add', 'twice'),
    at: fc.nat(5),
    to: fc.nat(5),
    name: fc.constantFrom('One', 'one ', 'Two', 'Three', ''),
    aliases: fc.constantFrom('', 'a', 'A,b', 'b,b', 'c'),
  })
  fc.assert(
    fc.property(fc.array(anEdit, { maxLength: 12 }), (edits) => {
      const stored = [1, 2, 3].map((id) => aStatus(id, { aliases: `own${id}` }))
      let list = [...stored]
      for (const { act, at, to, name, aliases } of edits) {
        const one = list[at]
        if (act === 'add') list = [...list, aStatus(10 + list.length, { name, aliases })]
        else if (act === 'change')
          list = list.map((status, place) => (place === at ? { ...status, name, aliases } : status))
        else if (act === 'delete') list = list.filter((_, place) => place !== at)
        else if (one !== undefined)
          list = (act === 'twice' ? list : list.filter((status) => status !== one)).toSpliced(to, 0, one)
        expect(resultStatusFaults(list, stored)).toEqual(
          resultStatusFaults(
            list.map((status) => ({ ...status })),
            [...stored],
          ),
        )
      }
    }),
  )
})
