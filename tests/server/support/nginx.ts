import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from './free-port.ts'

/** nginx as `deploy/nginx.conf` configures it, with plain HTTP on a free port of the loopback. */
export interface TestNginx {
  url: string
  /** Ends it without waiting for requests. */
  stop(): Promise<void>
  /** Listens again, on the same port. */
  start(): Promise<void>
  /** Addresses of the servers that were asked, one for each attempt, in the order of the answers. */
  upstreams(): string[]
  remove(): Promise<void>
}

/** Returns the program of nginx; null if it is not installed. */
export const findNginx = (): string | null => {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, 'nginx')).find((file) => existsSync(file)) ?? null
}

/** `nodes`: addresses of the servers, as `http://127.0.0.1:4401`. */
export const startNginx = async (program: string, nodes: readonly string[]): Promise<TestNginx> => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-nginx-'))
  const port = await freePort()
  const log = join(folder, 'access.log')
  writeFileSync(join(folder, 'nginx.conf'), configuration(nodes, port))
  let running: { child: ChildProcess; ended: Promise<unknown> } | null = null

  const start = async (): Promise<void> => {
    const child = spawn(program, ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log', '-g', 'daemon off;'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (text: Buffer) => (said += text.toString()))
    running = { child, ended: once(child, 'close') }
    for (;;) {
      if (child.exitCode !== null) throw new Error(`nginx did not start: ${said}`)
      const isListening = await fetch(`http://127.0.0.1:${port}/api/health/live`).then(
        () => true,
        () => false,
      )
      if (isListening) return
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const stop = async (): Promise<void> => {
    running?.child.kill('SIGTERM')
    await running?.ended
    running = null
  }
  await start()
  return {
    url: `http://127.0.0.1:${port}`,
    start,
    stop,
    upstreams: () =>
      readFileSync(log, 'utf8')
        .split(/[\n, ]+/)
        .filter((address) => address.includes(':')),
    remove: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The configuration that administrators copy, with the addresses of the test, inside what Debian's nginx.conf has around it. */
const configuration = (nodes: readonly string[], port: number): string => {
  const site = readFileSync(join(import.meta.dirname, '../../../deploy/nginx.conf'), 'utf8')
  const servers = /(?: {2}server 10\.0\.0\.\d+:4400 (?<rest>.*);\n)+/g
  const replaced = site
    .replaceAll(servers, (_, rest: string) => nodes.map((url) => `  server ${new URL(url).host} ${rest};\n`).join(''))
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replaceAll(/ {2}ssl_certificate.*\n/g, '')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`)
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  return `${user}
pid nginx.pid;
worker_processes 1;
events { worker_connections 1024; }
http {
log_format upstreams '$upstream_addr';
access_log access.log upstreams;
${temporary.join('\n')}
${replaced}
}
`
}
