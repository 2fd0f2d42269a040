import path from 'node:path'
import { parseArgs } from 'node:util'
import { parseBucketUrl } from './files/bucket.ts'
import type { Location } from './backup/installation.ts'

/** What the program does, by its arguments. `serve`: without any. */
export type Command =
  | { name: 'serve' }
  | { name: 'help' }
  | { name: 'migrate' }
  | { name: 'backup'; file: string; withSecretKey: boolean }
  | { name: 'restore'; file: string }
  | { name: 'move'; to: Pick<Location, 'DATABASE_URL' | 'FILES_URL'> & { DATA_DIR?: string } }

/** Invalid arguments. */
export class CommandError extends Error {}

/** Parses the arguments of the program. Throws `CommandError`. */
export const parseCommand = (args: string[]): Command => {
  const { values, positionals } = readArguments(args)
  if (values.help === true) return { name: 'help' }
  const [name = 'serve', ...others] = positionals
  const allowed = { serve: [], migrate: [], backup: ['with-secret-key'], restore: [], move: ['to', 'files'] }[name]
  if (allowed === undefined) throw new CommandError(`There is no command ${name}`)
  const wrong = Object.keys(values).find((option) => !(allowed as string[]).includes(option))
  if (wrong !== undefined) throw new CommandError(`${name} has no option --${wrong}`)
  const [file, extra] = name === 'backup' || name === 'restore' ? others : [undefined, ...others]
  if (extra !== undefined) throw new CommandError(`${name} has an argument too many: ${extra}`)
  if (name === 'move') return { name, to: targetOf(values) }
  if (name === 'migrate') return { name }
  if (name !== 'backup' && name !== 'restore') return { name: 'serve' }
  if (file === undefined)
    throw new CommandError(`${name} needs a file, or - for ${name === 'backup' ? 'output' : 'input'}`)
  return name === 'backup' ? { name, file, withSecretKey: values['with-secret-key'] === true } : { name, file }
}

const readArguments = (args: string[]) => {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        help: { type: 'boolean' },
        'with-secret-key': { type: 'boolean' },
        to: { type: 'string' },
        files: { type: 'string' },
      },
    })
  } catch (cause) {
    throw new CommandError(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

const targetOf = ({ to, files }: { to?: string; files?: string }) => {
  if (to === undefined || to === '')
    throw new CommandError('move needs --to with the address of a PostgreSQL database or a data folder')
  if (files !== undefined && parseBucketUrl(files) === null)
    throw new CommandError('--files must be s3://key:secret@host/bucket, with each part percent-encoded')
  const isDatabase = /^postgres(ql)?:\/\//.test(to)
  if (!isDatabase && to.includes('://')) throw new CommandError('--to must be postgres://… or a data folder')
  return { ...(isDatabase ? { DATABASE_URL: to } : { DATA_DIR: path.resolve(to) }), FILES_URL: files }
}

/** Returns the description of the commands. `program`: how users start it. */
export const commandHelp = (program: string): string =>
  [
    `  ${program}`.trimEnd().padEnd(46) + 'starts the server',
    `  ${program} migrate`.padEnd(46) + 'creates or updates the database, and ends',
    `  ${program} backup FILE`.padEnd(46) + 'writes a backup; the server may run. FILE: - for standard output',
    `    --with-secret-key`.padEnd(46) + 'includes the key that stored secrets are encrypted with',
    `  ${program} restore FILE`.padEnd(46) + 'restores a backup into an empty database. FILE: - for standard input',
    `  ${program} move --to TARGET`.padEnd(46) + 'moves all data of a stopped server to another database.',
    ''.padEnd(46) + 'TARGET: postgres://… or a data folder',
    `    --files FILES_URL`.padEnd(46) + 'bucket to move files to (default: the data folder)',
    '',
  ].join('\n')
