import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { provideRandomIds } from '../../../views/boot/insecure-origin.ts'

test('generates random ids where the browser cannot', () => {
  const bare = { getRandomValues: (bytes: Uint8Array) => crypto.getRandomValues(bytes as Uint8Array<ArrayBuffer>) }
  provideRandomIds(bare as Crypto)
  const { randomUUID } = bare as unknown as Crypto
  const made = Array.from({ length: 200 }, () => randomUUID())
  expect(new Set(made).size).toBe(200)
  for (const id of made) expect(z.uuidv4().safeParse(id).success).toBe(true)
})

test('a browser that has them keeps its own', () => {
  const randomUUID = () => '0-0-0-0-0' as const
  const own = { randomUUID } as unknown as Crypto
  provideRandomIds(own)
  expect(own.randomUUID).toBe(randomUUID)
})
