import { expect, test } from 'vitest'
import { eventsOf, launchRow, testRow } from './support/rows.ts'
import { reportingServer } from './support/server.ts'

const server = reportingServer()
const launch = (id: number) => launchRow(server.app, id)

test('protocol 2.8: labels are added; a key may have many values; a repeated pair changes nothing', async () => {
  const run = await server.agent.startLaunch()
  const testId = await run.startTest({ labels: [{ key: 'feature', value: 'cart' }] })
  for (const [owner, read] of [
    [undefined, launch],
    [testId, (): Promise<{ labels: unknown }> => testRow(server.app, testId)],
  ] as const) {
    await run.label([{ key: 'feature', value: 'cart' }], owner)
    await run.label(
      [
        { key: 'feature', value: 'pricing' },
        { key: 'feature', value: 'pricing' },
        { key: 'team', value: 'a' },
      ],
      owner,
    )
    const events = await eventsOf(server.app, run.id)
    await run.label([{ key: 'team', value: 'a' }], owner)
    expect((await read(run.id)).labels).toEqual([
      { key: 'feature', value: 'cart' },
      { key: 'feature', value: 'pricing' },
      { key: 'team', value: 'a' },
    ])
    expect(await eventsOf(server.app, run.id)).toEqual(events)
  }
})

test('protocol 2.8: values may be numbers or booleans, and are text from then on', async () => {
  const run = await server.agent.startLaunch()
  await run.call('PUT', '/labels', {
    items: [
      { key: 'retries', value: 3 },
      { key: 'ci', value: true },
      { key: 7, value: '' },
    ],
  })
  await run.call('PUT', '/labels', { items: [{ key: 'retries', value: '3' }] })
  expect((await launch(run.id)).labels).toEqual([
    { key: 'retries', value: '3' },
    { key: 'ci', value: 'true' },
    { key: '7', value: '' },
  ])
})

test('protocol 2.8: labels that differ only in where key and value meet are two', async () => {
  const run = await server.agent.startLaunch()
  await run.label([
    { key: 'a', value: 'b\nc' },
    { key: 'a\nb', value: 'c' },
  ])
  expect((await launch(run.id)).labels).toHaveLength(2)
})

test('protocol 2.8: the newest locale counts, and is not a label', async () => {
  const run = await server.agent.startLaunch()
  const key = 'com.zebrunner.app/sut.locale'
  await run.label([{ key, value: 'en_GB' }])
  await run.label([
    { key, value: 'de_DE' },
    { key: 'team', value: 'a' },
  ])
  expect(await launch(run.id)).toMatchObject({ locale: 'de_DE', labels: [{ key: 'team', value: 'a' }] })
})

test('protocol 5: older labels are settings of the launch and cases of the test, and no labels', async () => {
  const run = await server.agent.startLaunch()
  const prefix = 'com.zebrunner.app/tcm.'
  await run.label([
    { key: `${prefix}testrail.run-id`, value: '42' },
    { key: `${prefix}xray.sync.enabled`, value: 'true' },
    { key: `${prefix}constructor`, value: 'odd' },
  ])
  expect(await launch(run.id)).toMatchObject({
    labels: [],
    tcm: { 'testrail.run-id': '42', 'xray.sync.enabled': 'true', constructor: 'odd' },
  })
  const testId = await run.startTest({ labels: [{ key: `${prefix}zebrunner.test-case-key`, value: 'DEF-1' }] })
  await run.label(
    [
      { key: `${prefix}testrail.case-id`, value: 'C1' },
      { key: `${prefix}xray.test-key`, value: 'QT-7' },
      { key: `${prefix}zephyr.test-case-key`, value: 'Z-T1' },
      { key: `${prefix}testrail.case-id`, value: 'C1' },
      { key: `${prefix}constructor`, value: 'odd' },
    ],
    testId,
  )
  const test = await testRow(server.app, testId)
  expect(test.labels).toEqual([])
  expect(test.test_cases.map(({ tcmType, testCaseId }) => [tcmType, testCaseId])).toEqual([
    ['ZEBRUNNER', 'DEF-1'],
    ['TEST_RAIL', 'C1'],
    ['XRAY', 'QT-7'],
    ['ZEPHYR', 'Z-T1'],
  ])
})

