import { expect, test } from 'vitest'
import { launchRow, testRow } from './support/rows.ts'
import { reportingServer } from './support/server.ts'

const server = reportingServer()
const cases = async (testId: number) => (await testRow(server.app, testId)).test_cases

test.each(['items', 'testCases'])('protocol 5: test cases come under %s, keyed by system and id', async (field) => {
  const run = await server.agent.startLaunch()
  const testId = await run.startTest()
  const upsert = (...items: object[]) => run.call('POST', `/tests/${testId}/test-cases:upsert`, { [field]: items })
  await upsert(
    { tcmType: 'ZEBRUNNER', testCaseId: 'DEF-1' },
    { tcmType: 'TEST_RAIL', testCaseId: '3218', resultStatus: null },
    { tcmType: 'XRAY', testCaseId: 'QT-7', resultStatus: 'EXECUTING' },
    { tcmType: 'ZEPHYR', testCaseId: 'QT-7', resultStatus: '' },
  )
  expect(await cases(testId)).toEqual([
    { tcmType: 'ZEBRUNNER', testCaseId: 'DEF-1', resultStatus: null },
    { tcmType: 'TEST_RAIL', testCaseId: '3218', resultStatus: null },
    { tcmType: 'XRAY', testCaseId: 'QT-7', resultStatus: 'EXECUTING' },
    { tcmType: 'ZEPHYR', testCaseId: 'QT-7', resultStatus: '' },
  ])
  // A call without a status does not clear one; one with a status updates it; '' is a status: do not push.
  await upsert(
    { tcmType: 'XRAY', testCaseId: 'QT-7' },
    { tcmType: 'ZEBRUNNER', testCaseId: 'DEF-1', resultStatus: 'PASS' },
  )
  await upsert({ tcmType: 'XRAY', testCaseId: 'QT-7', resultStatus: '' }, { tcmType: 'TEST_RAIL', testCaseId: 3218 })
  expect(await cases(testId)).toEqual([
    { tcmType: 'ZEBRUNNER', testCaseId: 'DEF-1', resultStatus: 'PASS' },
    { tcmType: 'TEST_RAIL', testCaseId: '3218', resultStatus: null },
    { tcmType: 'XRAY', testCaseId: 'QT-7', resultStatus: '' },
    { tcmType: 'ZEPHYR', testCaseId: 'QT-7', resultStatus: '' },
  ])
})

test('protocol 5: rejects an unknown system at its field and stores nothing of the call', async () => {
  const run = await server.agent.startLaunch()
  const testId = await run.startTest()
  const items = [
    { tcmType: 'XRAY', testCaseId: 'A-1' },
    { tcmType: 'JIRA', testCaseId: 'A-2' },
  ]
  expect(
    await server.agent.request('POST', `/test-runs/${run.id}/tests/${testId}/test-cases:upsert`, { items }),
  ).toMatchObject({ status: 400, body: { errors: [{ field: 'items.1.tcmType' }] } })
  expect(await cases(testId)).toEqual([])
})

test("protocol 5: accepts any subset of the launch's settings, as values or text; null removes one", async () => {
  const run = await server.agent.startLaunch()
  const patch = (given: object) => run.call('PATCH', '/tcm-configs', given)
  await patch({ _hasAnyValue: true, zebrunnerSyncEnabled: true, zebrunnerTestRunId: 42, zephyrTestCycleKey: null })
  await patch({ testRailSyncEnabled: 'true', testRailSuiteId: '7', statusOnPass: 'Passed' })
  expect((await launchRow(server.app, run.id)).tcm).toMatchObject({
    zebrunnerSyncEnabled: true,
    zebrunnerTestRunId: 42,
    testRailSyncEnabled: 'true',
    testRailSuiteId: '7',
    statusOnPass: 'Passed',
  })
  await patch({ zebrunnerTestRunId: null, statusOnPass: null })
  const { tcm } = await launchRow(server.app, run.id)
  expect(Object.keys(tcm).sort()).toEqual([
    '_hasAnyValue',
    'testRailSuiteId',
    'testRailSyncEnabled',
    'zebrunnerSyncEnabled',
  ])
})
