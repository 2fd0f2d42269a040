import fastify, { type FastifyInstance } from 'fastify'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compressAnswers } from '../../../server/http/compress.ts'

const LONG = { items: Array.from({ length: 500 }, (_, id) => ({ id, title: `Suite ${id}` })) }

let app: FastifyInstance
beforeAll(() => {
  app = fastify()
  compressAnswers(app)
  app.get('/long', (_, reply) => reply.send(LONG))
  app.get('/short', (_, reply) => reply.send({ items: [] }))
})
afterAll(() => app.close())
const get = (url: string, accepted: string) =>
  app.inject({ method: 'GET', url, headers: { 'accept-encoding': accepted } })

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
  ['deflate', undefined, (bytes: Buffer) => bytes],
])('a long answer travels to who accepts "%s" as %s', async (accepted, encoding, read) => {
  const { headers, rawPayload } = await get('/long', accepted)
  expect(headers['content-encoding']).toBe(encoding)
  expect(headers['content-length']).toBe(String(rawPayload.length))
  expect(JSON.parse(read(rawPayload).toString())).toEqual(LONG)
})

test('a short answer goes as it is', async () => {
  const { headers, body } = await get('/short', 'gzip, br')
  expect(headers['content-encoding']).toBeUndefined()
  expect(body).toBe('{"items":[]}')
})