test('protocol 2.8: references add; the same name again takes the newer value', async () => {
  const run = await server.agent.startLaunch()
  const testId = await run.startTest()
  for (const owner of [undefined, testId]) {
    await run.refer(
      [
        { name: 'build', value: 'https://ci.test/1' },
        { name: 'grid', value: 'https://grid.test' },
      ],
      owner,
    )
    await run.refer([{ name: 'build', value: 'https://ci.test/2' }], owner)
    const { refs } = owner === undefined ? await launch(run.id) : await testRow(server.app, owner)
    expect(refs).toEqual([
      { name: 'build', value: 'https://ci.test/2' },
      { name: 'grid', value: 'https://grid.test' },
    ])
  }
})

test('protocol 2.8: labels and references come also after the launch has ended', async () => {
  const run = await server.agent.startLaunch()
  const testId = await run.test('a', 'PASSED')
  await run.finish()
  await run.label([{ key: 'late', value: '1' }])
  await run.refer([{ name: 'late', value: '1' }], testId)
  expect(await launch(run.id)).toMatchObject({ status: 'PASSED', labels: [{ key: 'late', value: '1' }] })
  expect((await testRow(server.app, testId)).refs).toHaveLength(1)
})

test('limits the labels, links and settings of a launch and a test, and names the rejected ones', async () => {
  const run = await server.agent.startLaunch()
  const testId = await run.startTest()
  // As many as the agents of a large team send.
  const usual = Array.from({ length: 100 }, (_, number) => ({ key: `feature-${number}`, value: `cart ${number}` }))
  for (const owner of ['', `/tests/${testId}`]) {
    const put = (path: string, items: object[]) =>
      server.agent.request('PUT', `/test-runs/${run.id}${owner}${path}`, { items })
    expect((await put('/labels', usual)).status).toBe(204)
    const long = Array.from({ length: 10 }, (_, number) => ({ key: `long-${number}`, value: 'x'.repeat(4000) }))
    const many = Array.from({ length: 501 }, (_, number) => ({ key: 'n', value: `${number}` }))
    for (const items of [long, many])
      expect(await put('/labels', items)).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'items', message: expect.stringContaining('at most 500') as string }] },
      })
    const links = (items: typeof many) =>
      items.map(({ key, value }) => ({ name: `${key}${value}`.slice(0, 400), value }))
    expect((await put('/artifact-references', links(many))).status).toBe(400)
    // Nothing of the rejected call is stored, and repeating a pair adds nothing.
    expect((await put('/labels', usual)).status).toBe(204)
  }
  expect((await launch(run.id)).labels).toHaveLength(100)
  const setting = (number: number) => ({ [`setting-${number}`]: 'x'.repeat(4000) })
  const all = Object.assign({}, ...Array.from({ length: 10 }, (_, number) => setting(number))) as object
  expect((await server.agent.request('PATCH', `/test-runs/${run.id}/tcm-configs`, all)).status).toBe(400)
})

test.each(['javascript:alert(1)', ' JaVa\tScript:alert(1)', 'data:text/html,<script>alert(1)</script>', 'vbscript:x'])(
  'rejects a link to %j by name',
  async (value) => {
    const run = await server.agent.startLaunch()
    const testId = await run.startTest()
    for (const owner of ['', `/tests/${testId}`])
      expect(
        await server.agent.request('PUT', `/test-runs/${run.id}${owner}/artifact-references`, {
          items: [
            { name: 'report', value: 'https://ci.test/1' },
            { name: 'bad', value },
          ],
        }),
      ).toMatchObject({ status: 400, body: { errors: [{ field: 'items.1.value' }] } })
    expect((await launch(run.id)).refs).toEqual([])
  },
)
