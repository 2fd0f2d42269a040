/** Restricts all answers of the trace viewer's service worker. The build puts this script in front of it (`scripts/trace-viewer.ts`). */
import { restrictedAnswer } from './restricted-answer.ts'

interface FetchEvent {
  request: Request
  respondWith(answer: Response | Promise<Response>): void
}
interface Worker {
  addEventListener(type: string, listener: (event: FetchEvent) => unknown): void
  registration: { scope: string }
}
const worker = globalThis as unknown as Worker

const listen = worker.addEventListener.bind(worker)
worker.addEventListener = (type, listener) => {
  if (type !== 'fetch') return listen(type, listener)
  listen(type, (event) => {
    const respondWith = event.respondWith.bind(event)
    event.respondWith = (answer) =>
      respondWith(
        Promise.resolve(answer).then((response) =>
          restrictedAnswer(event.request, response, worker.registration.scope),
        ),
      )
    return listener(event)
  })
}
