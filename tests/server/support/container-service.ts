import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A real container service with one image: a shell and the Node.js of this machine. */
export interface ContainerService {
  dockerHost: string
  image: string
  /** Names of all existing containers. */
  containers(): string[]
  /** Kills the processes in it. */
  kill(container: string): void
  stop(): Promise<void>
}

const IMAGE = 'localhost/assay-test-node:1'
const PROGRAMS = ['/bin/sh', '/bin/sleep', '/bin/cat']

/** Why there can be no container service on this machine; null if there can be one. */
export const missingForContainers = (): string | null => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'containers need Linux and root'
  const missing = ['podman', 'runc'].filter(
    (name) => !['/usr/bin', '/usr/sbin'].some((folder) => existsSync(`${folder}/${name}`)),
  )
  return missing.length === 0 ? null : `containers need ${missing.join(' and ')}`
}

/** Podman with its own images and containers. */
export interface Podman {
  /** Folder for files of the test. */
  home: string
  env: NodeJS.ProcessEnv
  /** Options that come before each command. */
  stores: string[]
  /** Runs a command. Returns its output. Throws if it fails. */
  podman(...args: string[]): string
  remove(): void
}

export const openPodman = (): Podman => {
  const home = mkdtempSync(path.join(tmpdir(), 'assay-containers-'))
  const settings = path.join(home, 'containers.conf')
  writeFileSync(
    settings,
    '[containers]\ndefault_ulimits = ["nofile=1000:1000", "nproc=5000:5000"]\n[engine]\nruntime = "runc"\n',
  )
  const env = { ...process.env, CONTAINERS_CONF: settings }
  const stores = ['--root', path.join(home, 'root'), '--runroot', path.join(home, 'run')]
  const podman = (...args: string[]) =>
    execFileSync('podman', [...stores, ...args], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  const remove = (): void => {
    podman('rm', '--all', '--force', '--volumes')
    podman('system', 'reset', '--force')
    rmSync(home, { recursive: true, force: true })
  }
  return { home, env, stores, podman, remove }
}

/** Starts Podman's service on a socket with its own images. */
export const startContainerService = async (): Promise<ContainerService> => {
  const { home, env, stores, podman, remove } = openPodman()
  podman('import', archiveOf(home, PROGRAMS), IMAGE)
  const socket = path.join(home, 'podman.sock')
  const service = spawn('podman', [...stores, 'system', 'service', '--time=0', `unix://${socket}`], {
    env,
    stdio: 'ignore',
  })
  const ended = once(service, 'exit')
  const until = Date.now() + 20_000
  while (!existsSync(socket)) {
    if (Date.now() > until || service.exitCode !== null) throw new Error('Podman did not start its service')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    dockerHost: `unix://${socket}`,
    image: IMAGE,
    containers: () => podman('ps', '--all', '--quiet').split('\n').filter(Boolean),
    kill: (container) => void podman('kill', container),
    stop: async () => {
      podman('rm', '--all', '--force')
      // The reset deletes files that a running service may be writing.
      service.kill()
      await ended
      remove()
    },
  }
}

/**
 * Writes an archive with the Node.js of this machine, and with programs and the libraries that they load. `addFiles`: adds further files to its
 * folder.
 */
export const archiveOf = (
  home: string,
  programs: string[],
  addFiles: (root: string) => void = () => undefined,
): string => {
  const root = path.join(home, 'files')
  for (const folder of ['bin', 'usr/bin', 'usr/local/bin', 'tmp', 'etc', 'proc', 'sys', 'dev', 'root', 'workspace'])
    mkdirSync(path.join(root, folder), { recursive: true })
  copyFileSync(realpathSync(process.execPath), path.join(root, 'usr/bin/node'))
  for (const program of programs) copyFileSync(realpathSync(program), path.join(root, program))
  for (const program of [process.execPath, ...programs])
    for (const [library] of execFileSync('ldd', [program], { encoding: 'utf8' }).matchAll(/\/\S+/g)) {
      const place = path.join(root, library)
      mkdirSync(path.dirname(place), { recursive: true })
      copyFileSync(realpathSync(library), place)
    }
  addFiles(root)
  const archive = path.join(home, 'image.tar')
  execFileSync('tar', ['-C', root, '-cf', archive, '.'])
  return archive
}
