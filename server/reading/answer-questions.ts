import { Unreadable } from './source-file.ts'
import type { UnreadableAnswer } from './ask-process.ts'

interface Reader<Question, Answer> {
  /** Sent without a question. */
  first?: () => Promise<Answer>
  answerTo: (question: Question) => Promise<Answer>
}

/**
 * The other side of `startAskedProcess`: begins with the settings and answers each question. Problems of the file become an answer; any other
 * error ends the process.
 */
export const answerQuestions = <Question, Answer>(begin: (settings: unknown) => Reader<Question, Answer>): void => {
  const send = (message: Answer | UnreadableAnswer): void => void process.send?.(message)
  const answering = async (act: () => Promise<Answer>): Promise<void> => {
    try {
      send(await act())
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      send({ kind: 'unreadable', message: error.message })
    }
  }
  let reader: Reader<Question, Answer> | null = null
  process.on('message', (message: unknown) => {
    if (reader !== null) return void answering(() => (reader as Reader<Question, Answer>).answerTo(message as Question))
    reader = begin(message)
    const { first } = reader
    if (first !== undefined) void answering(first)
  })
  // The server has ended.
  process.on('disconnect', () => process.exit())
}
