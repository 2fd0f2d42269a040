import { expect, test } from 'vitest'
import { fileNamed, fileOf, lines, read } from './read-reports.ts'

const events = (content: string) => fileOf('events.xml', `<e:events>${content}</e:events>`)
const started = (id: number, name: string, parentId: number | '', more = '') =>
  `<e:started id="${id}" name="${name}" parentId="${parentId}" time="2026-11-25T10:00:0${id}.5Z">${more}</e:started>`
const finished = (id: number, result = '<result status="SUCCESSFUL"/>') =>
  `<e:finished id="${id}" time="2026-11-25T10:00:09.000000001Z">${result}</e:finished>`

test('reads a run with the same tests as JUnit XML, and names them as people do', async () => {
  const run = await read(fileNamed('junit-events.xml'))
  const xml = await read(fileNamed('junit-of-events.xml'))
  const identities = ({ tests }: typeof run) =>
    tests
      .map(({ className, methodName, variant, status }) => [className, methodName, variant, status].join(' '))
      .toSorted()
  const ofBroken = ({ className }: { className: string | null }) => className === 'shop.BrokenTest'
  expect(identities({ ...run, tests: run.tests.filter((one) => !ofBroken(one)) })).toEqual(
    identities({ ...xml, tests: xml.tests.filter((one) => !ofBroken(one)) }),
  )
  expect(lines(run.tests)).toEqual([
    'FAILED shop.CartTest · refusesNone',
    'SKIPPED shop.CartTest · isPaid',
    'PASSED shop.CartTest · paysBy › pays card',
    'FAILED shop.CartTest · paysBy › pays pebbles',
    'PASSED shop.CartTest · addsAnArticle(TestReporter)',
    'PASSED shop.CartTest · settles › repetition 1 of 2',
    'PASSED shop.CartTest · settles › repetition 2 of 2',
    'SKIPPED shop.CartTest · isShown',
    'PASSED shop.CartTest$Voucher · isFree',
    'FAILED shop.BrokenTest · BrokenTest',
  ])
  expect([run.launch.framework, run.problems]).toEqual(['junit', []])
})

test('has the reasons, tags, times and output of tests', async () => {
  const { tests } = await read(fileNamed('junit-events.xml'))
  const named = (name: string) => tests.find((one) => one.name.startsWith(name))
  expect(named('refusesNone')?.reason).toMatch(/^org\.opentest4j\.AssertionFailedError: articles ==> expected: <1>/)
  expect(named('refusesNone')).toMatchObject({ output: [{ level: 'WARN', message: 'empty' }], durationMs: 114 })
  expect(named('isPaid')?.reason).toBe('no till')
  expect(named('BrokenTest')?.reason).toContain('IllegalStateException: no database')
  expect(named('addsAnArticle')).toMatchObject({
    groups: ['fast'],
    startedAt: Date.parse('2026-11-29T14:32:47.035Z'),
    output: [
      { level: 'INFO', message: 'owner: nadia' },
      { level: 'INFO', message: 'opens the till' },
    ],
  })
})

test('reads the commit, outputs and files of newer versions, and what is a test without the types of JUnit', async () => {
  const git =
    '<git:repository originUrl="https://github.com/shop/web.git"/><git:branch>cart</git:branch><git:commit>abcdef1234</git:commit>'
  const attached =
    '<output source="stdout">opens</output><output source="stderr">slow</output><file path="out/till.txt" mediaType="text/plain"/>'
  const { tests, launch, problems } = await read(
    events(
      `<infrastructure>${git}</infrastructure>${started(1, 'suite', '')}${started(2, 'pays', 1)}` +
        `<e:reported id="2"><attachments>${attached}</attachments></e:reported>${finished(2)}${finished(1)}`,
    ),
  )
  expect(tests).toMatchObject([
    {
      name: 'pays',
      className: 'suite',
      durationMs: 6500,
      output: [
        { level: 'INFO', message: 'opens' },
        { level: 'WARN', message: 'slow' },
      ],
    },
  ])
  expect(launch.origin).toEqual({
    repositoryUrl: 'https://github.com/shop/web',
    branch: 'cart',
    commit: 'abcdef1234',
  })
  expect(problems.map(({ message }) => message)).toEqual([expect.stringMatching(/1 attachment was not imported/)])
})

test('a class that was skipped as a whole is an entry, and of one that passed only the output remains', async () => {
  const reported = '<e:reported id="1"><attachments><output source="stdout">set up</output></attachments></e:reported>'
  const skipped = '<result status="SKIPPED"><reason>not on Mondays</reason></result>'
  const { tests, output } = await read(
    events(
      started(1, 'Cart', '') +
        reported +
        started(2, 'pays', 1) +
        finished(2) +
        finished(1) +
        started(3, 'Till', '') +
        finished(3, skipped),
    ),
  )
  expect(tests.map(({ name, status, reason }) => [name, status, reason])).toEqual([
    ['pays', 'PASSED', null],
    ['Till', 'SKIPPED', 'not on Mondays'],
  ])
  expect(JSON.stringify(output)).toContain('set up')
})

test('tests that did not end are aborted, and a result without a start is a problem', async () => {
  const { tests, problems, isPartial } = await read(
    events(started(1, 'Cart', '') + started(2, 'pays', 1) + finished(7)),
  )
  expect(lines(tests)).toEqual(['ABORTED Cart · pays'])
  expect(problems.map(({ message }) => message)).toEqual(['A result of a test that did not start was left out'])
  expect(isPartial).toBe(true)
})
