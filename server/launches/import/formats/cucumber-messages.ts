import { SAME_NAME } from './attempts.ts'
import { CUCUMBER, LOGGED, tableText, UNDONE, worstOf } from './cucumber.ts'
import type { AttachmentFact, Fact, OutputFact, StepFact, TestFact } from './facts.ts'
import { keyOf, type Format, type ReportInput } from './format.ts'
import { fieldsOf, listOf, stringOf } from './json-records.ts'
import { linesOf } from './lines.ts'
import { between, epochMs, milliseconds, type Quantity } from './numbers.ts'
import { joinReasons } from './texts.ts'

type Fields = Readonly<Record<string, unknown>>

/** Other messages, such as the sources of the features, are not even parsed. */
const WANTED =
  /^\s*\{"(meta|gherkinDocument|pickle|parseError|hook|stepDefinition|testCase|testRunStarted|testCaseStarted|testStepStarted|testStepFinished|attachment|externalAttachment|testCaseFinished|testRunHookStarted|testRunHookFinished|testRunFinished)":/

const NO_END = 'no end'

export const CUCUMBER_MESSAGES: Format = {
  id: 'cucumber',
  read: readMessages,
  statuses: { ...CUCUMBER.statuses, [NO_END]: 'ABORTED' },
  attempts: SAME_NAME,
  identity: CUCUMBER.identity,
  steps: `${CUCUMBER.steps} Each has its time.`,
  attachments: 'What steps and hooks attach. What they log is output.',
  writers: 'Cucumber for Java, JavaScript and Ruby, with the formatter `message`',
  notes: [
    ...CUCUMBER.notes,
    'A feature that cannot be parsed, and a hook of the whole run that fails, are failed entries.',
    'A scenario that began and did not end counts as aborted.',
  ],
}

interface Feature {
  name: string | null
  /** Keyword and line of steps, name of tables of examples with the row, and lines of scenarios, by their ids. */
  nodes: Map<string, { keyword?: string; line?: string; example?: string }>
}

interface Pickle {
  fields: Fields
  uri: string
  name: string
  /** Position among the scenarios of its name in the feature, from 0. */
  position: number
}

/** What the messages before the first test say, by id. */
interface Run {
  implementation: string
  features: Map<string, Feature>
  pickles: Map<string, Pickle>
  /** Number of the scenarios of one feature and name. */
  counts: Map<string, number>
  hooks: Map<string, Fields>
  definitions: Map<string, Fields>
  testCases: Map<string, Fields>
}

/** An attempt at a scenario that has begun. */
interface Begun {
  testCase: Fields
  pickle: Pickle
  turn: number
  startedAt: Quantity
  /** Starts and results of its steps by their ids. */
  starts: Map<string, Quantity>
  results: Map<string, Fields>
  output: OutputFact[]
  attachments: { stepId: string | null; fact: AttachmentFact }[]
}

async function* readMessages(input: ReportInput): AsyncGenerator<Fact> {
  yield { kind: 'launch', framework: 'cucumber' }
  const run: Run = {
    implementation: '',
    features: new Map(),
    pickles: new Map(),
    counts: new Map(),
    hooks: new Map(),
    definitions: new Map(),
    testCases: new Map(),
  }
  const begun = new Map<string, Begun>()
  const runHooks = new Map<string, Fields>()
  let hasEnd = false
  let hasFailure = false
  for await (const { line, number } of linesOf(input)) {
    const type = WANTED.exec(line)?.[1]
    if (type === undefined) continue
    const message = messageOf(line, type, number, input)
    const attempt = begun.get(idOf(message.testCaseStartedId))
    switch (type) {
      case 'meta':
        run.implementation = stringOf(fieldsOf(message.implementation).name) ?? ''
        yield { kind: 'launch', origin: originOf(fieldsOf(message.ci)) }
        break
      case 'testRunStarted':
        yield { kind: 'launch', startedAt: timeOf(message.timestamp) }
        break
      case 'parseError': {
        hasFailure = true
        const uri = stringOf(fieldsOf(message.source).uri) ?? 'a feature'
        yield failedEntry(uri, stringOf(message.message), uri)
        break
      }
      case 'testCaseStarted': {
        const testCase = run.testCases.get(idOf(message.testCaseId))
        const pickle = run.pickles.get(idOf(testCase?.pickleId))
        if (testCase === undefined || pickle === undefined) {
          input.problem({
            message: 'A scenario that the report does not describe was left out',
            isLoss: true,
            line: number,
          })
          break
        }
        begun.set(idOf(message.id), {
          testCase,
          pickle,
          turn: Number(message.attempt) || 0,
          startedAt: timeOf(message.timestamp),
          starts: new Map(),
          results: new Map(),
          output: [],
          attachments: [],
        })
        break
      }
      case 'testStepStarted':
        attempt?.starts.set(idOf(message.testStepId), timeOf(message.timestamp))
        break
      case 'testStepFinished':
        attempt?.results.set(idOf(message.testStepId), fieldsOf(message.testStepResult))
        break
      case 'attachment':
      case 'externalAttachment': {
        if (message.mediaType === LOGGED) attempt?.output.push({ level: 'INFO', text: bodyOf(message).toString() })
        else if (attempt === undefined) yield { kind: 'attachments', attachments: [attachmentOf(message, input)] }
        else attempt.attachments.push({ stepId: stringOf(message.testStepId), fact: attachmentOf(message, input) })
        break
      }
      case 'testCaseFinished':
        if (attempt === undefined) break
        begun.delete(idOf(message.testCaseStartedId))
        yield testOf(run, attempt, { endedAt: timeOf(message.timestamp), isRetried: message.willBeRetried === true })
        break
      case 'testRunHookStarted':
        runHooks.set(idOf(message.id), fieldsOf(run.hooks.get(idOf(message.hookId))))
        break
      case 'testRunHookFinished': {
        const result = fieldsOf(message.result)
        if (CUCUMBER.statuses[wordOf(result) ?? ''] !== 'FAILED') break
        hasFailure = true
        const hook = fieldsOf(runHooks.get(idOf(message.testRunHookStartedId)))
        yield failedEntry(hookName(hook), stringOf(result.message), '')
        break
      }
      case 'testRunFinished': {
        hasEnd = true
        const reason = stringOf(message.message) ?? stringOf(fieldsOf(message.exception).message)
        if (message.success === false && reason !== null && !hasFailure) yield failedEntry('Cucumber', reason, '')
        break
      }
      default:
        learn(run, type, message)
    }
  }
  if (!hasEnd) input.problem({ message: 'The report ends before its run does: tests may be missing', isLoss: true })
  for (const attempt of begun.values()) yield testOf(run, attempt, null)
}

/** Remembers what later messages refer to. */
const learn = (run: Run, type: string, message: Fields): void => {
  const id = idOf(message.id)
  if (type === 'hook') run.hooks.set(id, message)
  else if (type === 'stepDefinition') run.definitions.set(id, fieldsOf(message.sourceReference))
  else if (type === 'testCase') run.testCases.set(id, message)
  else if (type === 'gherkinDocument') {
    const feature = fieldsOf(message.feature)
    const nodes: Feature['nodes'] = new Map()
    for (const child of listOf(feature.children)) addNodes(nodes, fieldsOf(child))
    run.features.set(stringOf(message.uri) ?? '', { name: stringOf(feature.name), nodes })
  } else if (type === 'pickle') {
    const uri = stringOf(message.uri) ?? ''
    const name = stringOf(message.name)?.trim() || 'Scenario'
    const same = keyOf(uri, name)
    const position = run.counts.get(same) ?? 0
    run.counts.set(same, position + 1)
    run.pickles.set(id, { fields: message, uri, name, position })
  }
}

/** Adds the nodes of a child of a feature or a rule. */
const addNodes = (nodes: Feature['nodes'], { background, scenario, rule }: Fields): void => {
  for (const child of listOf(fieldsOf(rule).children)) addNodes(nodes, { ...fieldsOf(child), rule: null })
  for (const group of [background, scenario].map(fieldsOf)) {
    nodes.set(idOf(group.id), lineOf(group))
    for (const step of listOf(group.steps).map(fieldsOf))
      nodes.set(idOf(step.id), { ...lineOf(step), keyword: stringOf(step.keyword)?.trim() ?? '' })
    for (const table of listOf(group.examples).map(fieldsOf))
      listOf(table.tableBody)
        .map(fieldsOf)
        // The heading is the first row.
        .forEach((row, index) =>
          nodes.set(idOf(row.id), { ...lineOf(row), example: `${stringOf(table.name) ?? ''};${index + 2}` }),
        )
  }
}

const lineOf = ({ location }: Fields): { line?: string } => {
  const line = stringOf(fieldsOf(location).line)
  return line === null ? {} : { line }
}

/** Returns an attempt at a scenario. `end`: null when it did not end. */
const testOf = (run: Run, attempt: Begun, end: { endedAt: Quantity; isRetried: boolean } | null): TestFact => {
  const { testCase, pickle, turn, startedAt, results, output } = attempt
  const feature = run.features.get(pickle.uri)
  const testSteps = listOf(testCase.testSteps).map(fieldsOf)
  const steps = testSteps.map((step) => stepOf(run, attempt, step))
  const word = end === null ? NO_END : worstOf(steps.flatMap(({ status }) => status ?? []))
  const worst = steps.flatMap((step, i) => (step.status === word ? [{ step, id: idOf(testSteps[i]?.id) }] : []))
  const decisive = worst.find(({ step }) => step.category === null)?.step
  const isUnnamed = word === 'skipped' || word === 'passed'
  const position = new Map(testSteps.map(({ id }, i) => [idOf(id), i]))
  return {
    kind: 'test',
    name: pickle.name,
    className: feature?.name?.trim() || pickle.uri,
    methodName: pickle.name,
    variant: variantOf(run, pickle),
    status: word,
    reason:
      joinReasons(worst.map(({ id }) => stringOf(results.get(id)?.message))) ??
      (isUnnamed || decisive === undefined ? null : `${decisive.name}: ${word}`),
    startedAt,
    duration: end === null ? { ms: null, problem: null } : between(startedAt, end.endedAt),
    groups: listOf(pickle.fields.tags).map((tag) => stringOf(fieldsOf(tag).name)?.replace(/^@/, '')),
    steps,
    output,
    attachments: attempt.attachments.map(({ stepId, fact }) => {
      const step = position.get(stepId ?? '')
      return step === undefined ? fact : { ...fact, step }
    }),
    key: keyOf(idOf(testCase.id)),
    turn,
    ...(end === null ? {} : { isRetried: end.isRetried }),
  }
}

/**
 * Returns what the JSON formatter of the same Cucumber has: for Java and Ruby the table and row of an example, else the position among the
 * scenarios of the name. Null for the first one.
 */
const variantOf = ({ implementation, features }: Run, { fields, uri, position }: Pickle): string | null => {
  const row = idOf(listOf(fields.astNodeIds)[1])
  const example = features.get(uri)?.nodes.get(row)?.example
  if (example === undefined || implementation === 'cucumber-js') return position === 0 ? null : String(position + 1)
  const dashed = implementation.includes('ruby') ? example.replaceAll(' ', '-') : example.replaceAll(/[\s'_,!]/g, '-')
  return dashed.toLowerCase()
}

const stepOf = (run: Run, { pickle, startedAt, starts, results }: Begun, testStep: Fields): StepFact => {
  const id = idOf(testStep.id)
  const result = results.get(id) ?? {}
  const hook = run.hooks.get(idOf(testStep.hookId))
  const step = listOf(pickle.fields.steps)
    .map(fieldsOf)
    .find((one) => one.id === testStep.pickleStepId)
  const node = run.features.get(pickle.uri)?.nodes.get(idOf(listOf(step?.astNodeIds)[0]))
  const status = wordOf(result)
  const source = fieldsOf(hook?.sourceReference ?? run.definitions.get(idOf(listOf(testStep.stepDefinitionIds)[0])))
  const start = starts.get(id)
  return {
    name: hook === undefined ? `${node?.keyword ?? ''} ${stringOf(step?.text) ?? ''}`.trim() : hookName(hook),
    depth: 0,
    status,
    category: hook === undefined ? null : 'hook',
    startMs: start === undefined ? null : between(startedAt, start).ms,
    durationMs: durationOf(result.duration).ms,
    location: sourceOf(source) ?? (node?.line === undefined ? null : `${pickle.uri}:${node.line}`),
    details: argumentOf(fieldsOf(step?.argument)),
    error: stringOf(result.message) ?? (UNDONE.includes(status ?? '') ? `The step is ${status}` : null),
  }
}

const HOOK_NAMES: Readonly<Record<string, string>> = {
  BEFORE_TEST_RUN: 'Before all',
  AFTER_TEST_RUN: 'After all',
  BEFORE_TEST_CASE: 'Before',
  AFTER_TEST_CASE: 'After',
  BEFORE_TEST_STEP: 'Before the step',
  AFTER_TEST_STEP: 'After the step',
}

const hookName = ({ type, name }: Fields): string =>
  [HOOK_NAMES[stringOf(type) ?? ''] ?? 'Hook', stringOf(name)].filter(Boolean).join(': ')

const argumentOf = ({ dataTable, docString }: Fields): string | null => {
  const rows = listOf(fieldsOf(dataTable).rows).map((row) =>
    listOf(fieldsOf(row).cells).map((cell) => stringOf(fieldsOf(cell).value) ?? ''),
  )
  return [tableText(rows), stringOf(fieldsOf(docString).content)].filter(Boolean).join('\n') || null
}

/** Returns where a step or hook is defined: a line, or a method of Java. */
const sourceOf = ({ uri, location, javaMethod, javaStackTraceElement }: Fields): string | null => {
  const { className, methodName } = fieldsOf(javaMethod ?? javaStackTraceElement)
  const method = [className, methodName].map(stringOf).filter(Boolean).join('.')
  if (method !== '') return method
  const file = stringOf(uri)
  const { line } = lineOf({ location })
  return file === null || line === undefined ? file : `${file}:${line}`
}

const failedEntry = (name: string, reason: string | null, className: string): TestFact => ({
  kind: 'test',
  name,
  className,
  methodName: name,
  status: 'failed',
  reason,
})

const originOf = ({ name, url, buildNumber, git }: Fields) => {
  const { remote, revision, branch } = fieldsOf(git)
  return { ciServer: name, buildUrl: url, buildNumber, repositoryUrl: remote, commit: revision, branch }
}

const bodyOf = ({ body, contentEncoding }: Fields): Buffer =>
  Buffer.from(stringOf(body) ?? '', contentEncoding === 'BASE64' ? 'base64' : 'utf8')

const attachmentOf = (message: Fields, { saveContent }: ReportInput): AttachmentFact => {
  const { body, contentEncoding, mediaType, fileName, url } = message
  const text = stringOf(body)
  return {
    name: stringOf(fileName),
    contentType: stringOf(mediaType),
    ...(text === null ? {} : { content: saveContent(text, contentEncoding === 'BASE64' ? 'base64' : 'utf8') }),
    ...(stringOf(url) === null ? {} : { path: stringOf(url) ?? '' }),
  }
}

const idOf = (value: unknown): string => stringOf(value) ?? ''

const wordOf = ({ status }: Fields): string | null => stringOf(status)?.toLowerCase() ?? null

/** Times and durations are in seconds and nanoseconds. */
const msOf = (value: unknown): number | undefined => {
  const { seconds, nanos } = fieldsOf(value)
  return seconds === undefined ? undefined : Number(seconds) * 1000 + (Number(nanos) || 0) / 1_000_000
}
const timeOf = (value: unknown): Quantity => epochMs(msOf(value))
const durationOf = (value: unknown): Quantity => milliseconds(msOf(value))

/** A broken line loses one message, not the report. */
const messageOf = (line: string, type: string, number: number, input: ReportInput): Fields => {
  try {
    return fieldsOf(fieldsOf(JSON.parse(line))[type])
  } catch {
    input.problem({
      message: 'A message is broken and was left out',
      line: number,
      group: 'broken event',
      isLoss: true,
    })
    return {}
  }
}
