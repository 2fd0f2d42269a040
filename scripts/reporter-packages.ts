import { createWriteStream, readdirSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-fs'
import { build, type Plugin } from 'vite'

const root = path.join(import.meta.dirname, '..')
const PREFIX = 'reporter-'

/** Names of the frameworks that have a reporter. */
const frameworks = (): string[] =>
  readdirSync(path.join(root, 'packages')).flatMap((name) =>
    name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [],
  )

/** Builds a reporter and packs it as npm does. Resolves with the name of the file in the folder. */
export const packReporter = async (framework: string, folder: string): Promise<string> => {
  const source = path.join(root, 'packages', PREFIX + framework)
  const home = await mkdtemp(path.join(tmpdir(), 'assay-reporter-'))
  try {
    await build({
      configFile: path.join(source, 'vite.config.ts'),
      logLevel: 'error',
      build: { outDir: path.join(home, 'dist'), emptyOutDir: false },
    })
    for (const file of ['package.json', 'README.md']) await cp(path.join(source, file), path.join(home, file))
    await cp(path.join(root, 'LICENSE'), path.join(home, 'LICENSE'))
    const name = `assay-reporter-${framework}.tgz`
    await pipeline(
      pack(home, { map: (header) => ({ ...header, name: `package/${header.name}`, mtime: new Date(0) }) }),
      createGzip(),
      createWriteStream(path.join(folder, name)),
    )
    return name
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

/** Packs the reporters into the folder of the page, so that each server offers the versions that fit it. */
export const reporterPackages = (): Plugin => ({
  name: 'reporter-packages',
  apply: 'build',
  writeBundle: {
    order: 'pre',
    sequential: true,
    handler: async ({ dir = '' }) => {
      for (const framework of frameworks()) await packReporter(framework, path.resolve(dir))
    },
  },
})
