import type { Executor } from '../../../contract/launchers/launch-config.ts'
import type { ExecutorIcon, TestingExecutor, TestingTool } from '../../../contract/launchers/options.ts'
import type { IntegrationKey } from '../../../contract/workspace/integration-kinds.ts'
import type { Db, Tx } from '../../db/open.ts'

interface Offered {
  tool: TestingTool
  executor: Executor
  name: string
  icon: ExecutorIcon
  /** Integration that provides it; null: part of the product. */
  integration: IntegrationKey | null
}

/** In display order (CONF-17). */
const OFFERED: readonly Offered[] = [
  { tool: 'ASSAY_ENGINE', executor: 'ASSAY', name: 'Assay engine', icon: 'engine', integration: null },
  {
    tool: 'BROWSER_STACK',
    executor: 'BROWSER_STACK',
    name: 'BrowserStack',
    icon: 'cloud',
    integration: 'browserstack',
  },
  { tool: 'LAMBDA_TEST', executor: 'LAMBDA_TEST', name: 'LambdaTest', icon: 'cloud', integration: 'lambdatest' },
  {
    tool: 'ASSAY_DEVICE_FARM',
    executor: 'ASSAY_DEVICE_FARM',
    name: 'Device farm',
    icon: 'devices',
    integration: 'selenium-hub',
  },
  { tool: 'SAUCE_LABS', executor: 'SAUCE_LABS', name: 'Sauce Labs', icon: 'cloud', integration: 'sauce-labs' },
  { tool: 'TESTING_BOT', executor: 'TESTING_BOT', name: 'TestingBot', icon: 'cloud', integration: 'testingbot' },
]

/** Resolves with the engine and each platform whose integration is enabled. A self-hosted hub is the device farm. */
export const readExecutors = async (db: Db | Tx): Promise<TestingExecutor[]> => {
  const rows = await db.selectFrom('integration').select('key').where('enabled', '=', true).execute()
  const on = new Set(rows.map(({ key }) => key))
  return OFFERED.filter(({ integration }) => integration === null || on.has(integration)).map(
    ({ integration, ...executor }) => ({ ...executor, id: integration }),
  )
}
