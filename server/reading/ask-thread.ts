import { Worker } from 'node:worker_threads'
import { Unreadable } from './source-file.ts'

/** Answer of a file-reading thread for an invalid file; the message is for users. */
export interface UnreadableAnswer {
  kind: 'unreadable'
  message: string
}

/** Limits of one thread. `timeMs` only counts while a question is pending, not between questions. */
export interface ThreadLimits {
  timeMs: number
  memoryMb: number
}

/** Worker thread that answers one question at a time. */
export interface AskedThread<Question, Answer> {
  /** Null waits for the thread's first, unsolicited message. Throws `Unreadable`, also when the time or memory limit is exceeded. */
  ask: (question: Question | null) => Promise<Exclude<Answer, UnreadableAnswer>>
  close: () => Promise<unknown>
}

/** `words`: messages for users when a file takes too long or too much memory. */
export const startAskedThread = <Question, Answer extends { kind: string }>(
  workerUrl: URL,
  { workerData, transferList = [] }: { workerData: unknown; transferList?: ArrayBuffer[] },
  { timeMs, memoryMb }: ThreadLimits,
  words: { tooLong: string; tooLarge: string },
): AskedThread<Question, Answer> => {
  type Reply = Exclude<Answer, UnreadableAnswer>
  const worker = new Worker(workerUrl, {
    workerData,
    transferList,
    // Parsed data is short-lived: a larger young generation would only hold more garbage.
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
  })
  let leftMs = timeMs
  let failure: Error | null = null
  const answers: Reply[] = []
  let waiting: { resolve: (answer: Reply) => void; reject: (error: Error) => void } | null = null

  const fail = (error: Error): void => {
    failure ??= error
    waiting?.reject(failure)
    waiting = null
  }
  worker.on('message', (answer: Reply | UnreadableAnswer) => {
    if (isUnreadable(answer)) fail(new Unreadable(answer.message))
    else if (waiting === null) answers.push(answer)
    else {
      waiting.resolve(answer)
      waiting = null
    }
  })
  worker.on('error', (error: Error & { code?: string }) =>
    fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Unreadable(words.tooLarge, { cause: error }) : error),
  )
  worker.on('exit', () => fail(new Error('a thread that reads files ended')))

  const answered = (): Promise<Reply> => {
    const ready = answers.shift()
    if (ready !== undefined) return Promise.resolve(ready)
    if (failure !== null) return Promise.reject(failure)
    return new Promise((resolve, reject) => (waiting = { resolve, reject }))
  }
  return {
    ask: async (question) => {
      if (question !== null) worker.postMessage(question)
      const from = performance.now()
      const timer = setTimeout(() => {
        fail(new Unreadable(words.tooLong))
        void worker.terminate()
      }, leftMs)
      try {
        return await answered()
      } finally {
        clearTimeout(timer)
        leftMs = Math.max(0, leftMs - (performance.now() - from))
      }
    },
    close: () => worker.terminate(),
  }
}

const isUnreadable = (answer: { kind: string }): answer is UnreadableAnswer => answer.kind === 'unreadable'
