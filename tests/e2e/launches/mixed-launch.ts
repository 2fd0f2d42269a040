import { anAgent } from '../support/agent.ts'

export const totalError = 'AssertionError: expected 49.47, got 54.97'

/** Ended, with tests of three kinds in two classes. */
export const aMixedLaunch = async (url: string, name: string) => {
  const launch = await (await anAgent(url)).startLaunch(name, { environment: 'staging', build: '2.41.2' })
  const labels = [['area', 'cart']] as const
  const adds = await launch.test('adds an item', 'PASSED', undefined, { labels })
  const lowers = await launch.test('lowers the total', 'FAILED', `${totalError}\n    at cart.spec.ts:12:3`)
  const pays = await launch.test('pays later', 'SKIPPED', undefined, { className: 'shop/pay.spec.ts' })
  const refunds = await launch.test('refunds', 'FAILED', 'TimeoutError', { className: 'shop/pay.spec.ts' })
  await launch.finish()
  return { id: launch.id, adds, lowers, pays, refunds }
}
