import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { dataHome } from '../../e2e/support/data-home.ts'
import { cacheFolder } from './template.ts'

const root = join(import.meta.dirname, '../../..')
const processesFolders = ['db', 'launchers'].map((folder) => join(root, 'tests/server', folder, 'processes'))

export interface BuiltForTests {
  /** The database worker, built as for the server. */
  workerUrl: URL
  folder: string
  /** Folder of the databases; it is deleted with the suite, also after a crash of a test. */
  dataFolder: string
  remove: () => void
}

/** Node cannot run TypeScript in worker threads and child processes, so what tests start there is built first. */
export const buildForTests = async (): Promise<BuiltForTests> => {
  mkdirSync(cacheFolder, { recursive: true })
  const folder = mkdtempSync(join(cacheFolder, 'build-'))
  const processes = processesFolders.flatMap((processesFolder) =>
    readdirSync(processesFolder).map((file) => [basename(file, '.ts'), join(processesFolder, file)]),
  )
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      ssr: true,
      target: 'node20',
      outDir: folder,
      rolldownOptions: {
        input: {
          'database-worker': join(root, 'server/db/pglite/worker.ts'),
          'import-worker': join(root, 'server/cases/import/reading/worker.ts'),
          'launch-worker': join(root, 'server/worker.ts'),
          'results-worker': join(root, 'server/launches/import/reading/worker.ts'),
          ...Object.fromEntries(processes),
        },
      },
    },
  })
  const dataFolder = mkdtempSync(join(dataHome, 'assay-server-'))
  return {
    workerUrl: pathToFileURL(join(folder, 'database-worker.js')),
    folder,
    dataFolder,
    remove: () => {
      for (const each of [folder, dataFolder]) rmSync(each, { recursive: true, force: true })
    },
  }
}
