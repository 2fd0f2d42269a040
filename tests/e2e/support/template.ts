import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { serverMain } from './server-main.ts'

/**
 * A data folder as the server's first start leaves it, kept for the tests of one build: to found a workspace takes three times as long as to
 * copy one. Null while there is none.
 */
export const templateOf = (environment: Record<string, string>) => {
  const founding = Object.entries(environment)
  const name = createHash('sha256').update(JSON.stringify([founding, serverMain, statSync(serverMain).mtimeMs]))
  const folder = path.join(tmpdir(), `assay-e2e-founded-${name.digest('hex').slice(0, 16)}`)
  const claim = `${folder}.claim`
  return {
    /** Copies it; false where there is none. */
    copyTo: (dataDir: string): boolean => {
      if (!exists(folder)) return false
      cpSync(folder, dataDir, { recursive: true })
      return true
    },
    /** Whether it is this caller who has to make it: the first one who asks. */
    claim: (): boolean => {
      try {
        mkdirSync(claim)
        return true
      } catch {
        return false
      }
    },
    /** Of a stopped server's data. */
    keep: (dataDir: string): void => {
      cpSync(dataDir, `${claim}/data`, { recursive: true })
      renameSync(`${claim}/data`, folder)
    },
    remove: (): void => {
      for (const one of [folder, claim]) rmSync(one, { recursive: true, force: true })
    },
  }
}

const exists = (folder: string): boolean => statSync(folder, { throwIfNoEntry: false }) !== undefined
