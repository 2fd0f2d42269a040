import { expect, test } from 'vitest'
import { ApiError, messageOf, refusal } from '../../../services/http/api-error.ts'
import { rawMessageOf } from '../../../views/launchers/raw-error.ts'

const said = refusal(409, { code: 'API-409', message: 'The repository is there already' })
const silent = refusal(502, '<html>Bad Gateway</html>')
const lost = new ApiError('unreachable', { cause: new TypeError('Failed to fetch') })

test('[LERR-01] [MENU-15] shows the message of the server if any', () => {
  expect([rawMessageOf(said), messageOf(said)]).toEqual(Array(2).fill('The repository is there already'))
})

test('[LERR-02] [LERR-03] [MENU-16] otherwise shows the raw error where requested, and a general text elsewhere', () => {
  expect([rawMessageOf(silent), messageOf(silent)]).toEqual(['The server answered with status 502', 'Error'])
  expect([rawMessageOf(lost), messageOf(lost)]).toEqual([
    'Cannot reach the server: Failed to fetch',
    'Cannot reach the server',
  ])
  expect(rawMessageOf(new Error('own'))).toBe('own')
})
