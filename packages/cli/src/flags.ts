import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { UsageError } from '../../client/src/failures.ts'

/** Flags of every command. */
const COMMON = {
  url: { type: 'string' },
  token: { type: 'string' },
  project: { type: 'string' },
  'retry-for': { type: 'string' },
  json: { type: 'boolean' },
} as const satisfies ParseArgsOptionsConfig

/** Parses the arguments of a command. Throws `UsageError`. */
export const parseFlags = <Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) => {
  try {
    return parseArgs({ args: [...args], options: { ...COMMON, ...options }, allowPositionals: true })
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0] ?? '')
  }
}
