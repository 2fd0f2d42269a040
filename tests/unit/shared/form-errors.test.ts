import { describe, expect, test } from 'vitest'
import { ERROR_CODES } from '../../../contract/errors.ts'
import { ApiError, refusal } from '../../../services/http/api-error.ts'
import { refusalsOf } from '../../../views/shared/forms/refusals.ts'

const rejected = (...fields: string[]) =>
  new ApiError('refused', { status: 400, errors: fields.map((field) => ({ field, message: `wrong ${field}` })) })

describe('errors of a rejected save', () => {
  const initial = { title: '', customFields: {}, environment: null, cases: [] }

  test('are shown at their field, also when the server names a path inside or around it', () => {
    expect(refusalsOf({ initial }, rejected('title', 'changes.customFields.17', 'environment.id'))).toEqual({
      title: 'wrong title',
      customFields: 'wrong changes.customFields.17',
      'customFields.17': 'wrong changes.customFields.17',
      environment: 'wrong environment.id',
      'environment.id': 'wrong environment.id',
    })
  })

  test('are shown at the field that the form maps them to', () => {
    const partOf = (field: string) => (field.startsWith('testCases.') ? 'cases' : field)
    expect(refusalsOf({ initial, partOf }, rejected('testCases.14.id', 'title'))).toEqual({
      cases: 'wrong testCases.14.id',
      title: 'wrong title',
    })
  })

  test('are shown together above the buttons when one of them has no field', () => {
    expect(refusalsOf({ initial }, rejected('title', 'something.else'))).toEqual({})
    expect(refusalsOf({ initial, partOf: () => null }, rejected('title'))).toEqual({})
  })
})

test('the message of an invalid request names no paths', () => {
  const errors = [
    { field: 'changes.customFields.17', message: 'Must be a URL' },
    { field: 'changes.customFields.18', message: 'Must be a URL' },
    { field: 'title', message: 'Must not be empty' },
  ]
  const message = errors.map((one) => `${one.field}: ${one.message}`).join('; ')
  const error = refusal(400, { code: ERROR_CODES.invalid, message, requestId: '1', errors })
  expect(error.message).toBe('Must be a URL. Must not be empty')
  expect(refusal(400, { code: ERROR_CODES.invalid, message: 'Taken', requestId: '1', errors }).message).toBe('Taken')
})
