import path from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type Docker from 'dockerode'
import { isImageName } from '../../../contract/launchers/image-name.ts'
import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import { LeaseLost } from '../workers/dispatch.ts'
import { RunProblem } from '../workers/problems.ts'
import { boundedBytes, folderWithin } from './artifacts.ts'
import type { Driver } from './driver.ts'
import { readableByAll } from './owned.ts'

const ATTEMPT = 'assay.attempt'
const INSTALLATION = 'assay.installation'
const PROCESSES = 2048
const SHARED_MEMORY = 1024 ** 3
/** Linux capabilities that browsers and test runners do not need. */
const DROPPED = ['NET_RAW', 'MKNOD', 'AUDIT_WRITE', 'NET_BIND_SERVICE', 'SYS_CHROOT', 'SETFCAP']
const ASKED_EVERY_MS = 5000
const PING_MS = 2000
const PATIENCE: Patience = { lostMs: 30_000, killMs: 15_000 }

interface Parts {
  /** Opens the Docker Engine API; null when none is configured and none is found. */
  connect: () => Promise<Docker | null>
  installation: string
  /** `NetworkMode` of containers. */
  network: () => string
  serverUrl: () => string
  patience?: Patience | undefined
}

/** Times in milliseconds. */
export interface Patience {
  /** In which a container service has to answer pings, while it is asked for anything else. */
  lostMs: number
  /** From the order to kill a container to its end. */
  killMs: number
}

const statusOf = (error: unknown): number | undefined => (error as { statusCode?: number }).statusCode
const reasonOf = (error: unknown): string =>
  (error as { json?: { message?: string } }).json?.message ?? (error instanceof Error ? error.message : String(error))

