import { expect, test } from 'vitest'
import { epochMs, milliseconds, seconds, timeOf } from '../../../../server/launches/import/formats/numbers.ts'
import { fileOf, fixture, read } from './read-reports.ts'

test.each([
  ['1.5', 1500],
  ['1,5', 1500],
  ['1,234.5', 1_234_500],
  ['1.234,5', 1_234_500],
  ['1,024', 1_024_000],
  ['0,160', 160],
  ['1,234,567', 1_234_567_000],
  ['1\u202f234,5', 1_234_500],
  ['7.1e-05', 0],
  ['1e0', 1000],
  ['1.5E0', 1500],
  ['80.803us', 0],
  ['250ms', 250],
  ['1m2.5s', 62_500],
  ['0:00:01.250', 1250],
  ['00:01:00.1190000', 60_119],
  ['12', 12_000],
  ['PT1.5S', 1500],
  ['PT1H2M3.25S', 3_723_250],
  ['P1DT2H', 93_600_000],
  [0.25, 250],
])('reads the duration %j', (value, ms) => expect(seconds(value)).toEqual({ ms, problem: null }))

test.each([
  '-1',
  'P',
  'PT',
  '-0.003',
  'NaN',
  '1e99',
  '99999999999999999999',
  'soon',
  Number.NaN,
  1e18,
  {},
  '1'.repeat(100),
])('reads the duration %j as unknown', (value) =>
  expect(seconds(value)).toMatchObject({ ms: null, problem: expect.stringContaining('duration') as string }),
)

test.each([undefined, null, '', '  ', '0001-01-01T00:00:00'])(
  'reports no problem for the missing number %j',
  (value) => {
    for (const parse of [seconds, milliseconds, timeOf, epochMs])
      expect(parse(value)).toEqual({ ms: null, problem: null })
  },
)

test.each([
  ['2026-11-02 08:15:01Z', 0],
  ['2026-11-02T08:15:01', 0],
  ['2026-11-02T08:15:01.5', 500],
  ['2026-11-02T08:15:01,500', 500],
  ['2026-11-02T10:15:01+02:00', 0],
  ['2026-11-02T10:15:01 +0200', 0],
  ['2026-11-02T10:15:01 GMT+02:00', 0],
  ['2026-11-02T10:15:01 CEST', 0],
  ['2026-11-02T09:15:01 CET', 0],
  ['2026-11-02T00:15:01 PST', 0],
  ['2026-11-02T13:45:01 IST', 0],
  ['2026-11-02T09:15:01+01:00[Europe/Berlin]', 0],
  ['Mon, 02 Nov 2026 08:15:01 GMT', 0],
  ['1793607301000', 0],
  ['1793607301', 0],
])('reads the time %j', (value, more) =>
  expect(timeOf(value)).toEqual({ ms: Date.UTC(2026, 10, 2, 8, 15, 1) + more, problem: null }),
)

test.each(['yesterday', '2026-11-02T10:15:01 XYZ', '2026-99-99T00:00:00', '2026-02-30T00:00:00', '12'])(
  'reads the time %j as unknown',
  (value) => expect(timeOf(value)).toMatchObject({ ms: null, problem: expect.stringContaining('time') as string }),
)

test.each([1_715_601_600, -5, 1e17, 'soon'])('reads milliseconds since 1970 of %j as unknown', (value) =>
  expect(epochMs(value).ms).toBeNull(),
)

test.each(['allure-result.json', 'ctrf-start.json', 'ctrf.json', 'junit.xml'])(
  'imports %s with an unknown time and one problem',
  async (file) => {
    const { tests, problems, firstStart } = await read(fixture(`numbers-500/${file}`))
    expect(tests).toMatchObject([{ status: 'PASSED' }])
    expect(tests[0]?.startedAt === null || tests[0]?.durationMs === null).toBe(true)
    expect(firstStart).toBeNull()
    expect(problems).toHaveLength(1)
  },
)

const ctrf = (tests: readonly object[], summary: object = {}) =>
  fileOf(
    'ctrf.json',
    JSON.stringify({ results: { tests: tests.map((one) => ({ name: 't', status: 'passed', ...one })), summary } }),
  )
const START = 1_715_601_600

test.each([
  ['start', [{ start: START, duration: 1.5 }], {}],
  ['start and stop', [{ start: START, stop: START + 1, duration: 1.5 }], {}],
  ['start as text', [{ start: `${START}`, duration: 1.5 }], {}],
  ['summary behind the tests', [{ duration: 1.5 }], { start: START, stop: START + 60 }],
])('reads the durations of a CTRF report as seconds when its times are: %s', async (_, tests, summary) => {
  const read1 = await read(ctrf(tests, summary))
  expect(read1.tests.map(({ durationMs }) => durationMs)).toEqual([1500])
  expect(read1.tests[0]?.startedAt ?? read1.launch.startedAt).toBe(START * 1000)
  expect(read1.problems.map(({ message }) => message)).toEqual([
    'The times of the report are in seconds, not in milliseconds: its durations were read as seconds, too',
  ])
})

test.each([
  ['a duration is longer than its test', [{ start: START, stop: START + 1, duration: 1234 }, { duration: 2 }], {}],
  ['a duration is longer than the run', [{ duration: 1234 }, { duration: 2 }], { start: START, stop: START + 60 }],
  [
    'a time is in milliseconds',
    [
      { start: START, duration: 1234 },
      { start: START * 1000, duration: 2 },
    ],
    {},
  ],
  ['a time is a text', [{ start: '2024-05-13T12:00:00Z', duration: 1234 }, { duration: 2 }], { start: START }],
  ['there is no time', [{ duration: 1234 }, { duration: 2 }], {}],
])('reads the durations of a CTRF report as milliseconds when %s', async (_, tests, summary) => {
  const { tests: found, problems } = await read(ctrf(tests, summary))
  expect(found.map(({ durationMs }) => durationMs)).toEqual([1234, 2])
  expect(problems).toEqual([])
})

test('reads durations of all dialects of JUnit', async () => {
  const { tests, problems } = await read(fixture('junit-odd-times/times.xml'))
  expect(tests.map(({ durationMs }) => durationMs)).toEqual([
    0,
    1000,
    1500,
    0,
    1250,
    null,
    null,
    1_024_000,
    160,
    1_234_567,
  ])
  expect(problems).toHaveLength(1)
})

test('reports many invalid numbers of one file as one problem with its first line', async () => {
  const cases = Array.from({ length: 500 }, (_, i) => `<testcase name="t${i}" time="soon"/>`)
  const { problems, problemCount } = await read(fileOf('a.xml', `<testsuite>\n${cases.join('\n')}</testsuite>`))
  expect(problemCount).toBe(1)
  expect(problems).toEqual([
    {
      file: 'a.xml',
      line: 2,
      message: 'The duration "soon" is not understood and was read as unknown (and 499 more of this kind)',
    },
  ])
})
