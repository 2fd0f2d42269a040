import { stat } from 'node:fs/promises'
import { listQuarantine } from '../../../contract/launches/quarantine.ts'
import { pathOf } from '../../../contract/call.ts'
import { call } from '../../client/src/calls.ts'
import { EXIT } from './exit-codes.ts'
import { UsageError } from '../../client/src/failures.ts'
import { counted, type Output } from './output.ts'
import { parseFlags } from './flags.ts'
import { connectionOf, readSettingsFile } from '../../client/src/settings.ts'

/** Quarantined test as the server has it: named as its runner reported it. */
interface Quarantined {
  name: string
  className: string | null
}

/** Returns what makes a runner skip the test; null for a test of another runner. */
type Form = (test: Quarantined) => Promise<string | null>

const JAVASCRIPT = /\.[cm]?[jt]sx?$/

/** Line for `--test-list-invert`: the file, its suites and the title. The class has the file and the suites; the name may repeat these. */
const playwright: Form = async ({ name, className }) => {
  const parts = className?.split(' > ') ?? []
  const file = parts.findIndex((part) => JAVASCRIPT.test(part))
  if (file < 0) return null
  const suites = parts.slice(file + 1)
  const repeated = suites.map((suite) => `${suite} › `).join('')
  const title = name.startsWith(repeated) ? name.slice(repeated.length) : name
  return [parts[file], ...suites, title].join(' › ')
}

/** Argument for pytest: the class of a report is the path of the file and then the class, joined by dots. */
const pytest: Form = async ({ name, className }) => {
  const parts = className?.split('.') ?? []
  for (let end = parts.length; end > 0; end -= 1) {
    const file = `${parts.slice(0, end).join('/')}.py`
    const entry = await stat(file).catch(() => null)
    if (entry?.isFile()) return `--deselect=${[file, ...parts.slice(end), name].join('::')}`
  }
  return null
}

const lines: Form = async ({ name, className }) => (className === null ? name : `${className}: ${name}`)

const FORMS: Readonly<Record<string, Form>> = { playwright, pytest }

/** Prints the quarantined tests, one per line, in the form that a runner takes. */
export const quarantine = async (args: readonly string[], output: Output): Promise<number> => {
  const { values, positionals } = parseFlags(args, { for: { type: 'string' } })
  if (positionals.length > 0) throw new UsageError(`Unexpected argument: ${positionals.join(' ')}`)
  const form = values.for === undefined ? lines : Object.hasOwn(FORMS, values.for) ? FORMS[values.for] : undefined
  if (!form) throw new UsageError(`--for must be one of ${Object.keys(FORMS).join(', ')}`)
  const connection = connectionOf(values, process.env, readSettingsFile())
  const path = pathOf(listQuarantine.path, { projectKey: connection.projectKey })
  const { items } = await call(connection, { path }, listQuarantine.answer)
  const tests = items.filter(({ isExpired }) => !isExpired)
  const forms = await Promise.all(tests.map(form))
  for (const one of forms) if (one !== null) output.say(one)
  const others = forms.filter((one) => one === null).length
  if (others > 0) output.warn(`${counted(others, 'quarantined test')} not of ${values.for}, and left out`)
  output.result({
    tests: tests.map(({ name, className, reason, until }, i) => ({ name, className, reason, until, form: forms[i] })),
  })
  return EXIT.ok
}
