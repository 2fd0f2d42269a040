import type { ParseArgsOptionsConfig } from 'node:util'
import { gateFailures } from '../../../contract/launches/gate-texts.ts'
import { getQualityGate, QualityGate } from '../../../contract/launches/quality-gate.ts'
import { pathOf } from '../../../contract/call.ts'
import { call } from '../../client/src/calls.ts'
import { UsageError } from '../../client/src/failures.ts'
import { counted, type Output } from './output.ts'
import type { Connection } from '../../client/src/settings.ts'

/** Thresholds; without any, those of the project hold. */
export const THRESHOLDS = {
  'min-pass-rate': { type: 'string' },
  'max-failures': { type: 'string' },
  'max-new-failures': { type: 'string' },
  'max-skipped': { type: 'string' },
  'max-retried': { type: 'string' },
  'min-tests': { type: 'string' },
  'allow-incomplete': { type: 'boolean' },
} as const satisfies ParseArgsOptionsConfig

/** Ways to name a launch. */
export const LAUNCH = {
  launch: { type: 'string' },
  name: { type: 'string' },
  build: { type: 'string' },
  uuid: { type: 'string' },
} as const satisfies ParseArgsOptionsConfig

type Values<Options> = { readonly [Name in keyof Options]?: string | boolean | undefined }
const textOf = (value: string | boolean | undefined): string | undefined =>
  value === undefined ? undefined : String(value)

export const thresholdsOf = (values: Values<typeof THRESHOLDS>) => ({
  minPassRate: textOf(values['min-pass-rate']),
  maxFailures: textOf(values['max-failures']),
  maxNewFailures: textOf(values['max-new-failures']),
  maxSkipped: textOf(values['max-skipped']),
  maxRetried: textOf(values['max-retried']),
  minTests: textOf(values['min-tests']),
  allowIncomplete: textOf(values['allow-incomplete']),
})

/** Returns the launch that the flags name, or else that of the running build. Throws `UsageError` without either. */
export const launchOf = (values: Values<typeof LAUNCH>, build: string | null | undefined) => {
  const named = {
    launchId: textOf(values.launch),
    name: textOf(values.name),
    build: textOf(values.build),
    uuid: textOf(values.uuid),
  }
  if (Object.values(named).some((value) => value !== undefined)) return named
  if (build) return { ...named, build }
  throw new UsageError('Name the launch: --launch, --name, --build or --uuid')
}

/** Resolves with the verdict. Throws what `call` throws: 404 if no launch matches. */
export const askGate = (
  connection: Connection,
  query: Readonly<Record<string, string | undefined>>,
): Promise<QualityGate> =>
  call(connection, { path: pathOf(getQualityGate.path, { projectKey: connection.projectKey }), query }, QualityGate)

/** Prints the verdict, with the reasons if the gate is not passed. */
export const describeGate = (output: Output, gate: QualityGate): void => {
  const { number, name } = gate.launch
  const verdict = {
    passed: 'passes the quality gate',
    failed: 'does not pass the quality gate',
    pending: 'is still in progress',
  }[gate.verdict]
  output.say(`Launch #${number} ${name} ${verdict}`)
  for (const reason of gateFailures(gate)) output.say(`- ${reason}`)
  if (gate.verdict === 'failed') for (const { name: test } of gate.newFailures) output.say(`  new failure: ${test}`)
  if (gate.quarantined > 0) output.say(`${counted(gate.quarantined, 'failure')} in quarantine did not count`)
}
