import { describe, expect, test } from 'vitest'
import type { ConfigItem } from '../../../contract/launchers/launch-config.ts'
import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import { TEXTS } from '../../../contract/texts.ts'
import {
  NEW_LAUNCHER,
  payloadOf,
  problemsOf,
  problemsOfItem,
  withoutEmpty,
} from '../../../machines/launchers/launcher-values.ts'

const item = (type: ConfigItem['type'], value: string, values?: string[]): ConfigItem => ({
  name: 'A',
  type,
  value,
  ...(values && { values }),
})
/** Messages of the form for a value and its options. */
const said = (type: ConfigItem['type'], value: string, values?: string[]) => {
  const { value: ofValue, values: ofOptions } = problemsOfItem(item(type, value, values))
  return [ofValue ?? null, ofOptions ?? null]
}
const FINE = [null, null]
const complete = { ...NEW_LAUNCHER, name: 'Nightly', branch: 'main', dockerImage: 'node', launchCommand: 'npm test' }

describe('messages at a variable or capability', () => {
  test('a name contains no equals sign: the environment would end it there', () => {
    expect(problemsOfItem({ ...item('STRING', 'x'), name: 'A=B' })).toEqual({ name: LAUNCHER_TEXTS.itemName })
  })

  test('[VARS-03] [VARS-07] a text is not empty', () => {
    expect(said('STRING', ' ')).toEqual([TEXTS.required, null])
    expect(said('STRING', 'x')).toEqual(FINE)
  })

  test('[VARS-04] a choice requires options and a selected one', () => {
    expect(said('CHOICE', '', [])).toEqual([TEXTS.required, LAUNCHER_TEXTS.optionsRequired])
    expect(said('CHOICE', '', ['EUR'])).toEqual([TEXTS.required, null])
    expect(said('CHOICE', 'GBP', ['EUR'])).toEqual([LAUNCHER_TEXTS.optionUnknown, null])
    expect(said('CHOICE', 'EUR', ['EUR'])).toEqual(FINE)
  })

  test('[VARS-05] a whole number may have a sign', () => {
    for (const wrong of ['1.5', '1e3', 'four', '0x1'])
      expect(said('INTEGER', wrong)).toEqual([LAUNCHER_TEXTS.integer, null])
    for (const right of ['0', '-4', '+12']) expect(said('INTEGER', right)).toEqual(FINE)
  })

  test('[VARS-06] yes or no is true or false', () => {
    for (const wrong of ['yes', 'TRUE', '1']) expect(said('BOOLEAN', wrong)).toEqual([LAUNCHER_TEXTS.boolean, null])
    for (const right of ['true', 'false']) expect(said('BOOLEAN', right)).toEqual(FINE)
  })
})

test('[VARS-08] drops empty items, which do not prevent saving', () => {
  const nothing: ConfigItem = { name: ' ', type: 'STRING', value: '' }
  const stored: ConfigItem = { name: '', type: 'SECRET', value: '', secretId: '5d0cf5c4-51a1-4f7d-9d07-2f4c9fd6a101' }
  const saved = [item('STRING', 'x'), stored]
  const values = {
    ...complete,
    envVars: [nothing, ...saved],
    customCapabilities: [nothing],
    providerCapabilities: [nothing],
  }
  expect(withoutEmpty(values)).toEqual({
    ...complete,
    envVars: saved,
    customCapabilities: [],
    providerCapabilities: [],
  })
  expect(problemsOf({ ...complete, envVars: [nothing], customCapabilities: [nothing] })).toEqual({})
  expect(problemsOf({ ...complete, customCapabilities: [{ ...nothing, value: 'x' }] })).toHaveProperty(
    'customCapabilities',
  )
})

test('[VARS-09] [VARS-12] a launch is sent names and values alone, in the list that each was entered in', () => {
  const sent = payloadOf({
    ...complete,
    envVars: [item('CHOICE', 'EUR', ['EUR', 'GBP'])],
    providerCapabilities: [{ ...item('STRING', 'Linux'), name: 'platformName' }],
    customCapabilities: [{ ...item('BOOLEAN', 'true'), name: 'acceptInsecureCerts' }],
  })
  const { envVars, providerCapabilities, customCapabilities } = sent
  expect({ envVars, providerCapabilities, customCapabilities }).toEqual({
    envVars: [{ name: 'A', value: 'EUR' }],
    providerCapabilities: [{ name: 'platformName', value: 'Linux' }],
    customCapabilities: [{ name: 'acceptInsecureCerts', value: 'true' }],
  })
  expect(sent).not.toHaveProperty('name')
})
