import { expect, test } from 'vitest'
import { createHttp, type Send } from '../../../services/http/http.ts'
import type { TokenSource } from '../../../services/http/renewing.ts'

/** What a service passes on as it gets it. */
export const anything = { passedOn: 'as it is' } as never

type Act<Service> = (service: Service, signal: AbortSignal) => Promise<unknown>

/** A call of a service, the line of its request (`METHOD address`), and the body if it has one. */
export type Row<Service> = [act: Act<Service>, line: string, body?: unknown]

/** Checks what each call of a service sends: a call that takes a signal has to pass it on. The server has nothing to answer. */
export const testRequests = <Service>(name: string, create: (send: Send) => Service, rows: readonly Row<Service>[]) =>
  test.each(rows.map(([act, line, body]) => [line, act, body] as const))(`${name}: %s`, async (line, act, body) => {
    const { signal } = new AbortController()
    const request = await requestOf(create, (service) => act(service, signal))
    const takesSignal = act.length > 1
    expect(request).toEqual({ line, body, signal: takesSignal ? signal : undefined })
  })

/** Nobody is signed in. */
export const nobody: TokenSource = { token: () => null, renew: () => Promise.reject(new Error('nobody')) }

const requestOf = async <Service>(create: (send: Send) => Service, act: (service: Service) => Promise<unknown>) => {
  const requests: { line: string; body: unknown; signal: unknown }[] = []
  const send = createHttp(nobody, (address, init) => {
    const { method, body, signal } = init
    requests.push({
      line: `${method} ${address}`,
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
      signal,
    })
    return Promise.resolve(Response.json({ message: 'There is nothing here' }, { status: 404 }))
  })
  await expect(act(create(send))).rejects.toThrow('There is nothing here')
  const [request, ...more] = requests
  expect(more).toEqual([])
  return request
}
