import { expect, test } from 'vitest'
import { ApiError } from '../../../services/http/api-error.ts'
import { createIdempotencyKeys } from '../../../services/http/idempotency.ts'

const world = () => {
  let made = 0
  const keys = createIdempotencyKeys(() => `key-${(made += 1)}`)
  const sent: string[] = []
  return {
    sent,
    /** Sends a request; `outcome` is the network's result. */
    send: (request: string, outcome: 'answered' | ApiError) =>
      keys
        .send(request, (key) => {
          sent.push(key)
          return outcome === 'answered' ? Promise.resolve('done') : Promise.reject(outcome)
        })
        .catch((error: unknown) => (error as ApiError).kind),
  }
}
const unreachable = new ApiError('unreachable')
const failed = new ApiError('refused', { status: 502 })
const invalid = new ApiError('refused', { status: 400 })

test('a request repeated after its answer was lost carries its first key, until it is answered', async () => {
  const { send, sent } = world()
  await send('create A', unreachable)
  await send('create A', failed)
  await send('create A', 'answered')
  await send('create A', 'answered')
  expect(sent).toEqual(['key-1', 'key-1', 'key-1', 'key-2'])
})

test('other requests, pending requests and rejected requests have keys of their own', async () => {
  const { send, sent } = world()
  await Promise.all([send('create A', unreachable), send('create A', 'answered')])
  await send('create B', 'answered')
  await send('create C', invalid)
  await send('create C', 'answered')
  expect(sent).toEqual(['key-1', 'key-2', 'key-3', 'key-4', 'key-5'])
})

test('forgets the oldest keys beyond the limit', async () => {
  const { send, sent } = world()
  const names = Array.from({ length: 51 }, (_, i) => `create ${i}`)
  for (const name of names) await send(name, unreachable)
  sent.length = 0
  await send('create 0', 'answered')
  await send('create 1', 'answered')
  await send('create 50', 'answered')
  expect(sent).toEqual(['key-52', 'key-2', 'key-51'])
})
