// Runs in its own process: reports tests over this many connections, as fast as they are acknowledged or at a pace. Prints one line of JSON.
// node agent-load.mjs <url> <access token> <connections> <tests in all> [<tests per second> <launch that goes on>]
import { setTimeout } from 'node:timers/promises'
import { openConnection } from './connection.mjs'

const [url, accessToken, connections, tests, perSecond, launchId] = process.argv.slice(2)

const api = '/api/reporting/v1'
const exchange = openConnection(url, '')
const { authToken } = JSON.parse(
  await exchange.call('POST', '/api/iam/v1/auth/refresh', JSON.stringify({ refreshToken: accessToken })),
)
exchange.close()
const authorization = `Bearer ${authToken}`
// A connection for this call only: the server closes connections that are idle during the load.
const once = async (method, path, body) => {
  const connection = openConnection(url, authorization)
  const answer = await connection.call(method, path, JSON.stringify(body))
  connection.close()
  return answer
}
const started = { name: 'Load', framework: 'bench', startedAt: new Date().toISOString() }
const launch =
  launchId === undefined
    ? JSON.parse(await once('POST', `${api}/test-runs?projectKey=DEF`, started))
    : { id: Number(launchId) }

let calls = 0
const report = async (connection, number) => {
  const call = (method, path, body) => {
    calls += 1
    return connection.call(method, path, JSON.stringify(body))
  }
  const path = `${api}/test-runs/${launch.id}/tests`
  const { id } = JSON.parse(
    await call('POST', path, {
      name: `Test ${number}`,
      className: `suite/file-${number % 200}.spec.ts`,
      methodName: `test ${number}`,
      startedAt: new Date().toISOString(),
    }),
  )
  await call('PUT', `${path}/${id}/labels`, { items: [{ key: 'feature', value: `feature ${number % 20}` }] })
  const failed = number % 10 === 0
  await call('PUT', `${path}/${id}`, {
    result: failed ? 'FAILED' : 'PASSED',
    ...(failed
      ? { reason: `AssertionError: expected ${number} to be even\n    at file-${number % 200}.spec.ts:12:4` }
      : {}),
    endedAt: new Date().toISOString(),
  })
}

let next = 0
const worker = async () => {
  const connection = openConnection(url, authorization)
  while (next < Number(tests)) {
    const number = next++
    if (perSecond !== undefined) await setTimeout(begun + (number / Number(perSecond)) * 1000 - performance.now())
    await report(connection, number)
  }
  connection.close()
}
const begun = performance.now()
await Promise.all(Array.from({ length: Number(connections) }, worker))
const seconds = (performance.now() - begun) / 1000
if (launchId === undefined) await once('PUT', `${api}/test-runs/${launch.id}`, { endedAt: new Date().toISOString() })
console.log(JSON.stringify({ launchId: launch.id, calls, seconds, perSecond: calls / seconds }))
