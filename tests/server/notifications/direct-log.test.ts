import { beforeAll, expect, test } from 'vitest'
import { resendDirectDelivery } from '../../../contract/notifications/deliveries.ts'
import { NOTIFICATION_LIMITS } from '../../../contract/notifications/notification-texts.ts'
import { pruneDeliveries } from '../../../server/notifications/deliveries.ts'
import { TestAgent } from '../support/agent.ts'
import { refusalOf } from '../support/app.ts'
import { aProject } from '../support/people.ts'
import { directMessages, targets } from './support/direct-messages.ts'

const server = directMessages()
const { aRule, asked, logOf, posted, settled } = server
let otherId: number
beforeAll(async () => {
  otherId = await aProject(server.app, server.owner, 'OTHER')
})

test('the log shows and resends only messages of its own project', async () => {
  const other = await TestAgent.of(server.app, server.owner, 'OTHER')
  const launch = await other.startLaunch({ startedAt: new Date().toISOString(), notifications: targets('theirs') })
  await launch.finish(new Date().toISOString())
  await settled()
  const [theirs] = await logOf('OTHER')
  expect(theirs).toMatchObject({ state: 'delivered', direct: { destination: 'theirs' } })
  expect(await logOf()).toEqual([])
  const deliveryId = theirs?.id ?? 0
  expect((await refusalOf(server.app, resendDirectDelivery, { ...asked({ deliveryId }), body: {} })).status).toBe(404)
  expect(posted()).toEqual(['theirs'])
})

test('the log of each project keeps its newest messages, beside those of the rules', async () => {
  const rule = await aRule({ target: 'slack', channel: 'rule' })
  const common = { body: '{}', about: 'launch', state: 'delivered' } as const
  const direct = (project: number, destination: string) =>
    ({ ...common, project_id: project, sender: 'agent', target: 'slack', destination }) as const
  const max = NOTIFICATION_LIMITS.deliveriesKept
  await server.app.db
    .insertInto('notification_delivery')
    .values([
      { ...common, project_id: server.projectId, rule_id: rule.id },
      direct(otherId, 'theirs'),
      ...Array.from({ length: max + 2 }, (_, i) => direct(server.projectId, `c${i}`)),
    ])
    .execute()
  await pruneDeliveries(server.app.db)
  const saved = await server.app.db
    .selectFrom('notification_delivery')
    .select(['rule_id', 'destination'])
    .orderBy('id')
    .execute()
  expect(saved).toHaveLength(max + 2)
  expect(saved.slice(0, 3).map(({ rule_id: id, destination }) => id ?? destination)).toEqual([rule.id, 'theirs', 'c2'])
})
