/**
 * A worker that stops, as if its machine stood still, when a launch comes to one of the states of `STOP_AT`, and writes the state to the file
 * `STOPS` before. With `IS_ASKED_TO_STOP` it is told to end as soon as its machine goes on, before anything else happens.
 */
import { appendFileSync } from 'node:fs'
import { runWorker } from '../../../../server/launchers/engine/worker-process.ts'

const { STOP_AT, STOPS = '', IS_ASKED_TO_STOP } = process.env
const states = new Set(STOP_AT?.split(','))
runWorker(process.env, {
  onState: (state) => {
    if (!states.has(state)) return
    appendFileSync(STOPS, `${state}\n`)
    process.kill(process.pid, 'SIGSTOP')
    if (IS_ASKED_TO_STOP === state) process.emit('SIGTERM')
  },
})
