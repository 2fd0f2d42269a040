import { ONE_HISTORY } from './attempts.ts'
import type { AttachmentFact, AttachmentsFact, Fact, LaunchFact, StepFact, TestFact } from './facts.ts'
import { keyOf, type Format, type ReportInput } from './format.ts'
import { fieldsOf, listOf, recordsOf, stringOf } from './json-records.ts'
import { between, epochMs } from './numbers.ts'
import { nameWithArguments, reasonOf } from './texts.ts'

type Fields = Readonly<Record<string, unknown>>

const RUN_ERROR = 'error outside of the tests'

export const ALLURE: Format = {
  id: 'allure',
  read: readAllure,
  statuses: {
    passed: 'PASSED',
    failed: 'FAILED',
    broken: 'FAILED',
    skipped: 'SKIPPED',
    unknown: 'ABORTED',
    [RUN_ERROR]: 'FAILED',
  },
  attempts: ONE_HISTORY,
  spansFiles: true,
  identity:
    'The class and the method, whatever the display name, and the parameters; of JUnit 5, the number of the invocation instead, which an agent reports, too. Without labels of class and method, the suites and the full name with the name.',
  attachments:
    'Files beside the results, of tests and their steps. Those of set-ups and tear-downs belong to the tests of their container; those of `*-globals.json` belong to the launch.',
  writers: 'Allure 2 and 3: the folder of results',
  notes: [
    'A failed set-up or tear-down of a container is a failed entry, unless one of its tests failed. So is an error of `*-globals.json`.',
    'Hidden and excluded parameters are left out of names, and masked ones are `******`.',
    '`executor.json` has the build of the launch. `categories.json`, `environment.*` and the history are not read.',
  ],
}

/** Labels that duplicate other fields of the test. */
const DUPLICATES = new Set([
  'testClass',
  'testMethod',
  'package',
  'host',
  'thread',
  'framework',
  'language',
  'tag',
  'owner',
  'parentSuite',
  'suite',
  'subSuite',
])

/** Reads one file of an Allure folder. */
async function* readAllure(input: ReportInput): AsyncGenerator<Fact> {
  for await (const records of recordsOf(input, (path) => path.length === 0))
    for (const { value } of records) {
      const fields = fieldsOf(value)
      if (Array.isArray(fields.children)) {
        yield* fixturesOf(fields)
        yield* fixtureFilesOf(fields)
      } else if (isGlobals(fields)) {
        yield* listOf(fields.errors).map(globalError)
        yield { kind: 'attachments', attachments: attachmentsOf(fields) }
      } else if (isExecutor(fields)) yield executorOf(fields)
      else {
        const framework = labelOf(fields, 'framework')
        if (framework !== null) yield { kind: 'launch', framework }
        yield testOf(fields, input.name)
      }
    }
}

const isGlobals = (fields: Fields): boolean =>
  fields.uuid === undefined && (Array.isArray(fields.errors) || Array.isArray(fields.attachments))

/** `executor.json`, which CI servers add. */
const isExecutor = (fields: Fields): boolean =>
  fields.uuid === undefined && (fields.buildName !== undefined || fields.buildUrl !== undefined)

