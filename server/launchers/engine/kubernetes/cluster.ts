/** Client of one namespace of a Kubernetes cluster: Jobs, pods, their logs, and commands in containers. */
import { once } from 'node:events'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps, type RequestOptions } from 'node:https'
import { PassThrough, Writable, type Readable } from 'node:stream'
import type { KubeConfig, V1Job, V1Pod, V1Status } from '@kubernetes/client-node'
import { sleep } from '../sleep.ts'
import { LABELS } from './job-spec.ts'

export interface ClusterParts {
  namespace: string
  /** Path of a kubeconfig; null: uses the service account of the pod of this process. */
  configFile: string | null
}

export interface Cluster {
  isReachable(): Promise<boolean>
  createJob(job: V1Job): Promise<void>
  /** Jobs of one installation. */
  listJobs(installation: string): Promise<V1Job[]>
  /** Also deletes its pods. Does nothing when there is no such Job. */
  deleteJob(name: string): Promise<void>
  /** Pod of one attempt; null when there is none. */
  podOf(lease: string): Promise<V1Pod | null>
  readPod(name: string): Promise<V1Pod | null>
  /** Streams the output of a container from `since` on, until the container or the connection ends. Each line begins with its timestamp. */
  followLog(at: ContainerPlace, since: string | null, signal: AbortSignal): Promise<Readable>
  /** Runs a command in a container. Rejects when its exit code is not 0. */
  exec(at: ContainerPlace, command: string[], streams?: ExecStreams): Promise<void>
}

export interface ContainerPlace {
  pod: string
  container: string
}

interface ExecStreams {
  /** Not closed at its end: the command has to know its length, because older clusters cannot signal the end of the input. */
  stdin?: Readable
  stdout?: Writable
  signal?: AbortSignal
}

/** Failure of a command in a container. */
export class ExecFailure extends Error {}

/** Limit of unsent bytes; sending pauses above it (back-pressure). */
const IN_FLIGHT_BYTES = 4 * 1024 ** 2
const SOON_MS = 5
const REACHED_MS = 3000
const STDERR_CHARACTERS = 2000

/** Returns the cluster's message about a failed call. */
export const reasonOf = (error: unknown): string => {
  const { body, message } = error as { body?: unknown; message?: string }
  const said = typeof body === 'string' ? messageIn(body) : (body as { message?: string } | undefined)?.message
  return said ?? message ?? String(error)
}

const messageIn = (body: string): string | undefined => {
  try {
    return (JSON.parse(body) as { message?: string }).message
  } catch {
    return undefined
  }
}

export const codeOf = (error: unknown): number | undefined => (error as { code?: number }).code

const ignoring404 = (error: unknown): null => {
  if (codeOf(error) === 404) return null
  throw error
}

/** Loads the client library and the configuration. Throws when there is none. */
export const openCluster = async ({ namespace, configFile }: ClusterParts): Promise<Cluster> => {
  const { KubeConfig, BatchV1Api, CoreV1Api, Exec } = await import('@kubernetes/client-node')
  const { WebSocketHandler } = await import('@kubernetes/client-node/dist/web-socket-handler.js')
  const config = new KubeConfig()
  if (configFile === null) config.loadFromCluster()
  else config.loadFromFile(configFile)
  const batch = config.makeApiClient(BatchV1Api)
  const core = config.makeApiClient(CoreV1Api)
  // The default handler would let a message of the cluster close the output of this process.
  const aside = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() }
  const commands = new Exec(config, new WebSocketHandler(config, undefined, aside))

  return {
    isReachable: async () => {
      const requested = batch.listNamespacedJob({ namespace, limit: 1 }).then(
        () => true,
        () => false,
      )
      return Promise.race([requested, sleep(REACHED_MS).then(() => false)])
    },
    createJob: async (body) => void (await batch.createNamespacedJob({ namespace, body })),
    listJobs: async (installation) => {
      const labelSelector = `${LABELS.installation}=${installation}`
      return (await batch.listNamespacedJob({ namespace, labelSelector })).items
    },
    // Without a propagation policy, the pods would not be deleted.
    deleteJob: async (name) =>
      void (await batch.deleteNamespacedJob({ namespace, name, propagationPolicy: 'Background' }).catch(ignoring404)),
    podOf: async (lease) => {
      const labelSelector = `${LABELS.attempt}=${lease}`
      return (await core.listNamespacedPod({ namespace, labelSelector })).items[0] ?? null
    },
    readPod: (name) => core.readNamespacedPod({ namespace, name }).catch(ignoring404),

    followLog: async ({ pod, container }, since, signal) => {
      const query = new URLSearchParams({ container, follow: 'true', timestamps: 'true' })
      if (since !== null) query.set('sinceTime', since)
      const response = await get(config, `/api/v1/namespaces/${namespace}/pods/${pod}/log?${query.toString()}`, signal)
      if (response.statusCode === 200) return response
      response.resume()
      throw new Error(`The cluster does not give the output: it answered with status ${response.statusCode}`)
    },

    exec: async ({ pod, container }, command, { stdin, stdout, signal } = {}) => {
      const output = stdout ?? nowhere()
      let stderr = ''
      const errors = new Writable({
        write: (chunk: Buffer, _encoding, done) => {
          if (stderr.length < STDERR_CHARACTERS) stderr += chunk.toString()
          done()
        },
      })
      const input = stdin === undefined ? null : new PassThrough()
      let settle = (_: V1Status): void => undefined
      const status = new Promise<V1Status>((resolve) => (settle = resolve))
      const socket = await commands
        .exec(namespace, pod, container, command, output, errors, input, false, settle)
        .catch((error: unknown) => {
          // A failed connection rejects with a socket event instead of an error.
          throw new Error(`The cluster does not let commands in: ${reasonOf(error)}`)
        })
      const closed = new Promise<never>((_, reject) => {
        const end = () =>
          reject(signal?.aborted ? (signal.reason as Error) : new Error('The connection to the cluster was lost'))
        // The result of the command arrives right before the close event: let it be handled first.
        socket.once('close', () => setImmediate(end))
        socket.once('error', end)
        signal?.addEventListener('abort', () => socket.terminate(), { once: true })
      })
      closed.catch(() => undefined)
      const pumped = stdin === undefined || input === null ? Promise.resolve() : pump(stdin, input, socket)
      try {
        const ended = await Promise.race([status, closed, pumped.then(() => Promise.race([status, closed]))])
        if (ended.status !== 'Success') throw new ExecFailure(stderr.trim() || (ended.message ?? 'It has failed'))
        if (stdout !== undefined && !stdout.writableFinished) await once(stdout, 'finish')
      } finally {
        stdin?.destroy()
        socket.terminate()
      }
    },
  }
}

/** Copies a stream and pauses while the socket's buffer is full (back-pressure). */
const pump = async (from: Readable, to: PassThrough, socket: { bufferedAmount: number }): Promise<void> => {
  for await (const chunk of from as AsyncIterable<Buffer>) {
    to.write(chunk)
    while (socket.bufferedAmount > IN_FLIGHT_BYTES) await sleep(SOON_MS)
  }
}

const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() })

const get = async (config: KubeConfig, path: string, signal: AbortSignal): Promise<IncomingMessage> => {
  const server = config.getCurrentCluster()?.server
  if (server === undefined) throw new Error('The configuration of Kubernetes names no cluster')
  const options: RequestOptions = { signal }
  await config.applyToHTTPSOptions(options)
  const asking = server.startsWith('https:') ? requestHttps : requestHttp
  const request = asking(server + path, options).end()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return response
}
