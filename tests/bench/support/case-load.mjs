// Runs in its own process: creates cases in suites 1 to n over this many connections, as fast as they are acknowledged. Prints one line of
// JSON. node case-load.mjs <url> <token> <connections> <cases in all> <suites>
import { openConnection } from './connection.mjs'

const [url, token, connections, cases, suites] = process.argv.slice(2)
let next = 0
const worker = async () => {
  const connection = openConnection(url, `Bearer ${token}`)
  while (next < Number(cases)) {
    next += 1
    const body = JSON.stringify({ testSuiteId: 1 + (next % Number(suites)), title: `Created ${next}` })
    await connection.call('POST', '/api/projects/DEF/test-cases', body)
  }
  connection.close()
}
const begun = performance.now()
await Promise.all(Array.from({ length: Number(connections) }, worker))
const seconds = (performance.now() - begun) / 1000
console.log(JSON.stringify({ seconds, perSecond: cases / seconds }))
