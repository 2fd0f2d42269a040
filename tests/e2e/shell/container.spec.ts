import { execFile, execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { archiveOf, missingForContainers, openPodman, type Podman } from '../../server/support/container-service.ts'
import { freePort } from '../../server/support/free-port.ts'
import { expect, test } from '../support/test.ts'

const run = promisify(execFile)
const root = path.join(import.meta.dirname, '../../..')
const missing = missingForContainers()

const BASE = 'localhost/assay-test-base:1'
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
const PROGRAMS = [
  '/bin/sh',
  '/bin/cat',
  '/bin/mkdir',
  '/bin/chown',
  '/bin/ln',
  '/usr/bin/env',
  '/usr/bin/git',
  '/usr/bin/ssh',
]

/** Parts of the C library that programs of this list do not load, and native modules do. */
const LIBRARIES = ['librt.so.1', 'libpthread.so.0', 'libdl.so.2', 'libutil.so.1', 'libresolv.so.2']

/** Makes an image that has what the Containerfile needs of its base, from files of this machine. */
const importBase = ({ home, podman }: Podman): void => {
  const command = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim()
  const npm = path.resolve(realpathSync(command), '../..')
  const archive = archiveOf(home, PROGRAMS, (files) => {
    cpSync(npm, path.join(files, 'usr/lib/node_modules/npm'), { recursive: true })
    symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', path.join(files, 'usr/bin/npm'))
    writeFileSync(path.join(files, 'etc/passwd'), 'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n')
    const loaded = execFileSync('ldd', ['/bin/sh'], { encoding: 'utf8' }).split(/\s/)
    const libraries = path.dirname(loaded.find((file) => file.endsWith('/libc.so.6')) ?? '')
    for (const name of LIBRARIES) cpSync(realpathSync(path.join(libraries, name)), path.join(files, libraries, name))
    mkdirSync(path.join(files, path.dirname(CERTIFICATES)), { recursive: true })
    cpSync(CERTIFICATES, path.join(files, CERTIFICATES))
  })
  podman('import', '--change', `ENV NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, archive, BASE)
}

/** Folders of npm on this machine, so that the build has its registry and its cache. */
const npmVolumes = (): string[] => {
  const settings = path.join(homedir(), '.npmrc')
  const cache = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim()
  return [`${cache}:/root/.npm`, ...(existsSync(settings) ? [`${settings}:/root/.npmrc:ro`] : [])].flatMap((volume) => [
    '--volume',
    volume,
  ])
}

test.describe.configure({ timeout: 1_800_000 })

test(
  'the image runs without root on a read-only file system, and keeps its data in a volume',
  { tag: '@full' },
  async () => {
    test.skip(missing !== null, missing ?? '')
    const container = openPodman()
    const { podman, env, stores } = container
    try {
      await test.step('the Containerfile builds', async () => {
        importBase(container)
        const options = ['--format', 'docker', '--network', 'host', '--build-arg', `BASE=${BASE}`, '--tag', 'assay']
        await run('podman', [...stores, 'build', ...options, ...npmVolumes(), '.'], {
          cwd: root,
          env,
          maxBuffer: 64 * 1024 ** 2,
        })
      })
      const port = await freePort()
      const url = `http://127.0.0.1:${port}`
      const options = ['--read-only', '--cap-drop', 'all', '--security-opt', 'no-new-privileges', '--network', 'host']
      const start = () =>
        podman(
          'run',
          '--detach',
          '--name',
          'server',
          ...options,
          '--volume',
          'data:/data',
          '--env',
          `PORT=${port}`,
          'assay',
        )
      const isReady = () =>
        fetch(`${url}/api/health/ready`).then(
          ({ ok }) => ok,
          () => false,
        )

      await test.step('the server answers, and its page loads', async () => {
        start()
        await expect.poll(isReady, { timeout: 120_000 }).toBe(true)
        expect(await (await fetch(url)).text()).toContain('<div id="root">')
        podman('healthcheck', 'run', 'server')
      })
      await test.step('it has no root, and writes nowhere but to its volume', async () => {
        const inside = (script: string) => podman('exec', 'server', 'node', '--print', script).trim()
        expect(inside('process.getuid()')).toBe('1000')
        const write = (file: string) => `try { fs.writeFileSync('${file}', ''), 'written' } catch ({ code }) { code }`
        expect(inside(write('/app/file'))).toBe('EROFS')
        expect(inside(write('/data/file'))).toBe('written')
        expect(inside("import('@kubernetes/client-node').then(() => 'loaded').then(console.log), ''")).toContain(
          'loaded',
        )
      })
      await test.step('it stops on the signal of its manager, and the next container has its data', async () => {
        podman('stop', '--time', '30', 'server')
        expect(podman('inspect', '--format', '{{.State.ExitCode}}', 'server').trim()).toBe('0')
        podman('rm', 'server')
        start()
        await expect.poll(isReady, { timeout: 120_000 }).toBe(true)
        expect(podman('exec', 'server', 'node', '--print', "fs.existsSync('/data/file')").trim()).toBe('true')
      })
      await test.step('the same image has the program of workers', async () => {
        expect(podman('run', '--rm', ...options, 'assay', 'assay-worker', '--help')).toContain('ASSAY_WORKER_TOKEN')
      })
    } finally {
      container.remove()
    }
  },
)
