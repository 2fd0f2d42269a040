import { describe, expect, test } from 'vitest'
import { recordLaunchVisit } from '../../../contract/launches/launch-visits.ts'
import { createHttp } from '../../../services/http/http.ts'
import { exportLaunchHtml } from '../../../services/launches/launch-export.ts'
import { createResultImportsService } from '../../../services/launches/result-imports.ts'
import { answering } from '../services/answering.ts'

const session = { token: () => 'a-token', renew: () => Promise.resolve() }

test('a call with keepalive survives the unload of the page', async () => {
  const sent: RequestInit[] = []
  const send = createHttp(session, (_address, init) => {
    sent.push(init)
    return Promise.resolve(Response.json({}))
  })
  await send(recordLaunchVisit, {
    params: { projectKey: 'SHOP', launchId: 7 },
    body: { isRead: true },
    keepalive: true,
  })
  expect(sent).toMatchObject([{ keepalive: true }])
})

test('exports a launch as an HTML file', async () => {
  const requests: unknown[] = []
  const fetchHtml = (address: string, { method }: RequestInit) => {
    requests.push([address, method])
    return Promise.resolve(new Response('<html>'))
  }
  const { file, name } = await exportLaunchHtml(session, fetchHtml, { projectKey: 'SHOP', launchId: 7 })
  expect([await file.text(), name]).toEqual(['<html>', 'launch.html'])
  expect(requests).toEqual([[expect.stringContaining('/launches/7'), 'GET']])
})

describe('reports are imported', () => {
  const { signal } = new AbortController()
  const fields = { name: 'Nightly' } as never
  const importing = (answer: () => Promise<Response>, given: AbortSignal = signal) => {
    const sent: { address: string; init: RequestInit }[] = []
    const service = createResultImportsService(answering({}), session, (address, init) => {
      sent.push({ address, init })
      return answer()
    })
    const counts: number[] = []
    return {
      sent,
      counts,
      send: (...files: File[]) => service.send('SHOP', files, given),
      run: () => service.run('SHOP', { importId: 'one', fields }, (tests) => counts.push(tests), given),
    }
  }
  const lines = (...all: unknown[]) =>
    Promise.resolve(new Response(all.map((one) => `${JSON.stringify(one)}\n`).join('')))

  test('sends all files in one form', async () => {
    const { send, sent } = importing(() => Promise.resolve(Response.json({ nothing: true })))
    await expect(send(new File(['<a/>'], 'a.xml'), new File(['<b/>'], 'b.xml'))).rejects.toMatchObject({
      kind: 'unreadable',
    })
    const [{ address, init } = { address: '', init: {} }] = sent
    expect([address, init.method, init.signal]).toEqual(['/api/projects/SHOP/result-imports', 'POST', signal])
    const files = (init.body as FormData).getAll('file') as File[]
    expect(files.map(({ name }) => name)).toEqual(['a.xml', 'b.xml'])
  })

  test('the number of tests grows until the launch is there', async () => {
    const counts = { passed: 2, failed: 0, skipped: 0, blocked: 0, aborted: 0 }
    const outcome = {
      launchId: 7,
      number: 3,
      tests: 2,
      counts,
      problems: [],
      problemCount: 0,
      isPartial: false,
      wasInterrupted: false,
    }
    const { run, sent, counts: reported } = importing(() => lines({ tests: 1 }, { tests: 2 }, { outcome }))
    expect(await run()).toEqual(outcome)
    expect(reported).toEqual([1, 2])
    const [{ address, init } = { address: '', init: {} }] = sent
    expect(address).toBe('/api/projects/SHOP/result-imports/one/run')
    expect([init.method, init.body, init.signal]).toEqual(['POST', JSON.stringify(fields), signal])
    expect(new Headers(init.headers).get('content-type')).toBe('application/json')
  })

  test('a failed import reports its reason, and an interrupted one does not count as done', async () => {
    const problem = { code: 'API-4000', message: 'A launch has at most 500000 tests' }
    const failing = importing(() => lines({ tests: 1 }, { problem }))
    await expect(failing.run()).rejects.toMatchObject({ kind: 'refused', status: 200, message: problem.message })
    await expect(importing(() => lines({ tests: 1 })).run()).rejects.toMatchObject({ kind: 'unreachable' })
    await expect(importing(() => lines('?')).run()).rejects.toMatchObject({ kind: 'unreadable' })
    const stopped = importing(() => lines({ tests: 1 }), AbortSignal.abort())
    await expect(stopped.run()).rejects.toMatchObject({ kind: 'aborted' })
  })
})
