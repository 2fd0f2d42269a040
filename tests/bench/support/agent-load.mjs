// A process of its own that reports tests over so many connections, as fast as they are acknowledged. Prints one line of JSON.
// node agent-load.mjs <url> <access token> <connections> <tests in all>
import http from 'node:http'

const [url, accessToken, connections, tests] = process.argv.slice(2)
const agent = new http.Agent({ keepAlive: true, maxSockets: Number(connections) })
const { hostname, port } = new URL(url)
let authorization = ''
let calls = 0

const call = (method, path, body) =>
  new Promise((resolve, reject) => {
    const text = JSON.stringify(body)
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), authorization }
    const request = http.request({ agent, hostname, port, method, path, headers }, (response) => {
      let answer = ''
      response.setEncoding('utf8')
      response.on('data', (chunk) => (answer += chunk))
      response.on('end', () => {
        calls += 1
        if (response.statusCode >= 300) reject(new Error(`${method} ${path}: ${response.statusCode} ${answer}`))
        else resolve(answer === '' ? null : JSON.parse(answer))
      })
    })
    request.on('error', reject)
    request.end(text)
  })

const api = '/api/reporting/v1'
const { authToken } = await call('POST', '/api/iam/v1/auth/refresh', { refreshToken: accessToken })
authorization = `Bearer ${authToken}`
const launch = await call('POST', `${api}/test-runs?projectKey=DEF`, {
  name: 'Load',
  framework: 'bench',
  startedAt: new Date().toISOString(),
})

const report = async (number) => {
  const path = `${api}/test-runs/${launch.id}/tests`
  const { id } = await call('POST', path, {
    name: `Test ${number}`,
    className: `suite/file-${number % 200}.spec.ts`,
    methodName: `test ${number}`,
    startedAt: new Date().toISOString(),
  })
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
  while (next < Number(tests)) await report(next++)
}
calls = 0
const begun = performance.now()
await Promise.all(Array.from({ length: Number(connections) }, worker))
const seconds = (performance.now() - begun) / 1000
await call('PUT', `${api}/test-runs/${launch.id}`, { endedAt: new Date().toISOString() })
console.log(JSON.stringify({ launchId: launch.id, calls, seconds, perSecond: calls / seconds }))
agent.destroy()
