import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { dataHome } from './data-home.ts'
import type { Member } from './people.ts'
import { serverMain } from './server-main.ts'

const digest = (...of: unknown[]): string => createHash('sha256').update(JSON.stringify(of)).digest('hex').slice(0, 16)
/** Of one build. */
const templates = (): string =>
  path.join(dataHome, `assay-e2e-founded-${digest(serverMain, statSync(serverMain).mtimeMs)}`)

export const copyFolder = (from: string, to: string): void => cpSync(from, to, { recursive: true })

/**
 * A data folder as the server's first start leaves it, with members written into it, for the tests of one build: to found a
 * workspace takes many times as long as to copy one.
 */
export const templateOf = (members: readonly Member[]) => {
  const folder = path.join(templates(), digest(members))
  return {
    exists: (): boolean => existsSync(folder),
    copyTo: (dataDir: string): void => copyFolder(folder, dataDir),
    /** `fill` writes it. Two may make the same: the first one's stays. */
    make: async (fill: (dataDir: string) => Promise<void> | void): Promise<void> => {
      mkdirSync(templates(), { recursive: true })
      const making = mkdtempSync(path.join(templates(), 'making-'))
      await fill(making)
      try {
        renameSync(making, folder)
      } catch (error) {
        rmSync(making, { recursive: true, force: true })
        if (!existsSync(folder)) throw error
      }
    },
  }
}

export const removeTemplates = (): void => rmSync(templates(), { recursive: true, force: true })
