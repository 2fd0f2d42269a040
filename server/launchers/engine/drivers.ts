import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import http, { type Server } from 'node:http'
import https from 'node:https'
import type Docker from 'dockerode'
import { isLoopback, type Config } from '../../config.ts'
import { contained } from '../../contained.ts'
import { createContainerDriver, type Patience } from './container-driver.ts'
import { parseDockerHost, type DockerAddress } from './docker-host.ts'
import type { Driver } from './driver.ts'
import { createKubernetesDriver } from './kubernetes/kubernetes-driver.ts'
import { createProcessDriver } from './process-driver.ts'

type Configured =
  | 'DOCKER_HOST'
  | 'LAUNCHER_PROCESSES'
  | 'LAUNCHER_KUBERNETES_NAMESPACE'
  | 'LAUNCHER_KUBERNETES_CONFIG'
  | 'LAUNCHER_KUBERNETES_IMAGE'

interface Parts extends Pick<Config, Configured> {
  /** Label of everything started by this installation. */
  installation: string
  /** `NetworkMode` of containers. */
  network: () => string
  /** URLs of the server as seen from containers and from processes. */
  serverUrl: { container: () => string; process: () => string }
  /** With a container service; by default half a minute. */
  patience?: Patience
}

/** Returns the drivers of this machine, the preferred one first. */
export const createDrivers = (parts: Parts): Driver[] => {
  const installation = createHash('sha256').update(parts.installation).digest('hex').slice(0, 16)
  const { network, serverUrl, patience } = parts
  const isEnabled = parts.LAUNCHER_PROCESSES === 'true'
  return [
    createKubernetesDriver({
      namespace: parts.LAUNCHER_KUBERNETES_NAMESPACE ?? null,
      configFile: parts.LAUNCHER_KUBERNETES_CONFIG ?? null,
      helperImage: parts.LAUNCHER_KUBERNETES_IMAGE,
      installation,
      serverUrl: serverUrl.container,
    }),
    createContainerDriver({
      connect: connecting(parts),
      installation,
      network,
      serverUrl: serverUrl.container,
      patience,
    }),
    createProcessDriver({ isEnabled, installation, serverUrl: serverUrl.process }),
  ].map(withContainedErrors)
}

/** Containers and clusters are reached through clients that are not ours. */
const withContainedErrors = (driver: Driver): Driver => ({
  ...driver,
  isAvailable: () => contained(() => driver.isAvailable()),
  start: (order, signal) => contained(() => driver.start(order, signal)),
  list: () => contained(() => driver.list()),
  remove: (lease) => contained(() => driver.remove(lease)),
})

type Addressed = Pick<Config, 'HOST' | 'PORT' | 'PUBLIC_URL' | 'LAUNCHER_NETWORK' | 'LAUNCHER_SERVER_URL'>

/** Returns how runs on the server's own machine reach it. `server` knows its port only after it listens. */
export const addressesOf = (
  config: Addressed,
  server: Pick<Server, 'address'>,
): Pick<Parts, 'network' | 'serverUrl'> => {
  const here = (): string => {
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : config.PORT
    return `http://${config.HOST === '::1' ? '[::1]' : '127.0.0.1'}:${port}`
  }
  const isPrivate = isLoopback(config.HOST) && isLoopback(new URL(config.PUBLIC_URL).hostname)
  return {
    network: () =>
      config.LAUNCHER_NETWORK ?? (isPrivate && config.LAUNCHER_SERVER_URL === undefined ? 'host' : 'bridge'),
    serverUrl: {
      container: () => config.LAUNCHER_SERVER_URL ?? (isPrivate ? here() : config.PUBLIC_URL),
      process: here,
    },
  }
}

/** Connects lazily: finds a container service that is started later. */
const connecting = ({ DOCKER_HOST }: Pick<Config, 'DOCKER_HOST'>): (() => Promise<Docker | null>) => {
  let known: { address: DockerAddress; docker: Promise<Docker> } | null = null
  return async () => {
    const address = DOCKER_HOST === undefined ? found() : (parseDockerHost(DOCKER_HOST) ?? null)
    if (address === null) return null
    if (JSON.stringify(known?.address) !== JSON.stringify(address)) known = { address, docker: openDocker(address) }
    return known?.docker ?? null
  }
}

/** Without docker-modem's redirects: it would follow them to any host, and one without a host ends the process. */
const openDocker = async (address: DockerAddress): Promise<Docker> => {
  const [{ default: Client }, { default: protocols }] = await Promise.all([
    import('dockerode'),
    import('docker-modem/lib/http.js'),
  ])
  Object.assign(protocols, { http, https })
  return new Client(address)
}

const found = (): DockerAddress | null => {
  const runtime = process.env['XDG_RUNTIME_DIR']
  const places = ['/var/run/docker.sock', '/run/podman/podman.sock']
  if (runtime !== undefined) places.push(`${runtime}/podman/podman.sock`)
  const socketPath = places.find((place) => existsSync(place))
  return socketPath === undefined ? null : { socketPath }
}
