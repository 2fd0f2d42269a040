import { expect, test } from 'vitest'
import { topics } from '../../../contract/live.ts'
import { TENANT } from '../../../server/config.ts'
import { TestAgent } from '../support/agent.ts'
import { aProject, aWorkspace } from '../support/people.ts'
import { listen, openLine } from './support/client.ts'
import { startNode } from './support/node.ts'
import { exchange } from './support/raw.ts'

test('closing sends a farewell to every live client and answers earlier requests', async () => {
  const app = await startNode({ live: { farewellMs: 100 } })
  const owner = await aWorkspace(app)
  await aProject(app, owner)
  const agent = await TestAgent.of(app, owner)
  const clients = await Promise.all(
    ['websocket', 'xhr-streaming', 'xhr-polling'].map((way) => listen(app, { token: owner.token, transports: [way] })),
  )
  for (const client of clients) await client.subscribe(topics.statistics(TENANT))
  const stranger = await openLine(app)
  // Announces more data, and sends none: closing must not wait for it.
  const stuck = exchange(app, [
    'GET /api/reporting/api/websockets/000/abcdefgh/websocket HTTP/1.1\r\nHost: x\r\n' +
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MTIzNDU2Nzg5MDEyMzQ1Ng==\r\n\r\n',
  ])
  const requested = agent.startLaunch()
  const closing = requested.then(
    () => app.close(),
    () => app.close(),
  )
  await Promise.all([...clients.map(({ ended }) => ended), stranger.ended, stuck, closing])
  expect((await requested).id).toBeGreaterThan(0)
})
