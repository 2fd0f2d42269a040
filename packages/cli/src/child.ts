import { spawn, type ChildProcess } from 'node:child_process'
import type { EventEmitter } from 'node:events'
import { constants } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { EXIT } from './exit-codes.ts'

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export interface Ended {
  code: number
  /** Signal to end that this process received; null without one. */
  stoppedBy: NodeJS.Signals | null
  /** Why the program could not be started. */
  failure?: string
}

export type StreamName = 'stdout' | 'stderr'

export interface ChildEvents {
  onStart: () => void
  /** Receives the output, which is also written to our own streams. Null: the program gets our streams. */
  onOutput: ((stream: StreamName, chunk: Buffer) => void) | null
}

/** Runs a program to its end, and forwards signals to it. */
export const runChild = (
  program: string,
  args: readonly string[],
  { onStart, onOutput }: ChildEvents,
): Promise<Ended> =>
  new Promise((resolve) => {
    const isPiped = onOutput !== null
    const child = spawn(program, args, {
      stdio: isPiped ? ['inherit', 'pipe', 'pipe'] : 'inherit',
      ...(isPiped ? { env: { ...process.env, ...terminalVariables() } } : {}),
    })
    let stoppedBy: NodeJS.Signals | null = null
    const forward = (signal: NodeJS.Signals) => {
      stoppedBy = signal
      // A terminal sends Ctrl+C to the program as well; a second one would make it give up its reports.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    }
    for (const signal of FORWARDED) process.on(signal, forward)
    const passed = onOutput === null ? Promise.resolve() : passOutput(child, onOutput)
    const end = async (ended: Omit<Ended, 'stoppedBy'>): Promise<void> => {
      await passed
      for (const signal of FORWARDED) process.off(signal, forward)
      resolve({ ...ended, stoppedBy })
    }
    child.once('spawn', onStart)
    child.once('error', ({ message }) => void end({ code: EXIT.commandNotFound, failure: message }))
    child.once(
      'exit',
      (code, signal) => void end({ code: code ?? 128 + (signal === null ? 0 : constants.signals[signal]) }),
    )
  })

/** A program that writes to a pipe usually prints no colors: asks for what our own terminal shows. */
const terminalVariables = (): Record<string, string> => {
  const { FORCE_COLOR, NO_COLOR, COLUMNS } = process.env
  if (!process.stdout.isTTY) return {}
  return {
    ...(FORCE_COLOR === undefined && NO_COLOR === undefined ? { FORCE_COLOR: '1', CLICOLOR_FORCE: '1' } : {}),
    ...(COLUMNS === undefined ? { COLUMNS: String(process.stdout.columns) } : {}),
  }
}

/** Time without output after which a pipe is not read any more that a process in the background holds open after the program's end. */
const SILENCE_MS = 500

/** Copies stdout and stderr of a program to those of this process. Resolves when both streams have closed. */
const passOutput = async (
  child: ChildProcess,
  onOutput: (stream: StreamName, chunk: Buffer) => void,
): Promise<void> => {
  const pass = async (name: StreamName): Promise<void> => {
    const from = child[name]
    if (from !== null) await passStream(child, from, process[name], (chunk) => onOutput(name, chunk))
  }
  await Promise.all([pass('stdout'), pass('stderr')])
}

/** Writes one stream of a program to ours. Resolves when it has ended, or is silent after the program's end. */
export const passStream = (
  child: EventEmitter,
  from: Readable,
  to: Writable,
  onChunk: (chunk: Buffer) => void,
): Promise<void> =>
  new Promise((resolve) => {
    let silence: NodeJS.Timeout | undefined
    let lastLook: NodeJS.Immediate | undefined
    let hasExited = false
    let isPaused = false
    const giveUp = (): void => void from.destroy()
    const stopWaiting = (): void => {
      clearTimeout(silence)
      clearImmediate(lastLook)
    }
    const waitForMore = (): void => {
      stopWaiting()
      if (!hasExited || isPaused) return
      // The event loop reads pending data after timers and before immediates.
      silence = setTimeout(() => (lastLook = setImmediate(giveUp)), SILENCE_MS)
    }
    child.once('exit', () => {
      hasExited = true
      waitForMore()
    })
    // Our reader has gone: the program gets a broken pipe, as it would without us.
    to.once('error', giveUp)
    from.on('data', (chunk: Buffer) => {
      onChunk(chunk)
      waitForMore()
      if (to.write(chunk)) return
      from.pause()
      // What waits for a slow reader is not silence.
      stopWaiting()
      isPaused = true
      to.once('drain', () => {
        isPaused = false
        waitForMore()
        from.resume()
      })
    })
    from.once('error', giveUp)
    from.once('close', () => {
      stopWaiting()
      resolve()
    })
  })
