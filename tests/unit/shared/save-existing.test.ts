import { afterEach, expect, test } from 'vitest'
import { ERROR_CODES } from '../../../contract/errors.ts'
import { ApiError } from '../../../services/http/api-error.ts'
import { saveExisting } from '../../../views/shared/forms/save-existing.ts'
import { readToasts, toast } from '../../../views/ui/toasts/toasts.ts'

afterEach(() => toast.clear())

type Values = Record<'title' | 'milestoneId' | 'environmentId', string | null>
const base: Values = { title: 'Spring', milestoneId: null, environmentId: null }
const values: Values = { title: 'Autumn', milestoneId: '4', environmentId: '9' }
const rejected = (field: string) =>
  new ApiError('refused', { status: 400, errors: [{ field, message: 'This entry does not exist' }] })

const saving = async (answers: unknown[]) => {
  const sent: unknown[] = []
  const result = saveExisting<Values, number>(
    { base, values, changes: values, expected: base },
    {
      save: ({ changes, expected }) => {
        sent.push({ changes, expected })
        const answer = answers.shift()
        return typeof answer === 'number' ? Promise.resolve(answer) : Promise.reject(answer)
      },
      existingValues: (_, edited, [error]) =>
        error?.field === 'milestoneId' || error?.field === 'environmentId'
          ? { values: { ...edited, [error.field]: null }, missing: [error.field] }
          : null,
      nameOf: (field) => `Name of ${field}`,
    },
  )
  return { sent, result: await result.catch((error: unknown) => error) }
}

test('saves a draft without what was removed and names all of it in one message', async () => {
  const { sent, result } = await saving([rejected('milestoneId'), rejected('environmentId'), 7])
  expect(result).toBe(7)
  expect(sent.at(-1)).toEqual({ changes: { title: 'Autumn' }, expected: { title: 'Spring' } })
  expect(readToasts().map(({ text }) => text)).toEqual([
    'No longer in this project, so it is not saved: Name of milestoneId, Name of environmentId',
  ])
})

test('rejects, and names nothing as removed, when the rest of a draft cannot be saved', async () => {
  const title = rejected('title')
  const { sent, result } = await saving([rejected('milestoneId'), title])
  expect(result).toBe(title)
  expect(sent).toHaveLength(2)
  expect(readToasts()).toEqual([])
})

test('leaves a conflict to the form, although its errors name the same fields', async () => {
  const conflict = new ApiError('refused', {
    status: 409,
    code: ERROR_CODES.stale,
    errors: [{ field: 'milestoneId', message: 'Changed' }],
  })
  const { sent, result } = await saving([conflict])
  expect(result).toBe(conflict)
  expect(sent).toHaveLength(1)
})
