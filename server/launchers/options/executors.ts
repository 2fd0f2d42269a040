import type { Executor } from '../../../contract/launchers/launch-config.ts'
import type { TestingExecutor, TestingTool } from '../../../contract/launchers/options.ts'
import type { IntegrationKey } from '../../../contract/workspace/integration-kinds.ts'
import type { Db, Tx } from '../../db/open.ts'

interface Offered {
  tool: TestingTool
  executor: Executor
  name: string
  /** The integration that connects it; null: it is part of the product. */
  integration: IntegrationKey | null
}

/** In the order in which they are offered (CONF-17). */
const OFFERED: readonly Offered[] = [
  { tool: 'ASSAY_ENGINE', executor: 'ASSAY', name: 'Assay engine', integration: null },
  { tool: 'BROWSER_STACK', executor: 'BROWSER_STACK', name: 'BrowserStack', integration: 'browserstack' },
  { tool: 'LAMBDA_TEST', executor: 'LAMBDA_TEST', name: 'LambdaTest', integration: 'lambdatest' },
  { tool: 'ASSAY_DEVICE_FARM', executor: 'ASSAY_DEVICE_FARM', name: 'Device farm', integration: 'selenium-hub' },
  { tool: 'SAUCE_LABS', executor: 'SAUCE_LABS', name: 'Sauce Labs', integration: 'sauce-labs' },
  { tool: 'TESTING_BOT', executor: 'TESTING_BOT', name: 'TestingBot', integration: 'testingbot' },
]

/** The engine, and each platform whose integration is on. A hub of one's own is the device farm. */
export const readExecutors = async (db: Db | Tx): Promise<TestingExecutor[]> => {
  const rows = await db.selectFrom('integration').select('key').where('enabled', '=', true).execute()
  const on = new Set(rows.map(({ key }) => key))
  return OFFERED.filter(({ integration }) => integration === null || on.has(integration)).map(
    ({ tool, executor, name, integration }) => ({ tool, executor, id: integration, name }),
  )
}
