import { expect, test } from 'vitest'
import type { ImportMapping } from '../../../contract/cases/import.ts'
import { createImportsService } from '../../../services/cases/cases-import.ts'

const counts = { created: 2, updated: 0, unchanged: 0, leftOut: 0, suites: 1, sameTitle: 0 }
const outcome = { counts, operationId: '7f8d3c1e-3a52-4c8e-9a51-0c9a1f1d2b3c', suiteId: 1 }
const mapping: ImportMapping = {
  columns: ['title'],
  values: {},
  steps: 'rows',
  suiteSeparator: '/',
  parentSuiteId: null,
  restSuite: '',
  updatesKnown: true,
  sameTitle: 'update',
}

const answer = (parts: readonly string[], status = 200): Response =>
  new Response(
    new ReadableStream({
      start: (stream) => {
        for (const part of parts) stream.enqueue(new TextEncoder().encode(part))
        stream.close()
      },
    }),
    { status },
  )

/** A run that is answered with these, one after the other. */
const running = (...answers: (() => Promise<Response>)[]) => {
  const tokens: (string | null)[] = []
  const session = { now: 'old', token: () => session.now, renew: () => Promise.resolve(void (session.now = 'new')) }
  const service = createImportsService(
    () => Promise.reject(new Error('no such call')),
    session,
    (_address, init) => {
      tokens.push(new Headers(init.headers).get('authorization'))
      return (answers.shift() as () => Promise<Response>)()
    },
  )
  const rows: number[] = []
  const signal = new AbortController().signal
  const done = service.run('SHOP', { importId: 'one', sheet: null, mapping }, (count) => rows.push(count), signal)
  return { done, rows, tokens }
}

test('reads lines as they arrive for any split', async () => {
  const text = `{"rows":500}\n{"rows":1000}\n${JSON.stringify({ outcome })}\n`
  const parts = [text.slice(0, 5), text.slice(5, 20), text.slice(20, 60), text.slice(60)]
  const { done, rows } = running(() => Promise.resolve(answer(parts)))
  expect(await done).toEqual(outcome)
  expect(rows).toEqual([500, 1000])
})

test('a failed import reports its reason; one that is interrupted or unreadable does not count as done', async () => {
  const problem = `{"rows":500}\n{"problem":{"code":"API-4000","message":"A project has at most 20000 suites"}}\n`
  await expect(running(() => Promise.resolve(answer([problem]))).done).rejects.toMatchObject({
    kind: 'refused',
    message: 'A project has at most 20000 suites',
  })
  await expect(running(() => Promise.resolve(answer(['{"rows":500}\n']))).done).rejects.toMatchObject({
    kind: 'unreachable',
  })
  await expect(running(() => Promise.resolve(answer(['<html>\n']))).done).rejects.toMatchObject({ kind: 'unreadable' })
  await expect(running(() => Promise.reject(new TypeError('offline'))).done).rejects.toMatchObject({
    kind: 'unreachable',
  })
})

test('a session that has expired is renewed once', async () => {
  const { done, tokens } = running(
    () => Promise.resolve(answer(['{"code":"IAM-4010","message":"expired"}'], 401)),
    () => Promise.resolve(answer([`${JSON.stringify({ outcome })}\n`])),
  )
  expect(await done).toEqual(outcome)
  expect(tokens).toEqual(['Bearer old', 'Bearer new'])
})
