import { expect, test } from 'vitest'
import type { Send } from '../../../services/http/http.ts'
import { createLaunchersService } from '../../../services/launchers/launchers.ts'

test('[LOGS-07] a page of console output has up to a thousand lines', async () => {
  const asked: unknown[] = []
  const send = ((_call, given) => {
    asked.push(given)
    return Promise.resolve({})
  }) as Send
  await createLaunchersService(send).console('SHOP', 7, 'a', 'last')
  expect(asked).toEqual([
    {
      params: { projectKey: 'SHOP', launchId: 7, attemptUuid: 'a' },
      query: { pageToken: 'last', maxPageSize: 1000 },
    },
  ])
})
