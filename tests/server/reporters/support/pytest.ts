import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { packPytestPlugin } from '../../../../scripts/reporter-packages.ts'
import { runProgram } from '../../cli/support/cli.ts'

const hasModule = (name: string): boolean => spawnSync('python3', ['-c', `import ${name}`]).status === 0

// The product runs without Python, so that `npm test` does not require it either: it reports what it does not test.
export const hasPytest = hasModule('pytest')
if (!hasPytest) console.warn('pytest is not installed: its reporter is not tested (apt install python3-pytest)')
export const hasXdist = hasModule('xdist')
if (!hasXdist) console.warn('pytest-xdist is not installed: it is not tested (apt install python3-pytest-xdist)')
export const hasRerunfailures = hasModule('pytest_rerunfailures')
if (!hasRerunfailures)
  console.warn('pytest-rerunfailures is not installed: it is not tested (apt install python3-pytest-rerunfailures)')

/** A folder with tests, and the packed plugin of the current sources. */
export const aPytestProject = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'assay-pytest-'))
  // What pip does, without its network: python reads the modules and the entry point from the wheel.
  const wheel = path.join(folder, await packPytestPlugin(folder))
  return {
    folder,
    write: (name: string, content: string | Uint8Array) => writeFile(path.join(folder, name), content),
    run: (env: Record<string, string>, args: readonly string[] = []) =>
      runProgram('python3', ['-m', 'pytest', '-p', 'no:cacheprovider', ...args], {
        cwd: folder,
        env: { HOME: folder, PYTHONDONTWRITEBYTECODE: '1', PYTHONPATH: wheel, ...env },
      }),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
export type PytestProject = Awaited<ReturnType<typeof aPytestProject>>
