import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import type Docker from 'dockerode'
import { isLoopback, type Config } from '../../config.ts'
import { createContainerDriver } from './container-driver.ts'
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
}

/** Returns the drivers of this machine, the preferred one first. */
export const createDrivers = (parts: Parts): Driver[] => {
  const installation = createHash('sha256').update(parts.installation).digest('hex').slice(0, 16)
  const { network, serverUrl } = parts
  const isEnabled = parts.LAUNCHER_PROCESSES === 'true'
  return [
    createKubernetesDriver({
      namespace: parts.LAUNCHER_KUBERNETES_NAMESPACE ?? null,
      configFile: parts.LAUNCHER_KUBERNETES_CONFIG ?? null,
      helperImage: parts.LAUNCHER_KUBERNETES_IMAGE,
      installation,
      serverUrl: serverUrl.container,
    }),
    createContainerDriver({ connect: connecting(parts), installation, network, serverUrl: serverUrl.container }),
    createProcessDriver({ isEnabled, installation, serverUrl: serverUrl.process }),
  ]
}

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
    if (JSON.stringify(known?.address) !== JSON.stringify(address))
      known = { address, docker: import('dockerode').then(({ default: Client }) => new Client(address)) }
    return known?.docker ?? null
  }
}

const found = (): DockerAddress | null => {
  const runtime = process.env['XDG_RUNTIME_DIR']
  const places = ['/var/run/docker.sock', '/run/podman/podman.sock']
  if (runtime !== undefined) places.push(`${runtime}/podman/podman.sock`)
  const socketPath = places.find((place) => existsSync(place))
  return socketPath === undefined ? null : { socketPath }
}
