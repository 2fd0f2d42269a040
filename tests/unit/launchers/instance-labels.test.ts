import { expect, test } from 'vitest'
import { labelsFor, parseInstanceLabels } from '../../../server/launchers/options/instance-labels.ts'

test('labels of instance types are read from the configuration, and nothing else is', () => {
  expect(parseInstanceLabels(' large = highmem ; extra-large=highmem, fast;')).toEqual({
    large: ['highmem'],
    'extra-large': ['highmem', 'fast'],
  })
  expect(parseInstanceLabels('')).toEqual({})
  for (const wrong of ['huge=a', 'large', 'large=', 'large=a b'])
    expect([wrong, parseInstanceLabels(wrong)]).toEqual([wrong, null])
})

test('a launch requires the distinct labels of its launcher and of its instance type, or of the default type', () => {
  const ofTypes = { standard: ['linux'], large: ['linux', 'highmem'] }
  expect(labelsFor({ workerLabels: ['gpu', 'linux'], instanceTypeId: 'large' }, ofTypes)).toEqual([
    'gpu',
    'linux',
    'highmem',
  ])
  expect(labelsFor({ instanceTypeId: null }, ofTypes)).toEqual(['linux'])
  expect(labelsFor({ instanceTypeId: 'small' }, ofTypes)).toEqual([])
})
