import { fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import pLimit, { type LimitFunction } from 'p-limit'
import { Unreadable } from './source-file.ts'

/** Answer of a process for an invalid file; the message is for users. */
export interface UnreadableAnswer {
  kind: 'unreadable'
  message: string
}

/** Limits of one process. `timeMs` only counts while a question is pending, not between questions. */
export interface ProcessLimits {
  timeMs: number
  memoryMb: number
}

/** Process that answers one question at a time. */
export interface AskedProcess<Question, Answer> {
  /** Null waits for the first, unsolicited message. Throws `Unreadable`, also when the time or memory limit is exceeded. */
  ask: (question: Question | null) => Promise<Exclude<Answer, UnreadableAnswer>>
  close: () => Promise<unknown>
}

/** Files that a server reads at the same time, of all kinds; the others wait in order. */
const READ_AT_ONCE = 2

/** Returns the queue that all readers of a server share. */
export const createReadingQueue = (): LimitFunction => pLimit(READ_AT_ONCE)

/**
 * Starts a process that reads a file: only it runs out of memory, which would end all threads of a process, and it can be ended in the middle
 * of a statement. `words`: messages for users when a file takes too long or too much memory.
 */
export const startAskedProcess = <Question, Answer extends { kind: string }>(
  moduleUrl: URL,
  settings: unknown,
  { timeMs, memoryMb }: ProcessLimits,
  words: { tooLong: string; tooLarge: string },
): AskedProcess<Question, Answer> => {
  type Reply = Exclude<Answer, UnreadableAnswer>
  const child = fork(fileURLToPath(moduleUrl), {
    // Parsed data is short-lived: a larger young generation would only hold more garbage.
    execArgv: [`--max-old-space-size=${memoryMb}`, '--max-semi-space-size=16'],
    // Without the rest of the environment, which has the server's secrets.
    env: { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  // Requests come first. The process may have ended already.
  if (child.pid !== undefined)
    try {
      setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    } catch {
      // It reads with the usual priority.
    }
  let leftMs = timeMs
  let failure: Error | null = null
  /** End of what the process wrote about its failure. */
  let said = ''
  let isOutOfMemory = false
  const answers: Reply[] = []
  let waiting: { resolve: (answer: Reply) => void; reject: (error: Error) => void } | null = null

  const fail = (error: Error): void => {
    failure ??= error
    waiting?.reject(failure)
    waiting = null
  }
  const send = (message: unknown): void => {
    child.send(message as object, (error) => {
      // Only a process that has ended, or is about to, receives nothing: "close" knows the reason.
      if (error !== null) child.kill('SIGKILL')
    })
  }
  child.stderr?.on('data', (text: Buffer) => {
    said += text.toString()
    // A stack trace of any length follows the reason.
    isOutOfMemory ||= /out of memory|heap limit/i.test(said)
    said = said.slice(-2000)
  })
  child.on('message', (answer: Reply | UnreadableAnswer) => {
    if (isUnreadable(answer)) fail(new Unreadable(answer.message))
    else if (waiting === null) answers.push(answer)
    else {
      waiting.resolve(answer)
      waiting = null
    }
  })
  child.on('error', fail)
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      fail(isOutOfMemory ? new Unreadable(words.tooLarge) : new Error(`a process that reads files ended: ${said}`))
      resolve()
    })
  })
  send(settings)

  const answered = (): Promise<Reply> => {
    const ready = answers.shift()
    if (ready !== undefined) return Promise.resolve(ready)
    if (failure !== null) return Promise.reject(failure)
    return new Promise((resolve, reject) => (waiting = { resolve, reject }))
  }
  return {
    ask: async (question) => {
      if (question !== null) send(question)
      const timer = setTimeout(() => {
        fail(new Unreadable(words.tooLong))
        child.kill('SIGKILL')
      }, leftMs)
      const from = performance.now()
      try {
        return await answered()
      } finally {
        clearTimeout(timer)
        leftMs = Math.max(0, leftMs - (performance.now() - from))
      }
    },
    close: () => {
      child.kill('SIGKILL')
      return ended
    },
  }
}

const isUnreadable = (answer: { kind: string }): answer is UnreadableAnswer => answer.kind === 'unreadable'
