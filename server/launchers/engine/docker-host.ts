/** Address of the Docker Engine API. */
export type DockerAddress = { socketPath: string } | { protocol: 'http' | 'https'; host: string; port: number }

/** Parses an address. Null for `none`, undefined for an invalid address. */
export const parseDockerHost = (text: string): DockerAddress | null | undefined => {
  if (text === 'none') return null
  const socket = /^unix:\/\/(\/.+)$/.exec(text)?.[1]
  if (socket !== undefined) return { socketPath: socket }
  const address = text.replace(/^tcp:/, 'http:')
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  if (!/^https?:$/.test(url.protocol) || url.hostname === '') return undefined
  const protocol = url.protocol === 'https:' ? 'https' : 'http'
  return { protocol, host: url.hostname, port: Number(url.port) || (protocol === 'https' ? 2376 : 2375) }
}
