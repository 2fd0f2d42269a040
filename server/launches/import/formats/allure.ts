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
  steps:
    'Those of tests, with set-ups and tear-downs, parameters, times and attachments. Values of masked and hidden parameters are `******` in all texts of a test, if they have at least four characters; hidden and excluded parameters are left out.',
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
        yield* fixtureStepsOf(fields)
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
          reason: concealerOf(fixture)(failureOf(fixture)),
          startedAt: start,
          duration: between(start, stop),
          steps: stepsOf(fixture).steps,
          key: keyOf('fixture', stringOf(container.uuid), stringOf(fixture.name), start.ms),
          coveredBy: listOf(container.children).flatMap((child) => stringOf(child) ?? []),
        },
      ]
    }),
  )

/** Set-ups and tear-downs are steps of the tests that they are for, and take screenshots of them. */
const fixtureStepsOf = (container: Fields): AttachmentsFact[] => {
  const tests = listOf(container.children).flatMap((child) => stringOf(child) ?? [])
  return (['befores', 'afters'] as const).flatMap((kind) =>
    listOf(container[kind]).map((one): AttachmentsFact => {
      const fixture = fieldsOf(one)
      // As the only step of a result, so that it has the same fields.
      const { steps, attachments } = stepsOf({ start: fixture.start, steps: [fixture] })
      return {
        kind: 'attachments',
        attachments,
        fixture: {
          steps: steps.map((step, index) => (index === 0 ? { ...step, category: 'hook' } : step)).map(withoutStart),
          isTearDown: kind === 'afters',
          startedAt: epochMs(fixture.start).ms,
        },
        tests,
      }
    }),
  )
}

/** The time from the start of a fixture is not the one from the start of a test. */
const withoutStart = (step: StepFact): StepFact => ({ ...step, startMs: null })

const labelOf = ({ labels }: Fields, name: string): string | null => {
  const label = listOf(labels)
    .map(fieldsOf)
    .find((one) => one.name === name)
  return stringOf(label?.value)
}

/** Labels and parameters that tell results of one history apart which are no attempts. */
const SURROUNDINGS = /^(?:browser|browser ?name|platform|os|device|project)$/i
const SECRET_LENGTH = 4

const MASK = '******'

type Conceal = (text: string | null) => string | null

/** Returns a function that removes the values of hidden and masked parameters, also those of steps, from texts. */
const concealerOf = (result: Fields): Conceal => {
  const secretsOf = ({ parameters, steps }: Fields): string[] => [
    ...listOf(parameters)
      .map(fieldsOf)
      .filter(({ mode }) => mode === 'hidden' || mode === 'masked')
      .flatMap(({ value }) => stringOf(value) ?? [])
      .filter((value) => value.length >= SECRET_LENGTH),
    ...listOf(steps).flatMap((step) => secretsOf(fieldsOf(step))),
  ]
  // The longest first: one may be a part of another.
  const secrets = [...new Set(secretsOf(result))].toSorted((a, b) => b.length - a.length)
  return (text) => secrets.reduce((shown: string | null, secret) => shown?.replaceAll(secret, MASK) ?? null, text)
}

const testOf = (result: Fields, file: string): TestFact => {
  const [start, stop] = [epochMs(result.start), epochMs(result.stop)]
  const parameters = listOf(result.parameters).map(fieldsOf)
  const values = parameters
    .filter(({ mode, excluded }) => mode !== 'hidden' && excluded !== true)
    .map(({ mode, value }) => (mode === 'masked' ? MASK : (stringOf(value) ?? '')))
    .filter((value) => value !== '')
  const conceal = concealerOf(result)
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
    ...stepsOf(result),
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

/** Returns the steps of a result or a fixture, and its attachments with the steps that have them. */
const stepsOf = (result: Fields): { steps: StepFact[]; attachments: AttachmentFact[] } => {
  const start = epochMs(result.start)
  const conceal = concealerOf(result)
  const steps: StepFact[] = []
  const attachments = attachmentsOf(result)
  const add = (value: unknown, depth: number): void => {
    for (const step of listOf(value).map(fieldsOf)) {
      const own = epochMs(step.start)
      const index = steps.length
      steps.push({
        name: conceal(stringOf(step.name)),
        depth,
        status: stringOf(step.status),
        startMs: between(start, own).ms,
        durationMs: between(own, epochMs(step.stop)).ms,
        details: conceal(parametersText(step)),
        error: conceal(failureOf(step)),
      })
      attachments.push(...attachmentsOf(step).map((attachment) => ({ ...attachment, step: index })))
      add(step.steps, depth + 1)
    }
  }
  add(result.steps, 0)
  return { steps, attachments }
}

const parametersText = ({ parameters }: Fields): string =>
  listOf(parameters)
    .map(fieldsOf)
    .filter(({ mode, excluded }) => mode !== 'hidden' && excluded !== true)
    .map(({ name, mode, value }) => `${stringOf(name) ?? ''}: ${mode === 'masked' ? MASK : (stringOf(value) ?? '')}`)
    .join('\n')

const attachmentsOf = ({ attachments }: Fields): AttachmentFact[] =>
  listOf(attachments).map((one) => {
    const { name, source, type } = fieldsOf(one)
    return { name: stringOf(name), path: stringOf(source), contentType: stringOf(type) }
  })
