import { hash } from 'node:crypto'
import { createWriteStream, existsSync, readdirSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { pack } from 'tar-fs'
import { build, type Plugin } from 'vite'

const root = path.join(import.meta.dirname, '..')
const PREFIX = 'reporter-'

/** Names of the frameworks that have a reporter for npm. */
const frameworks = (): string[] =>
  readdirSync(path.join(root, 'packages')).flatMap((name) =>
    name.startsWith(PREFIX) && existsSync(path.join(root, 'packages', name, 'package.json'))
      ? [name.slice(PREFIX.length)]
      : [],
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

/**
 * Packs the plugin of pytest as a wheel, which is a zip with its modules and their hashes. Resolves with the name of the file in the folder;
 * pip requires the version in it.
 */
export const packPytestPlugin = async (folder: string): Promise<string> => {
  const source = path.join(root, 'packages', 'reporter-pytest')
  const project = await readFile(path.join(source, 'pyproject.toml'), 'utf8')
  const field = (name: string): string => new RegExp(`^${name} = "(.+)"$`, 'm').exec(project)?.[1] ?? ''
  const version = field('version')
  const info = `assay_pytest-${version}.dist-info`
  const read = (file: string): Promise<Uint8Array> => readFile(file)
  const modules = (await readdir(path.join(source, 'assay_pytest'))).filter((name) => name.endsWith('.py')).toSorted()
  const files: Record<string, Uint8Array> = {}
  for (const name of modules) files[`assay_pytest/${name}`] = await read(path.join(source, 'assay_pytest', name))
  const metadata = [
    'Metadata-Version: 2.1',
    'Name: assay-pytest',
    `Version: ${version}`,
    `Summary: ${field('description')}`,
    'License: Apache-2.0',
    `Requires-Python: ${field('requires-python')}`,
    'Requires-Dist: pytest>=7',
    'Description-Content-Type: text/markdown',
  ]
  files[`${info}/METADATA`] = strToU8(
    `${metadata.join('\n')}\n\n${await readFile(path.join(source, 'README.md'), 'utf8')}`,
  )
  files[`${info}/WHEEL`] = strToU8('Wheel-Version: 1.0\nGenerator: assay\nRoot-Is-Purelib: true\nTag: py3-none-any\n')
  files[`${info}/entry_points.txt`] = strToU8('[pytest11]\nassay = assay_pytest.plugin\n')
  files[`${info}/LICENSE`] = await read(path.join(root, 'LICENSE'))
  const record = Object.entries(files).map(
    ([name, content]) => `${name},sha256=${hash('sha256', content, 'base64url')},${content.length}`,
  )
  files[`${info}/RECORD`] = strToU8([...record, `${info}/RECORD,,`, ''].join('\n'))
  const name = `assay_pytest-${version}-py3-none-any.whl`
  await writeFile(path.join(folder, name), zipSync(files, { mtime: new Date('1980-01-01T12:00:00') }))
  return name
}

/** Packs the reporters into the folder of the page, so that each server offers the versions that fit it. */
export const reporterPackages = (): Plugin => ({
  name: 'reporter-packages',
  apply: 'build',
  writeBundle: {
    order: 'pre',
    sequential: true,
    handler: async ({ dir = '' }) => {
      const folder = path.resolve(dir)
      for (const framework of frameworks()) await packReporter(framework, folder)
      await packPytestPlugin(folder)
    },
  },
})
