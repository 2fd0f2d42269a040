// Runs in its own process: viewers of launches, each with a live connection. Prints "ready" once all are connected, and a line of JSON after
// its input has ended. node viewers.mjs <url> <viewers> <launch ids, with commas> <tokens of different users, with commas>
import { setTimeout } from 'node:timers/promises'

/** Silence after which nothing more is expected. */
const QUIET_MS = 3000

const [url, viewers, launchIds, tokens] = process.argv.slice(2)
const launches = launchIds.split(',')
const users = tokens.split(',')
const endpoint = `${url.replace('http', 'ws')}/api/reporting/api/websockets/000`

const delays = []
let lastAt = 0
let connected = 0

/** STOMP in frames of SockJS. Messages are not parsed, because viewers and servers share the processor. */
const connect = (number) =>
  new Promise((resolve, reject) => {
    const launch = launches[number % launches.length]
    const topics = ['testRuns', 'statistics', `testRuns.${launch}.tests`, `testRuns.${launch}.passRate`]
    const socket = new WebSocket(`${endpoint}/viewer-${process.pid}-${number}/websocket`)
    const send = (...frames) => socket.send(JSON.stringify(frames.map((lines) => `${lines.join('\n')}\n\n\0`)))
    let receipts = 0
    socket.addEventListener('message', ({ data }) => {
      if (data === 'o')
        return send(['CONNECT', 'accept-version:1.2', `Authorization:Bearer ${users[number % users.length]}`])
      for (const [frame] of data.matchAll(/(CONNECTED|RECEIPT|ERROR)(?=\\n)/g)) {
        if (frame === 'ERROR') reject(new Error(data))
        if (frame === 'CONNECTED')
          send(
            ...topics.map((topic, n) => ['SUBSCRIBE', `id:${n}`, `destination:/topic/assay.${topic}`, `receipt:${n}`]),
          )
        if (frame === 'RECEIPT') receipts += 1
        if (frame === 'RECEIPT' && receipts === topics.length) {
          connected += 1
          resolve()
        }
      }
      for (const [, at] of data.matchAll(/\\"at\\":\\"([^"\\]+)/g)) {
        lastAt = Date.now()
        delays.push(lastAt - Date.parse(at))
      }
    })
    socket.addEventListener('close', () => (connected -= 1))
  })

for (let number = 0; number < Number(viewers); number += 1) await connect(number)
console.log('ready')

process.stdin.resume().on('end', async () => {
  while (Date.now() - lastAt < QUIET_MS) await setTimeout(200)
  delays.sort((a, b) => a - b)
  const share = (part) => delays[Math.min(delays.length - 1, Math.floor(delays.length * part))] ?? 0
  console.log(
    JSON.stringify({
      connected,
      messages: delays.length,
      medianMs: share(0.5),
      p95Ms: share(0.95),
      maxMs: share(1),
      lastAt,
    }),
  )
  process.exit()
})
