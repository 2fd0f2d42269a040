import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { recordsOf } from '../../../../server/launches/import/formats/json-records.ts'

const parse = async (parts: readonly string[], onOdd: () => void = () => {}): Promise<unknown> => {
  const text = async function* () {
    yield* parts
  }
  let whole: unknown
  for await (const [record] of recordsOf({ text, problem: onOdd }, (path) => path.length === 0)) whole = record?.value
  return whole
}

/** A member that would replace the prototype of its object is dropped. */
const withoutPrototype = (key: string, value: unknown): unknown => (key === '__proto__' ? undefined : value)

test('reads what JSON.parse reads, for any split of the text', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.nat(), fc.nat(), async (value, first, second) => {
      const text = JSON.stringify(value)
      const [a, b] = [first % (text.length + 1), second % (text.length + 1)].toSorted((one, other) => one - other)
      const parsed: unknown = JSON.parse(text, withoutPrototype)
      expect(await parse([text.slice(0, a), text.slice(a, b), text.slice(b)])).toEqual(parsed)
      expect(await parse(text.split(''))).toEqual(parsed)
    }),
  )
})

test('rejects what JSON.parse rejects, with line and column', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.jsonValue(),
      fc.nat(),
      fc.constantFrom('{', '}', '[', ']', ',', ':', '"', 'x'),
      async (value, at, sign) => {
        const whole = JSON.stringify(value, null, 1)
        const place = at % (whole.length + 1)
        const text = whole.slice(0, place) + sign + whole.slice(place)
        let isValid = true
        try {
          JSON.parse(text)
        } catch {
          isValid = false
        }
        let isOdd = false
        const parsing = parse([text], () => (isOdd = true)).then(
          () => true,
          (error: Error) => (expect(error.message).toMatch(/^The JSON is broken in line \d+, column \d+: /), false),
        )
        const isRead = await parsing
        expect(isRead).toBe(isValid || (isRead && isOdd))
      },
    ),
  )
  await expect(parse(['{"a": 1,\n "b" 2}'])).rejects.toThrow('line 2, column 6: "2" is not expected')
})

test('reports numbers with zeros before them, which JSON does not have', async () => {
  let isOdd = false
  expect(await parse(['{"a":-007,"b":0.5,"c":0}'], () => (isOdd = true))).toEqual({ a: -7, b: 0.5, c: 0 })
  expect(isOdd).toBe(true)
})

test('omits values that are too deep or too long, and reads the rest', async () => {
  const problems: string[] = []
  const text = async function* () {
    yield `{"a":${'['.repeat(100)}1${']'.repeat(100)},"b":"`
    for (let i = 0; i < 30; i += 1) yield 'x'.repeat(1024 * 1024)
    yield '","c":1}'
  }
  const values: unknown[] = []
  const input = { text, problem: ({ message }: { message: string }) => problems.push(message) }
  for await (const records of recordsOf(input, (path) => path.length === 0))
    values.push(...records.map(({ value }) => value))
  expect(values).toMatchObject([{ c: 1 }])
  expect((values[0] as { b: string }).b).toHaveLength(4 * 1024 * 1024)
  expect(problems.length).toBeGreaterThan(0)
})
