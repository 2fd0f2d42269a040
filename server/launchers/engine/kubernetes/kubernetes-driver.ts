/** Runs launches as Jobs of a Kubernetes cluster. */
import { once } from 'node:events'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { LeaseLost } from '../../workers/dispatch.ts'
import { RunProblem } from '../../workers/problems.ts'
import { boundedBytes, folderWithin } from '../artifacts.ts'
import type { Driver, RunOrder } from '../driver.ts'
import { readableByAll } from '../owned.ts'
import { sleep } from '../sleep.ts'
import { codeOf, ExecFailure, openCluster, reasonOf, type Cluster, type ContainerPlace } from './cluster.ts'
import { CONTAINERS, environmentFile, isVariable, jobName, jobOf, LABELS, PLACES } from './job-spec.ts'
import { createLogReader } from './log-lines.ts'
import { stateOf, type PodState } from './pod-state.ts'

interface Parts {
  /** Null when no cluster is configured. */
  namespace: string | null
  configFile: string | null
  helperImage: string
  installation: string
  serverUrl: () => string
}

const ASKED_EVERY_MS = 5000
const LOOK_EVERY_MS = 500
/** Limit of the wait for a pod: quotas and admission rules reject pods without an error for the creator of the Job. */
const NO_POD_MS = 60_000
const NO_PLACE_MS = 15 * 60_000
/** Limit of the wait for a killed command; the Job is deleted afterwards. */
const KILLED_MS = 10_000
const LAST_LINES_MS = 10_000

export const createKubernetesDriver = (parts: Parts): Driver => {
  const { namespace, configFile, helperImage, installation, serverUrl } = parts
  let opened: Promise<Cluster> | null = null
  let requested: { at: number; answer: Promise<boolean> } | null = null
  const cluster = async (): Promise<Cluster> => {
    if (namespace === null) throw new RunProblem('No cluster is configured')
    opened ??= openCluster({ namespace, configFile })
    try {
      return await opened
    } catch (error) {
      // Retries with the current configuration after it is corrected.
      opened = null
      throw error
    }
  }
  const ping = async (): Promise<boolean> => {
    try {
      return await (await cluster()).isReachable()
    } catch {
      return false
    }
  }

  return {
    name: 'kubernetes',
    isAvailable: () => {
      if (namespace === null) return Promise.resolve(false)
      if (requested === null || Date.now() - requested.at > ASKED_EVERY_MS)
        requested = { at: Date.now(), answer: ping() }
      return requested.answer
    },
    serverUrl,

    start: async (order, signal) => {
      for (const name of Object.keys(order.environment))
        if (!isVariable(name)) throw new RunProblem(`${name} cannot be the name of a variable in Kubernetes`)
      const api = await cluster()
      const remove = () => api.deleteJob(jobName(order.lease)).catch(() => undefined)
      await api.createJob(jobOf(order, { installation, helperImage })).catch((error: unknown) => {
        throw new RunProblem(`The cluster does not take it: ${reasonOf(error)}`, { cause: error })
      })
      try {
        const pod = await readyPod(api, order, signal)
        const files: ContainerPlace = { pod, container: CONTAINERS.files }
        const run: ContainerPlace = { pod, container: CONTAINERS.run }
        await bringIn(api, files, order, signal)
        await order.begin()
        signal.throwIfAborted()
        const over = new AbortController()
        const printed = follow(api, run, order.onOutput, over.signal)
        await api.exec(files, ['/bin/sh', '-c', `echo > ${PLACES.control}/go`], { signal })
        const ended = untilEnd(api, pod, printed.interrupted).then(async ({ exitCode, note }) => {
          over.abort()
          await printed.done
          return { exitCode, note }
        })
        return {
          ended,
          left: (folder) => bringOut(api, files, order.folder, folder),
          kill: async () => {
            const given = new AbortController()
            await api.exec(run, ['/bin/sh', '-c', 'kill -9 -1']).catch(() => undefined)
            const late = sleep(KILLED_MS, given.signal).then(() => (given.signal.aborted ? undefined : remove()))
            await Promise.race([ended.then(() => given.abort()), late])
          },
        }
      } catch (error) {
        await remove()
        if (signal.aborted || error instanceof RunProblem || error instanceof LeaseLost) throw error
        throw new RunProblem(`The cluster could not start it: ${reasonOf(error)}`, { cause: error })
      }
    },

    list: async () =>
      (await (await cluster()).listJobs(installation)).flatMap(
        ({ metadata }) => metadata?.labels?.[LABELS.attempt] ?? [],
      ),
    remove: async (lease) => (await cluster()).deleteJob(jobName(lease)),
  }
}

