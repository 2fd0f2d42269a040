import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '../..')
const version = readFileSync(path.join(root, '.node-version'), 'utf8').trim()
const name = `node-${process.platform}-${process.arch}`

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'assay-node-'))
  for (const file of ['scripts', '.node-version', 'package.json'])
    cpSync(path.join(root, file), path.join(folder, file), { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** `npm start` on a Node that cannot run TypeScript, as older ones. */
const startOnOldNode = (registry: string): Promise<{ code: number; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    const env = {
      PATH: process.env.PATH,
      npm_config_registry: registry,
      npm_config_cache: path.join(folder, 'npm-cache'),
      npm_config_update_notifier: 'false',
    }
    const args = ['--no-experimental-strip-types', 'scripts/run.mjs', 'start', '--help']
    execFile(process.execPath, args, { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
  })

/** A registry whose only package is a Node that prints the arguments it is started with. */
const serveRegistry = async (): Promise<{ server: Server; url: string }> => {
  const programs = path.join(folder, 'packed/package/bin')
  mkdirSync(programs, { recursive: true })
  writeFileSync(path.join(programs, 'node'), '#!/bin/sh\necho "started with $*"\n', { mode: 0o755 })
  writeFileSync(path.join(programs, '../package.json'), JSON.stringify({ name, version }))
  const archive = gzipSync(await buffer(pack(path.join(folder, 'packed'))))
  const server = createServer(({ url, headers }, response) => {
    if (url === '/archive.tgz') return response.end(archive)
    const dist = { tarball: `http://${headers.host}/archive.tgz` }
    response.writeHead(url === `/${name}` ? 200 : 404)
    return response.end(JSON.stringify({ name, versions: { [version]: { name, version, dist } } }))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

// The Node of this registry is a shell script, which Windows cannot run.
describe.skipIf(process.platform === 'win32')('the start on a Node that is too old', () => {
  test('installs a newer Node once and continues on it', async () => {
    const { server, url } = await serveRegistry()
    const first = await startOnOldNode(url)
    server.close()
    const started = `started with ${path.join(folder, 'scripts/run.mjs')} start --help\n`
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout).toMatch(/^Installing Node\.js .*\n/)
    expect(first.stdout.split('\n').slice(1).join('\n')).toBe(started)

    expect(await startOnOldNode(url)).toEqual({ code: 0, stdout: started, stderr: '' })
  })

  test('names the Node to install if the registry cannot be reached', async () => {
    const { code, stderr } = await startOnOldNode('http://127.0.0.1:9')
    expect(code).toBe(1)
    expect(stderr).toBe(
      `Assay needs Node.js 22.18 or newer, and this is ${process.version}: install one from https://nodejs.org, ` +
        `because npm's registry cannot be reached or has none for this machine.\n`,
    )
    expect(readdirSync(path.join(folder, '.cache')).filter((entry) => entry.startsWith('node-'))).toEqual([])
  })
})
