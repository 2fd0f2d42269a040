/** Parses, lays out and searches models in a worker, so that the page stays responsive. */
import { layoutOf } from '../../../machines/models/layout.ts'
import { readModel } from '../../../machines/models/read-model.ts'
import { searchPaths } from '../../../machines/models/search.ts'
import { casesOf } from '../../../machines/models/suggest.ts'
import type { Answer, Ask } from './worker-messages.ts'

const post = (answer: Answer) => self.postMessage(answer)

/** Minimum interval of progress messages, in ms. */
const PROGRESS_MS = 100

self.addEventListener('message', ({ data }: MessageEvent<Ask>) => {
  try {
    answer(data)
  } catch (error) {
    post({ what: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
})

const answer = (ask: Ask): void => {
  switch (ask.what) {
    case 'read': {
      const reading = readModel(ask.format, ask.source)
      if (reading.model === null) return post({ what: 'read', reading: { problems: reading.problems } })
      const { model, notes } = reading
      return post({ what: 'read', reading: { read: { model, notes, layout: layoutOf(model) } } })
    }
    case 'draw':
      return post({ what: 'drawn', layout: layoutOf(ask.model) })
    case 'search': {
      const begin = performance.now()
      let reportedAt = begin
      const found = searchPaths(ask.model, ask.options, {
        isOver: () => performance.now() - begin > ask.options.maxSeconds * 1000,
        progress: (progress) => {
          const now = performance.now()
          if (now - reportedAt < PROGRESS_MS) return
          reportedAt = now
          post({ what: 'progressed', progress })
        },
      })
      return post({ what: 'found', result: { found, cases: casesOf(ask.model, found) } })
    }
  }
}