/** Resolves with the name of the pod once its containers run. Throws `RunProblem` when they will not start. */
const readyPod = async (api: Cluster, order: RunOrder, signal: AbortSignal): Promise<string> => {
  const began = Date.now()
  let shownReason: string | null = null
  for (;;) {
    signal.throwIfAborted()
    const pod = await api.podOf(order.lease)
    const waited = Date.now() - began
    if (pod === null && waited > NO_POD_MS)
      throw new RunProblem('The cluster has created no pod for it: a quota or a rule of the namespace may forbid it')
    const state: PodState = pod === null ? { kind: 'waiting', why: null } : stateOf(pod)
    if (state.kind === 'running') return pod?.metadata?.name ?? ''
    if (state.kind === 'failed') throw new RunProblem(state.problem)
    if (state.kind === 'ended') throw new RunProblem(state.note ?? 'The container ended before its command was started')
    if (state.why !== null && state.why !== shownReason) order.addLine(state.why)
    shownReason = state.why ?? shownReason
    if (state.why !== null && waited > NO_PLACE_MS) throw new RunProblem(state.why)
    await sleep(LOOK_EVERY_MS, signal)
  }
}

/**
 * Copies the repository's files, the variables and the command through the connection, so that neither a registry nor a Secret is needed.
 */
const bringIn = async (api: Cluster, files: ContainerPlace, order: RunOrder, signal: AbortSignal): Promise<void> => {
  const { pack } = await import('tar-fs')
  const tree = () => Readable.from(pack(path.join(order.folder, 'workspace'), { map: readableByAll }))
  let bytes = 0
  for await (const chunk of tree() as AsyncIterable<Buffer>) bytes += chunk.length
  // The command reads an exact number of bytes: not every cluster can signal the end of the input.
  const unpack = ['/bin/sh', '-c', `head -c ${bytes} | tar -xf - -C ${PLACES.workspace}`]
  await api.exec(files, unpack, { stdin: tree(), signal })
  for (const [name, content] of [
    ['environment', environmentFile(order.environment)],
    ['command', order.command],
  ] as const) {
    const body = Buffer.from(content)
    const stdin = new PassThrough()
    stdin.end(body)
    await api.exec(files, ['/bin/sh', '-c', `head -c ${body.length} > ${PLACES.control}/${name}`], { stdin, signal })
  }
}

/** Copies a folder of the workspace to this machine. */
const bringOut = async (api: Cluster, files: ContainerPlace, folder: string, name: string): Promise<string | null> => {
  const place = path.posix.join(PLACES.workspace, name)
  const isThere = await api.exec(files, ['test', '-d', place]).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ExecFailure) return false
      throw error
    },
  )
  if (!isThere) return null
  const into = path.join(folder, 'artifacts')
  const { extract } = await import('tar-fs')
  const archive = new PassThrough()
  const unpacked = pipeline(
    archive,
    boundedBytes(),
    extract(into, {
      dmode: 0o700,
      fmode: 0o600,
      ignore: (_, header) => header?.type !== 'file' && header?.type !== 'directory',
    }),
  )
  const copied = api.exec(files, ['tar', '-cf', '-', '-C', path.posix.dirname(place), path.posix.basename(place)], {
    stdout: archive,
  })
  await Promise.all([unpacked, copied])
  return folderWithin(into, path.posix.basename(name))
}

/** Forwards the output of the command, and reconnects after lost connections. */
const follow = (api: Cluster, run: ContainerPlace, onOutput: (chunk: Buffer) => void, over: AbortSignal) => {
  const reader = createLogReader(onOutput)
  /** Aborts a connection that stays open without output after the end. */
  const given = new AbortController()
  over.addEventListener('abort', () => setTimeout(() => given.abort(), LAST_LINES_MS).unref(), { once: true })
  /** Emits when a log connection ends, usually because the command has ended: the pod is then checked immediately. */
  const interrupted = new PassThrough()
  const readOnce = async (): Promise<void> => {
    const output = await api.followLog(run, reader.since(), given.signal)
    for await (const chunk of output as AsyncIterable<Buffer>) reader.read(chunk)
  }
  const read = async (): Promise<void> => {
    for (;;) {
      // After the end, the log is read once more for the output since the last connection.
      const isLast = over.aborted
      await readOnce().catch(() => undefined)
      if (isLast) return reader.end()
      interrupted.emit('interrupted')
      await sleep(LOOK_EVERY_MS, over)
    }
  }
  return { done: read(), interrupted }
}

const untilEnd = async (
  api: Cluster,
  pod: string,
  interrupted: PassThrough,
): Promise<{ exitCode: number | null; note: string | null }> => {
  for (;;) {
    // A cluster that temporarily does not respond has not lost the pod.
    const state = await api.readPod(pod).then(stateOf, (error: unknown): PodState => {
      if (codeOf(error) === 403)
        return { kind: 'ended', exitCode: null, note: `The cluster refuses: ${reasonOf(error)}` }
      return { kind: 'running' }
    })
    if (state.kind === 'ended') return state
    if (state.kind === 'failed') return { exitCode: null, note: state.problem }
    const wake = new AbortController()
    await Promise.race([
      once(interrupted, 'interrupted', { signal: wake.signal }).catch(() => undefined),
      sleep(2000, wake.signal),
    ])
    wake.abort()
  }
}
