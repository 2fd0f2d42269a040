import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { V1Container, V1ContainerStatus, V1Job, V1Pod } from '@kubernetes/client-node'
import { WebSocketServer, type WebSocket } from 'ws'

/**
 * Speaks the API of a Kubernetes cluster as its OpenAPI document describes it, for Jobs, pods, logs and exec in one namespace, and runs what
 * pods say as processes of this machine. Volumes are folders: paths of mounts are replaced in commands. There is no isolation.
 */
export interface TestCluster {
  /** A kubeconfig for this server. */
  configFile: string
  namespace: string
  jobs(): V1Job[]
  pods(): V1Pod[]
  /** As if a user had created it. */
  create(job: V1Job): void
  /** Closes the connections that follow logs. */
  cutLogs(): void
  /** Number of requests for logs. */
  logsAsked(): number
  close(): Promise<void>
}

/** Images with special behaviour; every other one runs. */
export const IMAGES = {
  missing: 'registry.test/missing:1',
  tooLarge: 'registry.test/too-large:1',
  forbidden: 'registry.test/forbidden:1',
}

interface Container {
  spec: V1Container
  child: ChildProcess | null
  lines: { time: string; text: string }[]
  followers: Set<ServerResponse>
  status: V1ContainerStatus
}
interface Pod {
  name: string
  job: string | null
  labels: Record<string, string>
  folder: string
  containers: Container[]
  isUnschedulable: boolean
}

const NAMESPACE = 'tests'
const TOKEN = 'cluster-token'