const executorOf = ({ name, buildUrl, buildOrder, buildName }: Fields): LaunchFact => ({
  kind: 'launch',
  origin: {
    ciServer: name,
    buildUrl,
    buildNumber: buildOrder,
    // Jenkins writes cart#12.
    job: stringOf(buildName)?.replace(/\s?#\d+$/, ''),
  },
})

const globalError = (error: unknown, index: number): TestFact => {
  const { message, trace, timestamp } = fieldsOf(error)
  return {
    kind: 'test',
    name: 'Error outside of the tests',
    status: RUN_ERROR,
    reason: reasonOf(stringOf(message) ?? stringOf(error), stringOf(trace)),
    startedAt: epochMs(timestamp),
    key: keyOf(RUN_ERROR, index, stringOf(message)),
  }
}

const fixturesOf = (container: Fields): TestFact[] =>
  (['befores', 'afters'] as const).flatMap((kind) =>
    listOf(container[kind]).flatMap((one): TestFact[] => {
      const fixture = fieldsOf(one)
      if (fixture.status !== 'failed' && fixture.status !== 'broken') return []
      const [start, stop] = [epochMs(fixture.start), epochMs(fixture.stop)]
      return [
        {
          kind: 'test',
          name: `${kind === 'befores' ? 'Set-up' : 'Tear-down'} ${stringOf(fixture.name) ?? ''}`.trim(),
          className: stringOf(container.name),
          status: RUN_ERROR,
          reason: failureOf(fixture),
          startedAt: start,
          duration: between(start, stop),
          steps: stepsOf(fixture.steps, 0),
          key: keyOf('fixture', stringOf(container.uuid), stringOf(fixture.name), start.ms),
          coveredBy: listOf(container.children).flatMap((child) => stringOf(child) ?? []),
        },
      ]
    }),
  )

/** Set-ups and tear-downs take screenshots of the tests that they are for. */
const fixtureFilesOf = ({ befores, afters, children }: Fields): AttachmentsFact[] => {
  const attachments = [befores, afters].flatMap(listOf).flatMap((fixture) => attachmentsOf(fieldsOf(fixture)))
  const tests = listOf(children).flatMap((child) => stringOf(child) ?? [])
  return attachments.length === 0 ? [] : [{ kind: 'attachments', attachments, tests }]
}

const labelOf = ({ labels }: Fields, name: string): string | null => {
  const label = listOf(labels)
    .map(fieldsOf)
    .find((one) => one.name === name)
  return stringOf(label?.value)
}

/** Labels and parameters that tell results of one history apart which are no attempts. */
const SURROUNDINGS = /^(?:browser|browser ?name|platform|os|device|project)$/i
const SECRET_LENGTH = 4

/** Returns a function that removes the values of hidden and masked parameters from texts. */
const concealerOf = (parameters: readonly Fields[]): ((text: string | null) => string | null) => {
  const secrets = parameters
    .filter(({ mode }) => mode === 'hidden' || mode === 'masked')
    .flatMap(({ value }) => stringOf(value) ?? [])
    .filter((value) => value.length >= SECRET_LENGTH)
  return (text) => secrets.reduce((shown: string | null, secret) => shown?.replaceAll(secret, '******') ?? null, text)
}

const testOf = (result: Fields, file: string): TestFact => {
  const [start, stop] = [epochMs(result.start), epochMs(result.stop)]
  const parameters = listOf(result.parameters).map(fieldsOf)
  const values = parameters
    .filter(({ mode, excluded }) => mode !== 'hidden' && excluded !== true)
    .map(({ mode, value }) => (mode === 'masked' ? '******' : (stringOf(value) ?? '')))
    .filter((value) => value !== '')
  const conceal = concealerOf(parameters)
  const ownName = conceal(stringOf(result.name))
  const name =
    ownName === null || values.length === 0 || ownName.includes(values[0] ?? '')
      ? ownName
      : `${ownName} (${values.join(', ')})`
  const labels = listOf(result.labels).map((one) => {
    const { name: key, value } = fieldsOf(one)
    return { key: stringOf(key) ?? '', value: stringOf(value) ?? '' }
  })
  const suites = labels.filter(({ key, value }) => SUITES.includes(key) && value !== '')
  const suite = SUITES.flatMap((key) => suites.find((label) => label.key === key)?.value ?? []).join(' › ')
  const surroundings = [
    ...labels.map(({ key, value }) => [key, value] as const),
    ...parameters.map((one) => [stringOf(one.name) ?? '', stringOf(one.value) ?? ''] as const),
  ].flatMap(([key, value]) => (SURROUNDINGS.test(key) ? [`${key}=${value}`] : []))
  const retry = parameters.find((one) => one.name === 'Retry' && one.excluded === true)
  const history = stringOf(result.historyId)
  const method = labelOf(result, 'testMethod')
  return {
    kind: 'test',
    name: name ?? conceal(stringOf(result.fullName)),
    className: labelOf(result, 'testClass') ?? (suite || labelOf(result, 'package')),
    methodName: method ?? conceal(stringOf(result.fullName)),
    ...variantOf(result, { method, name, hasValues: values.length > 0 }),
    status: stringOf(result.status),
    reason: conceal(failureOf(result)),
    startedAt: start,
    duration: between(start, stop),
    labels: labels.filter(({ key }) => !DUPLICATES.has(key)),
    groups: labels.filter(({ key }) => key === 'tag').map(({ value }) => value),
    owner: labelOf(result, 'owner'),
    steps: stepsOf(result.steps, 0).map((step) => ({ ...step, name: conceal(step.name) ?? '' })),
    attachments: attachmentsOf(result),
    // Names, parameters and suites are part of the key: two browsers may share one history.
    key: history === null ? keyOf('file', file) : keyOf('history', history, name, suite, ...surroundings, ...values),
    turn: Number(stringOf(retry?.value) ?? 0) || 0,
    ...(typeof result.uuid === 'string' ? { id: result.uuid } : {}),
  }
}

/** Invocations of one method of JUnit 5: those with parameters have a number, which agents send, and others have their names. */
const variantOf = (
  result: Fields,
  { method, name, hasValues }: { method: string | null; name: string | null; hasValues: boolean },
): Pick<TestFact, 'variant'> => {
  const id = labelOf(result, 'junit.platform.uniqueid') ?? ''
  const index = /\[test-template:[^(\]]{1,300}\([^)\]]{1,1000}\)\]\/\[test-template-invocation:#(\d{1,9})\]$/.exec(
    id,
  )?.[1]
  if (method !== null && index !== undefined) return { variant: Number(index) }
  const isInvocation = /\[(?:dynamic-test|test-template-invocation):/.test(id)
  return method === null || hasValues || isInvocation ? {} : { variant: nameWithArguments(name) }
}

const SUITES = ['parentSuite', 'suite', 'subSuite']

const failureOf = ({ statusDetails }: Fields): string | null => {
  const { message, trace } = fieldsOf(statusDetails)
  return reasonOf(stringOf(message), stringOf(trace))
}

const stepsOf = (value: unknown, depth: number): StepFact[] =>
  listOf(value).flatMap((one) => {
    const step = fieldsOf(one)
    const status = stringOf(step.status) ?? 'unknown'
    const hasFailed = status === 'failed' || status === 'broken'
    return [{ name: stringOf(step.name) ?? '', status, hasFailed, depth }, ...stepsOf(step.steps, depth + 1)]
  })

const attachmentsOf = (value: Fields): AttachmentFact[] => [
  ...listOf(value.attachments).map((one) => {
    const { name, source, type } = fieldsOf(one)
    return { name: stringOf(name), path: stringOf(source), contentType: stringOf(type) }
  }),
  ...listOf(value.steps).flatMap((step) => attachmentsOf(fieldsOf(step))),
]
