import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, rmSync, statfsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { createConnection, createServer, type Socket } from 'node:net'
import path from 'node:path'
import type { Db } from '../database.ts'
import { copyWhileOpen } from './online-copy.ts'
import { createTemporaryFolder } from './temporary-folders.ts'

/** The process that uses a data folder cannot copy its database. */
export class CopyRefused extends Error {}

type Answer = { folder: string } | { problem: string }

/** Space that the copy leaves to the running database. */
const RESERVE_BYTES = 256 * 1024 * 1024

/** A socket of the data folder, or on Windows a pipe with a name that is derived from it. */
const addressOf = (dataDir: string): string =>
  process.platform === 'win32'
    ? `\\\\.\\pipe\\assay-${createHash('sha256').update(path.resolve(dataDir)).digest('hex')}`
    : path.join(dataDir, 'backup.sock')

/**
 * Copies the open database for processes of the same user: a connection requests a copy, and its end deletes it. One at a time. Rejects if
 * the file system has no sockets.
 */
export const serveCopies = async (dataDir: string, db: Db): Promise<{ stop: () => Promise<void> }> => {
  const address = addressOf(dataDir)
  const stopping = new AbortController()
  const sockets = new Set<Socket>()
  let copying: Promise<void> | null = null

  const serve = async (socket: Socket): Promise<void> => {
    const ended = new AbortController()
    socket.once('close', () => ended.abort())
    const answer = (given: Answer): void => void socket.write(`${JSON.stringify(given)}\n`)
    let copy: string | null = null
    try {
      const folder = path.join(dataDir, 'database')
      const needed = await bytesIn(folder)
      const { bavail, bsize } = statfsSync(dataDir)
      if (needed + RESERVE_BYTES > bavail * bsize)
        throw new CopyRefused(`the disk of ${dataDir} has no room for a copy of the database (${megabytes(needed)} MB)`)
      copy = createTemporaryFolder(dataDir)
      await copyWhileOpen(db, folder, path.join(copy, 'database'), AbortSignal.any([ended.signal, stopping.signal]))
      answer({ folder: copy })
      if (!ended.signal.aborted) await once(ended.signal, 'abort')
    } catch (error) {
      answer({ problem: error instanceof Error ? error.message : String(error) })
      socket.end()
    } finally {
      if (copy !== null) await rm(copy, { recursive: true, force: true, maxRetries: 5 })
    }
  }

  const server = createServer((socket) => {
    socket.on('error', () => undefined) // 'close' follows
    if (copying !== null) {
      socket.end(`${JSON.stringify({ problem: 'another backup is in progress' } satisfies Answer)}\n`)
      return
    }
    sockets.add(socket)
    socket.resume()
    copying = serve(socket).finally(() => {
      sockets.delete(socket)
      copying = null
    })
  })
  if (process.platform !== 'win32') rmSync(address, { force: true })
  server.listen(address)
  await once(server, 'listening')
  if (process.platform !== 'win32') chmodSync(address, 0o600)
  server.unref()
  return {
    stop: async () => {
      stopping.abort()
      server.close()
      for (const socket of sockets) socket.destroy()
      await copying
    },
  }
}

/**
 * Requests a copy from the process that uses the data folder. Resolves with the data folder of the copy, and `release`, which deletes it.
 * Throws `CopyRefused`.
 */
export const requestCopy = async (dataDir: string): Promise<{ folder: string; release: () => void }> => {
  const socket = createConnection(addressOf(dataDir))
  let said = ''
  try {
    await once(socket, 'connect')
    for await (const piece of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      said += piece.toString()
      if (said.endsWith('\n')) break
    }
  } catch (cause) {
    throw new CopyRefused(
      `the server that uses ${dataDir} cannot be asked for a copy of its database. Run the command as the user of the server, or stop the server`,
      { cause },
    )
  }
  const answer = (said === '' ? { problem: 'the server ended' } : JSON.parse(said)) as Answer
  if ('problem' in answer) throw new CopyRefused(`the server that uses ${dataDir} made no copy: ${answer.problem}`)
  return { folder: answer.folder, release: () => void socket.destroy() }
}

const bytesIn = async (folder: string): Promise<number> => {
  let bytes = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.parentPath.endsWith('pg_wal')) continue
    bytes += await stat(path.join(entry.parentPath, entry.name)).then(
      ({ size }) => size,
      () => 0, // deleted meanwhile
    )
  }
  return bytes
}

const megabytes = (bytes: number): number => Math.ceil(bytes / 1024 / 1024)
