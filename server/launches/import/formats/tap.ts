import { tapNames } from '../../../../contract/launches/test-names.ts'
import { IN_THE_ENTRY } from './attempts.ts'
import type { Fact, TestFact } from './facts.ts'
import type { Format, ReportInput } from './format.ts'
import { linesOf } from './lines.ts'
import { milliseconds, seconds, type Quantity } from './numbers.ts'

export const TAP: Format = {
  id: 'tap',
  read: readTap,
  statuses: { ok: 'PASSED', 'not ok': 'FAILED', skip: 'SKIPPED', todo: 'SKIPPED', 'bail out': 'FAILED' },
  attempts: IN_THE_ENTRY,
  identity: 'The names of the subtests around it, and its own. A test point without a name goes by its number.',
  attachments: 'None: the report has no files.',
  writers: 'node:test, tape, tap, Vitest, Perl, PHPUnit and others that write TAP 12, 13 or 14',
  notes: [
    'A subtest is an entry only when it failed and none of its own tests did.',
    '`# SKIP` and `# TODO` count as skipped, with what follows as the reason.',
    'The YAML block of a test point is the text of its failure, and has its duration.',
    '`Bail out!`, and test points that the plan announces and the report lacks, are a failed entry.',
  ],
}

/** Maximum characters of a YAML block, and maximum depth of nested subtests. The reader skips the rest. */
const DIAGNOSIS_LIMIT = 200_000
const LEVELS = 20

const POINT = /^(not )?ok\b(?:\s{1,20}(\d{1,9}))?(?:\s{1,20}-)?\s{0,20}(.*)$/
const DIRECTIVE = /(?<!\\)\s?#\s{0,10}(skip\S*|todo)\b:?\s{0,20}(.*)$/i
const TIME = /(?<!\\)\s?#\s{0,10}time=(\d{1,12}(?:\.\d{1,12})?)(ms|s)?\s{0,20}$/

interface Level {
  /** Name of the open subtest, from the comment `# Subtest: …` or from the test point that ends with a brace. Null without one. */
  name: string | null
  /** The open subtest in braces, if it failed. It becomes an entry unless one of its tests failed. */
  failed: TestFact | null
  points: number
  failures: number
  planned: number | null
}

/** A test point with the lines that follow it. */
interface Point {
  fact: TestFact
  diagnosis: string[]
  characters: number
}

async function* readTap(input: ReportInput): AsyncGenerator<Fact> {
  yield { kind: 'launch', framework: 'tap' }
  const levels: Level[] = []
  let point: Point | null = null
  let yamlIndent: number | null = null
  let bail: string | null = null
  for await (const { line: raw, number } of linesOf(input)) {
    const line = raw.replace(/\r$/, '')
    const text = line.trimStart()
    const indent = line.length - text.length
    if (yamlIndent !== null) {
      if (text === '...' && indent <= yamlIndent) yamlIndent = null
      else if (point !== null && (point.characters += line.length) <= DIAGNOSIS_LIMIT)
        point.diagnosis.push(line.slice(Math.min(indent, yamlIndent)))
      continue
    }
    if (text === '---' && point !== null) {
      yamlIndent = indent
      continue
    }
    const depth = Math.floor(indent / 4)
    if (depth >= LEVELS) continue
    if (/^Bail out!/i.test(text)) {
      bail = text.replace(/^Bail out!\s{0,20}/i, '')
      break
    }
    const [, name] = /^# Subtest: (.*)$/.exec(text) ?? []
    const [, planned] = /^1\.\.(\d{1,9})\b/.exec(text) ?? []
    const found = POINT.exec(text)
    const isEnd = text === '}'
    if (name === undefined && planned === undefined && found === null && !isEnd) continue
    const level = levelAt(levels, depth)
    if (name !== undefined) level.name = unescaped(name)
    else if (isEnd) {
      if (point !== null) yield finished(point)
      point = null
      if (level.failed !== null && levels[depth + 1]?.failures === 0) yield level.failed
      levels.length = depth + 1
      level.name = null
      level.failed = null
    } else if (planned !== undefined) level.planned = Number(planned)
    else if (found !== null) {
      if (point !== null) yield finished(point)
      point = null
      level.points += 1
      const [, not, count, rest = ''] = found
      const fact = pointOf(rest, not === undefined, {
        number: count ?? String(level.points),
        line: number,
        levels,
        depth,
      })
      if (fact.status === 'not ok') level.failures += 1
      const inner = levels[depth + 1]
      const isParent = inner !== undefined && inner.points > 0
      levels.length = depth + 1
      level.name = null
      if (rest.endsWith('{')) {
        level.name = fact.methodName ?? null
        level.failed = fact.status === 'not ok' ? fact : null
      } else if (!isParent || (fact.status === 'not ok' && inner.failures === 0))
        point = { fact, diagnosis: [], characters: 0 }
    }
  }
  if (point !== null) yield finished(point)
  if (bail !== null) {
    yield { kind: 'test', name: 'Bail out!', status: 'bail out', reason: bail }
    return
  }
  const [outer] = levels
  const missing = (outer?.planned ?? 0) - (outer?.points ?? 0)
  if (missing > 0)
    yield {
      kind: 'test',
      name: 'Tests that did not run',
      status: 'bail out',
      reason: `The plan announces ${outer?.planned} test points, and the report has ${outer?.points}`,
    }
  if (missing > 0 || outer?.planned == null || levels.length > 1 || yamlIndent !== null)
    input.problem({ message: 'The report ends before its plan does: tests may be missing', isLoss: true })
}

const levelAt = (levels: Level[], depth: number): Level => {
  // A level that is skipped has no name.
  while (levels.length <= depth) levels.push({ name: null, failed: null, points: 0, failures: 0, planned: null })
  return levels[depth] as Level
}

interface Place {
  number: string
  line: number
  levels: readonly Level[]
  depth: number
}

const pointOf = (whole: string, isOk: boolean, { number, line, levels, depth }: Place): TestFact => {
  const rest = whole.replace(/\s{0,20}\{$/, '')
  const [, directive, reason] = DIRECTIVE.exec(rest) ?? []
  const bare = rest.replace(DIRECTIVE, '')
  const [, amount, unit] = TIME.exec(bare) ?? []
  const name = unescaped(bare.replace(TIME, '')).trim() || `Test ${number}`
  const above = levels.slice(0, depth).map((level) => level.name)
  return {
    kind: 'test',
    ...tapNames(above, name),
    status: directive === undefined ? (isOk ? 'ok' : 'not ok') : /^todo/i.test(directive) ? 'todo' : 'skip',
    reason,
    ...(amount === undefined ? {} : { duration: (unit === 's' ? seconds : milliseconds)(Number(amount)) }),
    line,
  }
}

const unescaped = (text: string): string => text.replaceAll(/\\([#\\])/g, '$1')

const finished = ({ fact, diagnosis }: Point): TestFact => {
  const text = diagnosis.join('\n')
  const duration = durationIn(text)
  return {
    ...fact,
    ...(duration === null ? {} : { duration }),
    ...(fact.status === 'not ok' && text !== '' ? { reason: text } : {}),
  }
}

const durationIn = (text: string): Quantity | null => {
  const [, amount] = /^duration_ms:\s{1,10}(\d{1,12}(?:\.\d{1,12})?)\s{0,10}$/m.exec(text) ?? []
  return amount === undefined ? null : milliseconds(Number(amount))
}