export const startKubernetes = async (): Promise<TestCluster> => {
  const home = mkdtempSync(path.join(tmpdir(), 'assay-cluster-'))
  const jobs = new Map<string, V1Job>()
  const pods = new Map<string, Pod>()
  let logsAsked = 0
  let ticks = 0n
  /** Later than every time before, with nanoseconds. */
  const now = (): string => {
    ticks += 1n
    return new Date().toISOString().replace('Z', `${String(ticks % 1_000_000n).padStart(6, '0')}Z`)
  }

  const spawned = (pod: Pod, command: readonly string[]): ChildProcess => {
    const [program = '', ...args] = command.map((part) => inFolder(pod, part))
    // A container has its own processes; here the command would affect all of this machine.
    if (command.some((part) => /\bkill\b/.test(part))) throw new Error('processes are not killed by commands')
    return spawn(program, args, {
      cwd: pod.folder,
      env: { PATH: process.env['PATH'] },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    })
  }
  const runContainer = (pod: Pod, container: Container): void => {
    const child = spawned(pod, container.spec.command ?? [])
    container.child = child
    container.status.state = { running: { startedAt: new Date() } }
    let rest = ''
    const keep = (line: string): void => {
      const one = { time: now(), text: line }
      container.lines.push(one)
      for (const follower of container.followers) follower.write(`${one.time} ${one.text}\n`)
    }
    const onOutput = (chunk: Buffer): void => {
      const lines = (rest + chunk.toString()).split('\n')
      rest = lines.pop() ?? ''
      lines.forEach(keep)
    }
    child.stdout?.on('data', onOutput)
    child.stderr?.on('data', onOutput)
    child.once('close', (exitCode) => {
      if (rest !== '') keep(rest)
      endProcesses(child)
      container.status.state = {
        terminated: { exitCode: exitCode ?? 137, reason: exitCode === 0 ? 'Completed' : 'Error' },
      }
      for (const follower of container.followers) follower.end()
    })
  }
  const createPod = (job: V1Job): void => {
    const { metadata, spec } = job.spec?.template ?? {}
    const name = `${job.metadata?.name}-${randomUUID().slice(0, 5)}`
    const folder = path.join(home, name)
    mkdirSync(folder)
    for (const { mountPath } of spec?.containers.flatMap(({ volumeMounts = [] }) => volumeMounts) ?? [])
      mkdirSync(path.join(folder, mountPath), { recursive: true })
    const containers = (spec?.containers ?? []).map((one): Container => {
      const status = { name: one.name, image: one.image ?? '', imageID: '', ready: false, restartCount: 0 }
      return { spec: one, child: null, lines: [], followers: new Set(), status }
    })
    const isUnschedulable = containers.some(({ spec: { image } }) => image === IMAGES.tooLarge)
    const pod = {
      name,
      job: job.metadata?.name ?? null,
      labels: metadata?.labels ?? {},
      folder,
      containers,
      isUnschedulable,
    }
    pods.set(name, pod)
    for (const container of containers)
      if (container.spec.image === IMAGES.missing)
        container.status.state = { waiting: { reason: 'ErrImagePull', message: 'manifest unknown' } }
      else if (isUnschedulable) container.status.state = { waiting: { reason: 'Pending' } }
      else runContainer(pod, container)
  }
  const create = (job: V1Job): void => {
    jobs.set(job.metadata?.name ?? '', Object.assign(job, { status: { active: 1 } }))
    createPod(job)
  }
  const removePod = (pod: Pod): void => {
    pods.delete(pod.name)
    for (const { child, followers } of pod.containers) {
      if (child !== null) endProcesses(child)
      for (const follower of followers) follower.end()
    }
    rmSync(pod.folder, { recursive: true, force: true, maxRetries: 3 })
  }
  const described = (pod: Pod): V1Pod => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: pod.name, namespace: NAMESPACE, labels: pod.labels },
    status: {
      phase: pod.isUnschedulable ? 'Pending' : 'Running',
      conditions: pod.isUnschedulable
        ? [
            {
              type: 'PodScheduled',
              status: 'False',
              reason: 'Unschedulable',
              message: '0/3 nodes are available: 3 Insufficient memory',
            },
          ]
        : [],
      containerStatuses: pod.containers.map(({ status }) => status),
    },
  })

  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => answer(request, response, Buffer.concat(parts).toString()))
  })
  const answer = (request: IncomingMessage, response: ServerResponse, body: string): void => {
    const url = new URL(request.url ?? '/', 'http://cluster')
    const respond = (status: number, value: unknown): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    const refuse = (code: number, message: string): void =>
      respond(code, { kind: 'Status', apiVersion: 'v1', status: 'Failure', message, code })
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return refuse(401, 'Unauthorized')
    const [, kind = '', name = '', sub = ''] =
      new RegExp(`^/(?:apis/batch/v1|api/v1)/namespaces/${NAMESPACE}/(jobs|pods)(?:/([^/]+))?(?:/(log))?$`).exec(
        url.pathname,
      ) ?? []
    const isChosen = labelsOf(url.searchParams.get('labelSelector'))
    if (kind === 'jobs' && request.method === 'POST') {
      const job = JSON.parse(body) as V1Job
      if (job.spec?.template.spec?.containers.some(({ image }) => image === IMAGES.forbidden))
        return refuse(403, 'jobs.batch is forbidden: exceeded quota: compute')
      create(job)
      return respond(201, jobs.get(job.metadata?.name ?? ''))
    }
    if (kind === 'jobs' && request.method === 'DELETE') {
      if (!jobs.delete(name)) return refuse(404, `jobs.batch "${name}" not found`)
      const policy =
        url.searchParams.get('propagationPolicy') ??
        (body === '' ? null : (JSON.parse(body) as { propagationPolicy?: string }).propagationPolicy)
      // Without one, pods of a Job are left behind.
      if (policy === 'Background' || policy === 'Foreground')
        for (const pod of pods.values()) if (pod.job === name) removePod(pod)
      return respond(200, { kind: 'Status', status: 'Success' })
    }
    if (kind === 'jobs')
      return respond(200, {
        kind: 'JobList',
        apiVersion: 'batch/v1',
        metadata: {},
        items: [...jobs.values()].filter(({ metadata }) => isChosen(metadata?.labels)),
      })
    if (kind !== 'pods') return refuse(404, 'the server could not find the requested resource')
    if (name === '')
      return respond(200, {
        kind: 'PodList',
        apiVersion: 'v1',
        metadata: {},
        items: [...pods.values()].filter(({ labels }) => isChosen(labels)).map(described),
      })
    const pod = pods.get(name)
    if (pod === undefined) return refuse(404, `pods "${name}" not found`)
    if (sub === '') return respond(200, described(pod))
    const container = pod.containers.find(({ spec }) => spec.name === url.searchParams.get('container'))
    if (container === undefined) return refuse(400, 'container is not valid')
    logsAsked += 1
    response.writeHead(200, { 'content-type': 'text/plain' })
    const since = url.searchParams.get('sinceTime') ?? ''
    for (const { time, text } of container.lines)
      if (time.slice(0, 19) >= since.slice(0, 19)) response.write(`${time} ${text}\n`)
    if (container.status.state?.terminated) return void response.end()
    container.followers.add(response)
    response.once('close', () => container.followers.delete(response))
  }

  // The older protocol, which cannot say that there is no more input.
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => 'v4.channel.k8s.io' })
  server.on('upgrade', (request, socket, head) => {
    const url = new URL(request.url ?? '/', 'http://cluster')
    const pod = pods.get(/\/pods\/([^/]+)\/exec$/.exec(url.pathname)?.[1] ?? '')
    if (request.headers.authorization !== `Bearer ${TOKEN}` || pod === undefined) return socket.destroy()
    sockets.handleUpgrade(request, socket, head, (opened) =>
      exec(opened, pod, String(url.searchParams.get('container')), url.searchParams.getAll('command')),
    )
  })
  const exec = (socket: WebSocket, pod: Pod, name: string, command: readonly string[]): void => {
    const send = (channel: number, chunk: Buffer): void => socket.send(Buffer.concat([Buffer.from([channel]), chunk]))
    const end = (exitCode: number): void => {
      const status =
        exitCode === 0
          ? { status: 'Success' }
          : { status: 'Failure', message: `command terminated with non-zero exit code: ${exitCode}` }
      send(3, Buffer.from(JSON.stringify(status)))
      socket.close()
    }
    if (command.at(-1) === 'kill -9 -1') {
      const child = pod.containers.find(({ spec }) => spec.name === name)?.child
      if (child != null) endProcesses(child)
      return end(0)
    }
    const child = spawned(pod, command)
    child.stdin?.on('error', () => undefined)
    socket.on('message', (data: Buffer) => {
      if (data[0] === 0) child.stdin?.write(data.subarray(1))
    })
    socket.once('close', () => endProcesses(child))
    child.stdout?.on('data', (chunk: Buffer) => send(1, chunk))
    child.stderr?.on('data', (chunk: Buffer) => send(2, chunk))
    child.once('close', (exitCode) => end(exitCode ?? 137))
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const configFile = path.join(home, 'kubeconfig')
  writeFileSync(
    configFile,
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'c', cluster: { server: `http://127.0.0.1:${port}`, 'insecure-skip-tls-verify': true } }],
      users: [{ name: 'u', user: { token: TOKEN } }],
      contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
      'current-context': 'x',
    }),
  )
  return {
    configFile,
    namespace: NAMESPACE,
    jobs: () => [...jobs.values()],
    pods: () => [...pods.values()].map(described),
    create,
    cutLogs: () => {
      for (const { containers } of pods.values())
        for (const { followers } of containers) for (const follower of followers) follower.destroy()
    },
    logsAsked: () => logsAsked,
    close: async () => {
      for (const pod of pods.values()) removePod(pod)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(home, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

/** Mounts are folders of the pod. All are replaced in one pass, because the folder's own path may contain their names. */
const inFolder = (pod: Pod, text: string): string => {
  const places = new Set(
    pod.containers.flatMap(({ spec }) => spec.volumeMounts?.map(({ mountPath }) => mountPath) ?? []),
  )
  if (places.size === 0) return text
  return text.replace(new RegExp([...places].join('|'), 'g'), (place) => path.join(pod.folder, place))
}

const labelsOf = (selector: string | null) => {
  const requestedValues = (selector ?? '')
    .split(',')
    .flatMap((one) => (one === '' ? [] : [one.split('=') as [string, string]]))
  return (labels: Record<string, string> | undefined): boolean =>
    requestedValues.every(([name, value]) => labels?.[name] === value)
}

const endProcesses = ({ pid }: ChildProcess): void => {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // They have ended.
  }
}