/** Runs launches in containers through the Docker Engine API of Docker or Podman. */
export const createContainerDriver = ({
  connect,
  installation,
  network,
  serverUrl,
  patience: { lostMs, killMs } = PATIENCE,
}: Parts): Driver => {
  let requested: { at: number; answer: Promise<boolean> } | null = null
  const docker = async (): Promise<Docker> => {
    const found = await connect()
    if (found === null) throw new RunProblem('No container service is available')
    return found
  }
  const ping = async (): Promise<boolean> => {
    const found = await connect()
    return found !== null && answers(found, PING_MS)
  }
  /** Runs calls that can hang: rejects when the signal aborts, and when the service has not answered pings for `lostMs`. */
  const asking = async <T>(api: Docker, signal: AbortSignal | null, act: () => Promise<T>): Promise<T> => {
    const lost = new AbortController()
    let answeredAt = performance.now()
    const watch = async (): Promise<void> => {
      if (await answers(api, Math.min(PING_MS, lostMs))) answeredAt = performance.now()
      if (performance.now() - answeredAt > lostMs) lost.abort(new RunProblem('The container service does not answer'))
    }
    const timer = setInterval(() => void watch(), Math.min(ASKED_EVERY_MS, lostMs))
    timer.unref()
    try {
      return await settled(act(), AbortSignal.any([lost.signal, ...(signal === null ? [] : [signal])]))
    } finally {
      clearInterval(timer)
    }
  }

  return {
    name: 'container',
    isAvailable: () => {
      if (requested === null || Date.now() - requested.at > ASKED_EVERY_MS)
        requested = { at: Date.now(), answer: ping() }
      return requested.answer
    },
    serverUrl,

    start: async (order, signal) => {
      // Launchers that were saved before their image was validated can have any text.
      if (!isImageName(order.image)) throw new RunProblem(LAUNCHER_TEXTS.dockerImage)
      const api = await docker()
      await asking(api, signal, () => makePresent(api, order.image, order.addLine, signal))
      const container = await asking(api, signal, () =>
        api.createContainer({
          Image: order.image,
          Entrypoint: ['/bin/sh', '-c'],
          Cmd: [order.command],
          WorkingDir: '/workspace',
          Env: Object.entries(order.environment).map(([name, value]) => `${name}=${value}`),
          Labels: { [ATTEMPT]: order.lease, [INSTALLATION]: installation },
          Tty: false,
          HostConfig: {
            Memory: order.instance.memoryMb * 1024 ** 2,
            MemorySwap: order.instance.memoryMb * 1024 ** 2,
            NanoCpus: order.instance.cpus * 1e9,
            PidsLimit: PROCESSES,
            ShmSize: SHARED_MEMORY,
            NetworkMode: network(),
            CapDrop: DROPPED,
            SecurityOpt: ['no-new-privileges'],
            // The output is streamed: a copy in the container's log would fill the disk.
            LogConfig: { Type: 'none', Config: {} },
          },
        }),
      ).catch((error: unknown) => {
        signal.throwIfAborted()
        throw new RunProblem(`The container could not be created: ${reasonOf(error)}`, { cause: error })
      })
      const removed = () => asking(api, null, () => container.remove({ force: true, v: true })).catch(() => undefined)
      try {
        const { pack } = await import('tar-fs')
        const files = pack(order.folder, { entries: ['workspace'], map: readableByAll })
        await asking(api, signal, () =>
          // A stream of streamx, whose types lack the methods that dockerode does not use.
          container.putArchive(files as unknown as NodeJS.ReadableStream, { path: '/' }),
        )
        const attached = await asking(api, signal, () => container.attach({ stream: true, stdout: true, stderr: true }))
        const output = new PassThrough()
        output.on('data', order.onOutput)
        container.modem.demuxStream(attached, output, output)
        const isRead = new Promise<void>((resolve) => {
          attached.once('end', resolve)
          attached.once('close', resolve)
          attached.once('error', () => resolve())
        })
        await order.begin()
        signal.throwIfAborted()
        await asking(api, signal, () => container.start())
        const unkillable = new AbortController()
        const ended = asking(api, unkillable.signal, async () => {
          const { StatusCode: exitCode } = (await container.wait()) as { StatusCode: number }
          await isRead
          const after = await container.inspect().catch(() => null)
          return {
            exitCode,
            note: after?.State.OOMKilled === true ? 'It used more memory than its instance has' : null,
          }
        }).catch((error: unknown) => {
          void removed()
          return { exitCode: null, note: `The container service lost it: ${reasonOf(error)}` }
        })
        const kill = async (): Promise<void> => {
          const words = 'The container service did not end it in time'
          setTimeout(() => unkillable.abort(new RunProblem(words)), killMs).unref()
          await asking(api, unkillable.signal, () => container.kill()).catch(removed)
        }
        const collected = async (name: string): Promise<string | null> => {
          const archive = await container
            .getArchive({ path: path.posix.join('/workspace', name) })
            .catch((error: unknown) => {
              if (statusOf(error) === 404) return null
              throw error
            })
          if (archive === null) return null
          const into = path.join(order.folder, 'artifacts')
          const { extract } = await import('tar-fs')
          const unpacked = extract(into, {
            dmode: 0o700,
            fmode: 0o600,
            ignore: (_, header) => header?.type !== 'file' && header?.type !== 'directory',
          })
          await pipeline(archive, boundedBytes(), unpacked)
          return folderWithin(into, path.posix.basename(name))
        }
        return { ended, left: (name) => asking(api, null, () => collected(name)), kill }
      } catch (error) {
        await removed()
        if (signal.aborted || error instanceof RunProblem || error instanceof LeaseLost) throw error
        throw new RunProblem(`The container could not be started: ${reasonOf(error)}`, { cause: error })
      }
    },

    list: async () => {
      const api = await docker()
      const filters = { label: [`${INSTALLATION}=${installation}`] }
      const all = await asking(api, null, () => api.listContainers({ all: true, filters }))
      return all.flatMap(({ Labels }) => Labels[ATTEMPT] ?? [])
    },
    remove: async (lease) => {
      const api = await docker()
      const filters = { label: [`${INSTALLATION}=${installation}`, `${ATTEMPT}=${lease}`] }
      await asking(api, null, async () => {
        for (const { Id } of await api.listContainers({ all: true, filters }))
          await api
            .getContainer(Id)
            .remove({ force: true, v: true })
            .catch(() => undefined)
      })
    },
  }
}

const answers = (api: Docker, withinMs: number): Promise<boolean> =>
  settled(api.ping(), AbortSignal.timeout(withinMs)).then(
    () => true,
    () => false,
  )

/** Settles like the promise, or rejects with the signal's reason if that aborts before. */
const settled = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason as Error)
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })

const makePresent = async (
  api: Docker,
  image: string,
  addLine: (line: string) => void,
  signal: AbortSignal,
): Promise<void> => {
  const isThere = await api
    .getImage(image)
    .inspect()
    .then(
      () => true,
      (error: unknown) => {
        if (statusOf(error) === 404) return false
        throw new RunProblem(`The image ${image} could not be looked for: ${reasonOf(error)}`, { cause: error })
      },
    )
  if (isThere) return
  addLine(`Pulling the image ${image}`)
  const named = /[:@]/.test(image.slice(image.lastIndexOf('/') + 1)) ? image : `${image}:latest`
  try {
    const stream = await api.pull(named, { abortSignal: signal })
    await new Promise<void>((resolve, reject) => {
      api.modem.followProgress(stream, (error, steps: { error?: string }[] | null) => {
        // Podman reports the error in a step and ends without one.
        const said = steps?.findLast((step) => step.error !== undefined)?.error
        if (error) reject(error)
        else if (said === undefined) resolve()
        else reject(new Error(said))
      })
    })
  } catch (error) {
    signal.throwIfAborted()
    throw new RunProblem(`The image ${image} could not be pulled: ${reasonOf(error)}`, { cause: error })
  }
}
