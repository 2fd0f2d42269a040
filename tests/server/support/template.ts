import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { openDatabase } from '../../../server/db/open.ts'

export const cacheFolder = join(import.meta.dirname, '../../../.cache')
const migrations = join(import.meta.dirname, '../../../server/db/migrations')

/** A migrated, empty data folder to copy: created once per state of the migrations, because a first start takes seconds. */
export const makeTemplate = async (): Promise<string> => {
  const hash = createHash('sha256')
  for (const file of readdirSync(migrations, { recursive: true, encoding: 'utf8' }).sort())
    if (/\.(ts|sql)$/.test(file)) hash.update(file).update(readFileSync(join(migrations, file)))
  hash.update(
    readFileSync(
      createRequire(import.meta.url)
        .resolve('@electric-sql/pglite')
        .replace(/dist.*/, 'package.json'),
    ),
  )
  const template = join(cacheFolder, `template-${hash.digest('hex').slice(0, 16)}`)
  if (existsSync(template)) return template

  mkdirSync(cacheFolder, { recursive: true })
  const making = mkdtempSync(join(cacheFolder, 'making-'))
  const opened = await openDatabase({ dataDir: making })
  await opened.close()
  try {
    renameSync(making, template)
  } catch {
    rmSync(making, { recursive: true, force: true }) // another run was first
  }
  return template
}

export const copyTemplate = (template: string, dataDir: string): void => cpSync(template, dataDir, { recursive: true })
